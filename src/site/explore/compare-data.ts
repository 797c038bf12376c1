import { z } from "zod";
import { foldCityName } from "../../domain/name.ts";
import { oncePer } from "../../domain/once-per.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import type { Places } from "../../places/places.ts";
import { type Address, datasetOf, type Loaded, movedTo, trimmed } from "../page.ts";
import { type AbsentChoice, COMPARED, type CompareView } from "./compare-page.tsx";
import { placeNameOf } from "./place-name.ts";
import { citySlug, cityUrl, compareSlug, compareUrl, countyUrl } from "./place-url.ts";
import { findTyped } from "./search/find-typed.ts";

const SUGGESTIONS = 5;
/** More than can be compared, because some may be unknown. */
const MAX_CHOSEN = 20;

/** `place`: the chosen places. `add`: what a visitor typed to add others. */
export const compareQuery = z.object({
  place: z
    .array(z.string())
    .catch([])
    .transform((slugs) => [...new Set(slugs)].filter((slug) => slug.length <= MAX_QUERY_LENGTH).slice(0, MAX_CHOSEN)),
  add: z
    .array(z.string())
    .catch([])
    .transform((names) => names.flatMap((name) => trimmed(name, MAX_QUERY_LENGTH) || []).slice(0, COMPARED.most)),
});
type CompareQuery = z.infer<typeof compareQuery>;

const placesBySlug = oncePer(
  ({ cities, counties }: Snapshot): ReadonlyMap<string, SnapshotPlace> =>
    new Map([...cities, ...counties].map((place) => [compareSlug(place.record), place])),
);

export function chosenPlaces({ places }: Address, { place }: CompareQuery): readonly SnapshotPlace[] {
  return place.flatMap((slug) => placesBySlug(places.records).get(slug) ?? []).slice(0, COMPARED.most);
}

/** The places to compare. Typed names lead to the URL with their places; unknown ones get suggestions. */
export async function loadComparison(at: Address, { place, add }: CompareQuery): Promise<Loaded<CompareView>> {
  const { records: snapshot } = at.places;
  const typed = add.map((name) => ({ name, slug: slugCalled(at.places, name) }));
  const chosen = { place: [...new Set([...place, ...typed.flatMap(({ slug }) => slug ?? [])])], add };
  const unknown = typed.filter(({ slug }) => slug === undefined);
  const places = chosenPlaces(at, chosen);
  const absent = absentChoices(at, chosen);
  const slugs = [...places.map(({ record }) => compareSlug(record)), ...absent.map(({ slug }) => slug)];
  if (typed.length > 0 && unknown.length === 0) return movedTo(compareUrl(slugs), 303);
  const missed = await Promise.all(
    unknown.map(async ({ name }) => ({ name, found: (await findTyped(at, name, SUGGESTIONS)).places })),
  );
  return { data: { snapshot, dataset: datasetOf(at), places, absent, missed } };
}

/** The chosen places without a record, each with its reason. */
function absentChoices({ places }: Address, { place }: CompareQuery): readonly AbsentChoice[] {
  return place.flatMap((slug): readonly AbsentChoice[] => {
    const city = places.absentCity(slug);
    if (city) return [{ name: city.city, slug, href: cityUrl(city.city), detail: city.detail }];
    const county = slug.endsWith("-county") ? places.absentCounty(slug) : undefined;
    return county ? [{ name: county.county, slug, href: countyUrl(county.county), detail: county.detail }] : [];
  });
}

/** The slug of the city of that name, otherwise of the county, otherwise of a city without a record. */
function slugCalled({ records: { cities, counties }, absentCity }: Places, name: string): string | undefined {
  const folded = foldCityName(name);
  const place = [...cities, ...counties].find(({ record }) => foldCityName(placeNameOf(record)) === folded);
  if (place) return compareSlug(place.record);
  const absent = absentCity(name);
  return absent && citySlug(absent.city);
}
