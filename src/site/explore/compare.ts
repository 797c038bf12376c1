import { z } from "zod";
import { foldCityName } from "../../domain/name.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { oncePer } from "../once-per.ts";
import { type Address, type Loaded, movedTo, typedText } from "../page.ts";
import { type AbsentChoice, COMPARED, type comparePage, compareSlug, compareUrl } from "./compare-page.tsx";
import { placeRows } from "./place-data.ts";
import { CITY_COLUMNS, downloadColumns, type PlaceRow } from "./place-table.tsx";
import { citySlug, cityUrl, countyUrl } from "./place-url.ts";
import { findTyped } from "./search/find-typed.ts";
import { type FileColumn, tableFile } from "./table.ts";

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

const rowsBySlug = oncePer((snapshot: Snapshot) => {
  const { city, county } = placeRows(snapshot);
  return new Map([...city, ...county].map((row) => [compareSlug(row), row]));
});

export function chosenRows({ places }: Address, { place }: CompareQuery): readonly PlaceRow[] {
  return place.flatMap((slug) => rowsBySlug(places.records).get(slug) ?? []).slice(0, COMPARED.most);
}

/** The places to compare. A typed name leads to the URL with its place, or gets suggestions. */
export async function loadComparison(
  at: Address,
  query: CompareQuery,
): Promise<Loaded<Parameters<typeof comparePage>[0]>> {
  const { records: snapshot } = at.places;
  const { baseUrl } = at.reading;
  const rows = chosenRows(at, query);
  const absent = absentChoices(at, query);
  const { add: name } = query;
  if (name === "") return { data: { snapshot, baseUrl, rows, absent } };
  const added = rowOf([...rowsBySlug(snapshot).values()], name);
  if (added) return movedTo(compareUrl([...new Set([...rows, added].map(compareSlug))].slice(0, COMPARED.most)), 303);
  const missing = at.places.absentCity(name);
  if (missing) return movedTo(compareUrl([...new Set([...query.place, citySlug(missing.city)])]), 303);
  const { places } = await findTyped(at, name, SUGGESTIONS);
  return { data: { snapshot, baseUrl, rows, absent, missed: { name, places } } };
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

export function comparisonFile(format: "csv" | "json", rows: readonly PlaceRow[]): string {
  return tableFile(format, [KIND, ...downloadColumns(CITY_COLUMNS)], rows);
}

const KIND: FileColumn<PlaceRow> = { key: "kind", value: ({ county }) => (county === null ? "county" : "city") };

/** The city of that name, otherwise the county. */
function rowOf(rows: readonly PlaceRow[], name: string): PlaceRow | undefined {
  const folded = foldCityName(name);
  const named = rows.filter((row) => foldCityName(row.name) === folded);
  return named.find(({ county }) => county !== null) ?? named[0];
}
