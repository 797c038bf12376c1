import { familyOf, GRADE_FAMILIES } from "../domain/grade.ts";
import { type OffenseCounts, propertyOf, violentOf } from "../domain/offense.ts";
import { ABSENCE_REASONS, AGENCY_KINDS, type AgencyKind, type Snapshot } from "../domain/snapshot.ts";
import type { Ledger } from "./ledger.ts";
import type { ReviewTables } from "./review.ts";
import { type Suspicion, suspicions } from "./suspicion.ts";
import { sumOffenses } from "./trend.ts";

/** How many, by name. */
type Counts = Readonly<Record<string, number>>;

/** What a build did with every place and every row, for a person to read and for a diff to show. */
export interface BuildReport {
  readonly version: string;
  readonly dataYear: number;
  readonly lastUpdated: string;
  readonly state: {
    readonly population: number;
    readonly violent: number;
    readonly property: number;
    /** Of the year before; null where there is none. */
    readonly before: { readonly violent: number; readonly property: number } | null;
  };
  /** Cities by letter family. */
  readonly grades: Counts;
  /** All cities and towns, those with a grade, and those without by reason. */
  readonly cities: Counts;
  /** Rows of the data year by kind. */
  readonly agencies: Counts;
  /** Every city and town: its grade, or why it is absent. */
  readonly coverage: readonly {
    readonly city: string;
    readonly county: string;
    readonly agency: string | null;
    readonly result: string;
  }[];
  /** Every row of the data year. */
  readonly rows: readonly {
    readonly county: string;
    readonly agency: string;
    readonly kind: AgencyKind;
    readonly city: string | null;
    readonly violent: number;
    readonly property: number;
  }[];
  /** Of the data year and the years after it. */
  readonly suspicious: readonly Suspicion[];
}

export function reportOf(snapshot: Snapshot, ledger: Ledger, review: ReviewTables): BuildReport {
  const { dataYear, cities, absent, state } = snapshot;
  const rows = ledger.agencies.get(dataYear) ?? [];
  const before = ledger.agencies.get(dataYear - 1);
  const history = { ledger, anomalies: review.anomalies };
  return {
    version: snapshot.version,
    dataYear,
    lastUpdated: snapshot.lastUpdated,
    state: {
      population: state.population,
      ...groupsOf(state.offenses),
      before: before ? groupsOf(sumOffenses(before)) : null,
    },
    grades: countBy(
      GRADE_FAMILIES,
      cities.map(({ record }) => familyOf(record.grade)),
    ),
    cities: {
      all: cities.length + absent.length,
      graded: cities.length,
      ...countBy(
        ABSENCE_REASONS,
        absent.map(({ reason }) => reason),
      ),
    },
    agencies: countBy(
      AGENCY_KINDS,
      rows.map(({ kind }) => kind),
    ),
    coverage: coverage(snapshot, ledger),
    rows: rows.map(({ county, agency, kind, city, offenses }) => ({
      county,
      agency,
      kind,
      city,
      ...groupsOf(offenses),
    })),
    suspicious: ledger.years.filter((year) => year >= dataYear).flatMap((year) => suspicions(history, year)),
  };
}

function coverage({ cities, absent, dataYear }: Snapshot, ledger: Ledger): BuildReport["coverage"] {
  const results = new Map([
    ...cities.map(({ record }): [string, string] => [record.city, `${record.grade} (${record.safety_score})`]),
    ...absent.map(({ city, reason, detail }): [string, string] => [city, `${reason}: ${detail}`]),
  ]);
  return ledger.cities.map(({ city, county }) => ({
    city,
    county,
    agency: ledger.cityRow(dataYear, { city, county })?.agency ?? null,
    result: results.get(city) ?? "",
  }));
}

function groupsOf(offenses: OffenseCounts): { readonly violent: number; readonly property: number } {
  return { violent: violentOf(offenses), property: propertyOf(offenses) };
}

function countBy(keys: readonly string[], values: readonly string[]): Counts {
  return Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length]));
}
