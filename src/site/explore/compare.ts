import { z } from "zod";
import { foldCityName } from "../../domain/name.ts";
import { oncePer } from "../../domain/once-per.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import { type Address, datasetOf, type Loaded, movedTo, typedText } from "../page.ts";
import { type AbsentChoice, COMPARED, type comparePage } from "./compare-page.tsx";
import { placeNameOf } from "./place-name.ts";
import { citySlug, cityUrl, compareSlug, compareUrl, countyUrl } from "./place-url.ts";
import { findTyped } from "./search/find-typed.ts";

const SUGGESTIONS = 5;
/** More than can be compared, because some may be unknown. */
const MAX_CHOSEN = 20;

/** `place`: the chosen places. `add`: what a visitor typed to add another one. */
export const compareQuery = z.object({
  place: z
    .array(z.string())
    .catch([])
    .transform((slugs) => [...new Set(slugs)].filter((slug) => slug.length <= MAX_QUERY_LENGTH).slice(0, MAX_CHOSEN)),
  add: typedText(MAX_QUERY_LENGTH),
});
type CompareQuery = z.infer<typeof compareQuery>;

const placesBySlug = oncePer(
  ({ cities, counties }: Snapshot): ReadonlyMap<string, SnapshotPlace> =>
    new Map([...cities, ...counties].map((place) => [compareSlug(place.record), place])),
);

export function chosenPlaces({ places }: Address, { place }: CompareQuery): readonly SnapshotPlace[] {
  return place.flatMap((slug) => placesBySlug(places.records).get(slug) ?? []).slice(0, COMPARED.most);
}

/** The places to compare. A typed name leads to the URL with its place, or gets suggestions. */
export async function loadComparison(
  at: Address,
  query: CompareQuery,
): Promise<Loaded<Parameters<typeof comparePage>[0]>> {
  const { records: snapshot } = at.places;
  const places = chosenPlaces(at, query);
  const data = { snapshot, dataset: datasetOf(at), places, absent: absentChoices(at, query) };
  const { add: name } = query;
  if (name === "") return { data };
  const slugs = places.map(({ record }) => compareSlug(record));
  const added = placeCalled(snapshot, name);
  if (added)
    return movedTo(compareUrl([...new Set([...slugs, compareSlug(added.record)])].slice(0, COMPARED.most)), 303);
  const missing = at.places.absentCity(name);
  if (missing) return movedTo(compareUrl([...new Set([...query.place, citySlug(missing.city)])]), 303);
  const { places: found } = await findTyped(at, name, SUGGESTIONS);
  return { data: { ...data, missed: { name, found } } };
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

/** The city of that name, otherwise the county. */
function placeCalled({ cities, counties }: Snapshot, name: string): SnapshotPlace | undefined {
  const folded = foldCityName(name);
  return [...cities, ...counties].find(({ record }) => foldCityName(placeNameOf(record)) === folded);
}
