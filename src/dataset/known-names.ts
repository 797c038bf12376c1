import { STATE } from "../domain/california.ts";
import { type Fault, fault } from "./fault.ts";
import type { DatasetTables } from "./input-tables.ts";
import type { ReviewTables } from "./review.ts";

/** Otherwise a typing error in a review would go unnoticed. */
export function unknownNames(tables: DatasetTables, review: ReviewTables): readonly Fault[] {
  const counties = new Set(tables.counties.map(({ county }) => county));
  const cities = new Set([...tables.places, ...review.incorporations].map(({ county, city }) => pair(county, city)));
  const agencies = new Set(
    [...tables.offenses.values()].flatMap((rows) => rows.map(({ county, agency }) => pair(county, agency))),
  );
  const unknown = (file: string, wrong: readonly string[]): readonly Fault[] =>
    wrong.map((name) => fault("name_unmatched", { file }, `${name} is not known`));
  const inCounties = (rows: readonly { readonly county: string }[]): readonly string[] =>
    rows.filter(({ county }) => !counties.has(county)).map(({ county }) => `"${county}"`);
  const amongCities = (rows: readonly { readonly county: string; readonly city: string | null }[]): readonly string[] =>
    rows.flatMap(({ county, city }) =>
      city === null || cities.has(pair(county, city)) ? [] : [`"${city}" of ${county}`],
    );
  const amongAgencies = (
    rows: readonly { readonly county: string; readonly agency: string | null }[],
  ): readonly string[] =>
    rows.flatMap(({ county, agency }) =>
      agency === null || agencies.has(pair(county, agency)) ? [] : [`"${agency}" of ${county}`],
    );
  // In `review/anomalies.csv` the county can be the name of the state.
  const local = review.anomalies.filter(({ county }) => county !== STATE.name);
  return [
    ...unknown("places.csv", inCounties(tables.places)),
    ...[...tables.offenses].flatMap(([year, rows]) => unknown(`offenses/${year}.csv`, inCounties(rows))),
    ...[...tables.population].flatMap(([year, rows]) =>
      unknown(`population/${year}.csv`, [...inCounties(rows), ...amongCities(rows)]),
    ),
    ...unknown("review/incorporations.csv", inCounties(review.incorporations)),
    ...unknown("review/agencies.csv", [
      ...amongAgencies(review.agencies),
      ...amongAgencies(review.agencies.flatMap(({ successor }) => successor ?? [])),
      ...amongCities(review.agencies),
    ]),
    ...unknown("review/policing.csv", amongCities(review.policing)),
    ...unknown("review/anomalies.csv", [...inCounties(local), ...amongAgencies(local)]),
    ...unknown("review/campuses.csv", [...amongAgencies(review.campuses), ...amongCities(review.campuses)]),
    ...unknown("review/reporting.csv", inCounties(review.reporting)),
    ...unknown("review/cautions.csv", [...inCounties(review.cautions), ...amongCities(review.cautions)]),
  ];
}

function pair(county: string, name: string): string {
  return `${county}|${name}`;
}
