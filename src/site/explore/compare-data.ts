import { z } from "zod";
import { CALIFORNIA } from "../../domain/edition.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Places } from "../../places/places.ts";
import { type Address, datasetOf, type Loaded, movedTo, trimmed } from "../http/page.ts";
import { nationCompareSlug, nationCompareUrl, nationSlugCalled } from "../ui/nation-urls.ts";
import { URLS } from "../ui/urls.ts";
import { type AbsentChoice, COMPARED, type CompareView } from "./compare-page.tsx";
import { citySlug, cityUrl, compareSlug, compareUrl, countyUrl } from "./place-url.ts";
import { meantBy } from "./search/find-typed.ts";
import { californiaPlace, type ShownPlace } from "./shown-place.ts";

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
export type CompareQuery = z.infer<typeof compareQuery>;

export function chosenPlaces({ places }: Address, { place }: Pick<CompareQuery, "place">): readonly ShownPlace[] {
  const chosen = place.flatMap(
    (slug) => (slug.endsWith("-county") ? places.county(slug) : places.city(slug))?.entry ?? [],
  );
  return [...new Set(chosen)].slice(0, COMPARED.most).map((entry) => californiaPlace(entry, places.records));
}

/** The places to compare. Typed names lead to the URL with their places; unknown ones get suggestions. */
export async function loadComparison(at: Address, { place, add }: CompareQuery): Promise<Loaded<CompareView>> {
  const typed = add.map((name) => ({ name, slug: slugCalled(at.places, name) }));
  const chosen = { place: [...new Set([...place, ...typed.flatMap(({ slug }) => slug ?? [])])], add };
  const unknown = typed.filter(({ slug }) => slug === undefined);
  const places = chosenPlaces(at, chosen);
  const absent = absentChoices(at, chosen);
  const slugs = [...places, ...absent].map(({ slug }) => slug);
  if (typed.length > 0 && unknown.length === 0) return movedTo(compareUrl(slugs), 303);
  const elsewhere = unknown.length > 0 ? acrossStates(at, [...places, ...absent], unknown) : undefined;
  if (elsewhere !== undefined) return movedTo(elsewhere, 303);
  const missed = await Promise.all(
    unknown.map(async ({ name }) => ({
      name,
      found: await meantBy(at, name),
    })),
  );
  const nation = places.length === 0 ? undefined : acrossStates(at, places, []);
  const examples = EXAMPLES.map((slugs) => chosenPlaces(at, { place: [...slugs] })).filter(
    ({ length }) => length === 2,
  );
  const path = URLS.compare;
  return { data: { path, noun: "city or county", dataset: datasetOf(at), places, examples, absent, missed, nation } };
}

const EXAMPLES = [
  ["oakland", "san-francisco"],
  ["fresno", "sacramento"],
  ["los-angeles-county", "orange-county"],
] as const;

/** The comparison against the nation, if that edition has all of the places, also those of other states. */
function acrossStates(
  { nation }: Address,
  chosen: readonly Pick<AbsentChoice, "name">[],
  typed: readonly { readonly name: string }[],
): string | undefined {
  const slugs = [
    ...chosen.map(({ name }) => {
      const found = nation.find(CALIFORNIA.abbreviation, name);
      return found.kind === "graded" ? nationCompareSlug(found.entry, nation.nation) : undefined;
    }),
    ...typed.map(({ name }) => nationSlugCalled(nation, name)),
  ].filter((slug) => slug !== undefined);
  return slugs.length < chosen.length + typed.length ? undefined : nationCompareUrl(slugs);
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

/** The slug of the city of that name, also without a record, otherwise of the county. */
export function slugCalled({ city, absentCity, county }: Places, name: string): string | undefined {
  const absent = absentCity(name);
  const place = city(name)?.entry ?? (absent ? undefined : county(name)?.entry);
  return place ? compareSlug(place.record) : absent && citySlug(absent.city);
}
