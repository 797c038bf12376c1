import { byGroup, countOf, type OffenseCounts, sumOffenses } from "../../domain/offense.ts";
import { DatasetError, type Fault } from "../fault.ts";
import type { OtherCount, ReviewedKind } from "../model/panel.ts";
import { isConfirmedBy } from "../model/second-source.ts";
import type { ReportedYear } from "../model/time-series.ts";
import { type ListedCity, type MatchedAgency, matchAgencies } from "./agency.ts";
import type { DatasetTables, RowPlace } from "./input-tables.ts";
import { unknownNames } from "./known-names.ts";
import type { ReviewTables } from "./review.ts";

export interface Ledger {
  /** Every year from the first to the last with offenses. */
  readonly years: readonly number[];
  /** All incorporated cities and towns, by name. */
  readonly cities: readonly LedgerCity[];
  readonly agencies: ReadonlyMap<number, readonly MatchedAgency[]>;
  /** The figures of the city's own row. */
  ofCity(year: number, city: ListedCity): ReportedYear;
  /** All agencies of the county together. */
  ofCounty(year: number, county: string): ReportedYear;
  /** All agencies of the state; no residents if those of a county are missing. */
  ofState(year: number): ReportedYear;
  cityRow(year: number, city: ListedCity): MatchedAgency | null;
  countyRows(year: number, county: string): readonly MatchedAgency[];
  /** The review of an agency's year, or (null) of the whole county's; a notice that a second source disproves is none. */
  review(year: number, county: string, agency: string | null): ReviewedKind | null;
  /** What other collections counted. */
  others(year: number, city: ListedCity): readonly OtherCount[];
}

export interface LedgerCity extends ListedCity {
  /** On the map, or as reviewed for a city that is newer than the map. */
  readonly place: RowPlace;
}

/** @throws DatasetError if a name is unknown, an agency of any year is neither a city nor of a known kind, or two are the same city */
export function openLedger(tables: DatasetTables, review: ReviewTables): Ledger {
  const cities = knownCities(tables, review);
  const agencies = new Map<number, readonly MatchedAgency[]>();
  const faults: Fault[] = [...unknownNames(tables, review)];
  for (const [year, rows] of tables.offenses) {
    const matching = matchAgencies(rows, cities, review, `offenses/${year}.csv`);
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
  const others = (year: number, { county, city }: ListedCity) => second.get(key(year, county, city)) ?? [];
  const cityRow = (year: number, { county, city }: ListedCity) => cityRows.get(key(year, county, city)) ?? null;
  const rowsOf = (year: number, county: string) => countyRows.get(key(year, county, null)) ?? [];
  const residentsOf = (year: number, county: string, city: string | null) =>
    residents.get(key(year, county, city)) ?? null;
  const sumOf = (rows: readonly MatchedAgency[]) => (rows.length === 0 ? null : sumOffenses(rows));
  return {
    years: successive([...agencies.keys()]),
    cities,
    agencies,
    ofCity(year, city) {
      return {
        residents: residentsOf(year, city.county, city.city),
        offenses: cityRow(year, city)?.offenses ?? null,
      };
    },
    ofCounty(year, county) {
      return { residents: residentsOf(year, county, null), offenses: sumOf(rowsOf(year, county)) };
    },
    ofState(year) {
      const counted = tables.counties.flatMap(({ county }) => residentsOf(year, county, null) ?? []);
      const isWhole = counted.length === tables.counties.length;
      return {
        residents: isWhole ? counted.reduce((sum, one) => sum + one, 0) : null,
        offenses: sumOf(agencies.get(year) ?? []),
      };
    },
    cityRow,
    countyRows: rowsOf,
    review(year, county, agency) {
      const kind = reviewed.get(key(year, county, agency)) ?? null;
      if (kind !== "notice") return kind;
      const row = rowsOf(year, county).find((candidate) => candidate.agency === agency);
      const found = row?.city == null ? [] : others(year, { county, city: row.city });
      return row && found.some((other) => disproves(row.offenses, other)) ? null : "partial_year";
    },
    others,
  };
}

function knownCities(tables: DatasetTables, review: ReviewTables): readonly LedgerCity[] {
  const places = tables.places.map((place) => ({ county: place.county, city: place.city, place }));
  const mapped = new Set(places.map(({ county, city }) => key(0, county, city)));
  const newer = review.incorporations
    .filter(({ county, city }) => !mapped.has(key(0, county, city)))
    .map((place) => ({ county: place.county, city: place.city, place }));
  return [...places, ...newer].toSorted((a, b) => (a.city < b.city ? -1 : 1));
}

/** The FBI's file has the same reports as the Department's, so it cannot disprove that they are incomplete. */
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
