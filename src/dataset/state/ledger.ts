import { namesOf } from "../../base/named-table.ts";
import { byGroup, countOf, type OffenseCounts, sumOffenses } from "../../domain/offense.ts";
import type { AgencyKind } from "../../domain/snapshot.ts";
import { DatasetError, type Fault, fault } from "../fault.ts";
import { isConfirmedBy } from "../model/completeness.ts";
import type { OtherCount, ReviewedKind } from "../model/panel.ts";
import type { ReportedYear } from "../model/rating.ts";
import type { AgencyOffenses, DatasetTables, RowPlace } from "./input-tables.ts";
import { type ReviewTables, reviewFile } from "./review.ts";
import type { StateBuild } from "./state-build.ts";

export type Ledger = ReturnType<typeof openLedger>;

export interface LedgerCity extends ListedCity {
  /** On the map, or as reviewed for a city that is newer than the map. */
  readonly place: RowPlace;
}

/** @throws DatasetError if a name is unknown, an agency of any year is neither a city nor of a known kind, or two are the same city */
export function openLedger(state: StateBuild, tables: DatasetTables, review: ReviewTables) {
  const cities = knownCities(tables, review);
  const agencies = new Map<number, readonly MatchedAgency[]>();
  const faults: Fault[] = [...unknownNames(state, tables, review)];
  for (const [year, rows] of tables.offenses) {
    const matching = matchAgencies(state, rows, cities, review, `offenses/${year}.csv`);
    agencies.set(year, matching.agencies);
    faults.push(...matching.faults);
  }
  if (faults.length > 0) throw new DatasetError(faults);

  const residents = new Map<string, number>();
  for (const [year, rows] of tables.population) {
    for (const row of rows) residents.set(key(year, row.county, row.city), row.residents);
  }
  const cityRows = new Map<string, MatchedAgency>();
  const countyRows = new Map<string, MatchedAgency[]>();
  for (const [year, rows] of agencies) {
    for (const row of rows) {
      if (row.city !== null) cityRows.set(key(year, row.county, row.city), row);
    }
    for (const [county, ofCounty] of Map.groupBy(rows, (row) => row.county)) {
      countyRows.set(key(year, county, null), ofCounty);
    }
  }
  const reviewed = new Map(
    review.anomalies.map((anomaly) => [key(anomaly.year, anomaly.county, anomaly.agency), anomaly.kind]),
  );
  const second = Map.groupBy(tables.secondSource, ({ year, county, city }) => key(year, county, city));
  const others = (year: number, { county, city }: ListedCity): readonly OtherCount[] =>
    second.get(key(year, county, city)) ?? [];
  const cityRow = (year: number, { county, city }: ListedCity) => cityRows.get(key(year, county, city)) ?? null;
  const rowsOf = (year: number, county: string): readonly MatchedAgency[] =>
    countyRows.get(key(year, county, null)) ?? [];
  const residentsOf = (year: number, county: string, city: string | null) =>
    residents.get(key(year, county, city)) ?? null;
  const sumOf = (rows: readonly MatchedAgency[]) => (rows.length === 0 ? null : sumOffenses(rows));
  return {
    state,
    /** Every year from the first to the last with offenses. */
    years: successive([...agencies.keys()]),
    /** All incorporated cities and towns, by name. */
    cities,
    agencies,
    secondRelease: tables.secondRelease,
    cityRow,
    countyRows: rowsOf,
    others,
    ofCity(year: number, city: ListedCity): ReportedYear {
      const { offenses = null } = cityRow(year, city) ?? {};
      return { residents: residentsOf(year, city.county, city.city), offenses };
    },
    ofCounty: (year: number, county: string): ReportedYear => ({
      residents: residentsOf(year, county, null),
      offenses: sumOf(rowsOf(year, county)),
    }),
    /** All agencies of the state; no residents if those of a county are missing. */
    ofState(year: number): ReportedYear {
      const counted = tables.counties.flatMap(({ county }) => residentsOf(year, county, null) ?? []);
      const isWhole = counted.length === tables.counties.length;
      return {
        residents: isWhole ? counted.reduce((sum, one) => sum + one, 0) : null,
        offenses: sumOf(agencies.get(year) ?? []),
      };
    },
    /** The review of an agency's year, or (null) of the whole county's; a notice that a second source disproves is none. */
    review(year: number, county: string, agency: string | null): ReviewedKind | null {
      const kind = reviewed.get(key(year, county, agency)) ?? null;
      if (kind !== "notice") return kind;
      const row = rowsOf(year, county).find((candidate) => candidate.agency === agency);
      const found = row?.city == null ? [] : others(year, { county, city: row.city });
      return row && found.some((other) => disproves(row.offenses, other)) ? null : "partial_year";
    },
  };
}

function knownCities(tables: DatasetTables, review: ReviewTables): readonly LedgerCity[] {
  const places = tables.places.map((place) => ({ county: place.county, city: place.city, place }));
  const mapped = new Set(places.map(({ county, city }) => keyOf(county, city)));
  const newer = review.incorporations
    .filter(({ county, city }) => !mapped.has(keyOf(county, city)))
    .map((place) => ({ county: place.county, city: place.city, place }));
  return [...places, ...newer].toSorted((a, b) => (a.city < b.city ? -1 : 1));
}

/** The FBI's file has the same reports as the state's, so it cannot disprove that they are incomplete. */
export function disproves(offenses: OffenseCounts, other: OtherCount): boolean {
  return (
    other.source !== "fbi" &&
    isConfirmedBy(
      byGroup((group) => countOf(group, offenses)),
      other,
    )
  );
}

function successive(years: readonly number[]): readonly number[] {
  const first = Math.min(...years);
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, index) => first + index);
}

function key(year: number, county: string, name: string | null): string {
  return `${year}|${county}|${name ?? ""}`;
}

/** A city of the state, by its county and canonical name. */
export interface ListedCity {
  readonly county: string;
  readonly city: string;
}

/** An agency row with its kind; `city` is the canonical name for the kind `city`, else null. */
export interface MatchedAgency extends AgencyOffenses {
  readonly kind: AgencyKind;
  readonly city: string | null;
  /** Name of its successor in the same county, because both are one agency; else its own. */
  readonly followedAs: string;
}

export interface Matching {
  readonly agencies: readonly MatchedAgency[];
  readonly faults: readonly Fault[];
}

/**
 * As reviewed, else the county's city of that name, else by its name. A row that is none of these may be a city under a
 * new spelling: it is a fault, to be decided in the review table.
 */
export function matchAgencies(
  { names: { foldCity }, agencyKinds }: Pick<StateBuild, "names" | "agencyKinds">,
  rows: readonly AgencyOffenses[],
  cities: readonly ListedCity[],
  review: Pick<ReviewTables, "agencies">,
  file: string,
): Matching {
  const reviewed = new Map(review.agencies.map((row) => [keyOf(row.county, row.agency), row]));
  const byName = new Map(cities.map((row) => [keyOf(row.county, foldCity(row.city)), row.city]));
  const claimed = new Map<string, string>();
  const faults: Fault[] = [];

  const agencies = rows.flatMap((row): MatchedAgency[] => {
    const decided = reviewed.get(keyOf(row.county, row.agency));
    const city = byName.get(keyOf(row.county, foldCity(decided?.city ?? row.agency)));
    const successor = decided?.successorCounty === row.county ? decided.successor : null;
    const followedAs = successor ?? row.agency;
    if (decided !== undefined && decided.kind !== "city")
      return [{ ...row, kind: decided.kind, city: null, followedAs }];
    if (city !== undefined) {
      const other = claimed.get(keyOf(row.county, city));
      if (other !== undefined) {
        const reason = `"${row.agency}" and "${other}" of ${row.county} are both ${city}: distinguish them in review/agencies.csv`;
        faults.push(fault({ file }, reason));
      }
      claimed.set(keyOf(row.county, city), row.agency);
      return [{ ...row, kind: "city", city, followedAs }];
    }
    const kind = agencyKinds.find(([, wording]) => wording.test(row.agency))?.[0];
    if (kind !== undefined) return [{ ...row, kind, city: null, followedAs }];
    const reason = `"${row.agency}" of ${row.county} is neither a city nor a known kind of agency; add it to review/agencies.csv`;
    faults.push(fault({ file }, reason));
    return [];
  });
  return { agencies, faults };
}

/** Of a city or an agency in its county. */
export function keyOf(county: string, name: string): string {
  return `${county}|${name}`;
}

/** The place or agency that a row is about, as far as it names one. */
interface Named {
  readonly county: string;
  readonly city?: string | null;
  readonly agency?: string | null;
}

/** Otherwise a typing error in a review would go unnoticed. */
function unknownNames(
  { edition }: Pick<StateBuild, "edition">,
  tables: DatasetTables,
  review: ReviewTables,
): readonly Fault[] {
  const counties = new Set([edition.name, ...tables.counties.map(({ county }) => county)]);
  const cities = new Set([...tables.places, ...review.incorporations].map(({ county, city }) => keyOf(county, city)));
  const agencies = new Set(
    [...tables.offenses.values()].flatMap((rows) => rows.map(({ county, agency }) => keyOf(county, agency))),
  );
  const unknown = (file: string, rows: readonly Named[]): readonly Fault[] =>
    rows
      .filter(({ county, city, agency }) => {
        const isKnown = counties.has(county) && (city == null || cities.has(keyOf(county, city)));
        return !isKnown || (agency != null && !agencies.has(keyOf(county, agency)));
      })
      .map(({ county, city, agency }) => fault({ file }, `"${agency ?? city ?? county}" of ${county} is not known`));
  const successors = review.agencies.map(({ successorCounty, successor }) => {
    return { county: successorCounty ?? edition.name, agency: successor };
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
