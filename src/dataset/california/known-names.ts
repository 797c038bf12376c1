import { CALIFORNIA } from "../../domain/edition.ts";
import { namesOf } from "../../domain/named.ts";
import { type Fault, fault } from "../fault.ts";
import type { DatasetTables } from "./input-tables.ts";
import { type ReviewTables, reviewFile } from "./review.ts";

/** The place or agency that a row is about, as far as it names one. */
interface Named {
  readonly county: string;
  readonly city?: string | null;
  readonly agency?: string | null;
}

/** Otherwise a typing error in a review would go unnoticed. */
export function unknownNames(tables: DatasetTables, review: ReviewTables): readonly Fault[] {
  const counties = new Set([CALIFORNIA.name, ...tables.counties.map(({ county }) => county)]);
  const cities = new Set([...tables.places, ...review.incorporations].map(({ county, city }) => pair(county, city)));
  const agencies = new Set(
    [...tables.offenses.values()].flatMap((rows) => rows.map(({ county, agency }) => pair(county, agency))),
  );
  const unknown = (file: string, rows: readonly Named[]): readonly Fault[] =>
    rows
      .filter(({ county, city, agency }) => {
        const isKnown = counties.has(county) && (city == null || cities.has(pair(county, city)));
        return !isKnown || (agency != null && !agencies.has(pair(county, agency)));
      })
      .map(({ county, city, agency }) => fault({ file }, `"${agency ?? city ?? county}" of ${county} is not known`));
  const successors = review.agencies.map(({ successorCounty, successor }) => {
    return { county: successorCounty ?? CALIFORNIA.name, agency: successor };
  });
  return [
    ...unknown("places.csv", tables.places),
    ...[...tables.offenses].flatMap(([year, rows]) => unknown(`offenses/${year}.csv`, rows)),
    ...[...tables.population].flatMap(([year, rows]) => unknown(`population/${year}.csv`, rows)),
    ...unknown("review/second-source.csv", tables.secondSource),
    ...namesOf(review).flatMap((name) => unknown(reviewFile(name), review[name])),
    ...unknown(reviewFile("agencies"), successors),
  ];
}

function pair(county: string, name: string): string {
  return `${county}|${name}`;
}
