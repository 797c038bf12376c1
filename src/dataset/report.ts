import { familyOf, GRADE_FAMILIES } from "../domain/grade.ts";
import { type OffenseCounts, propertyOf, violentOf } from "../domain/offense.ts";
import { sixDecimals } from "../domain/published.ts";
import { ABSENCE_REASONS, type AbsentCity, AGENCY_KINDS, type Snapshot } from "../domain/snapshot.ts";
import type { ShortAgency } from "./county-shortage.ts";
import type { Models } from "./models.ts";
import type { ReviewTables } from "./review.ts";
import { suspicions } from "./suspicion.ts";
import type { County } from "./table.ts";
import { sumOffenses } from "./trend.ts";

/** How many, by name. */
type Counts = Readonly<Record<string, number>>;

/** The result of a build for every place and every row, for reviewers and for diffs. */
export type BuildReport = ReturnType<typeof reportOf>;

export function reportOf(snapshot: Snapshot, models: Models, review: ReviewTables, counties: readonly County[]) {
  const { dataYear, cities, absent, state } = snapshot;
  const { ledger } = models;
  const rows = ledger.agencies.get(dataYear) ?? [];
  const before = ledger.agencies.get(dataYear - 1);
  return {
    version: snapshot.version,
    dataYear,
    lastUpdated: snapshot.lastUpdated,
    state: {
      population: state.population,
      ...groupsOf(state.offenses),
      /** Of the year before; null if there is none. */
      before: before ? groupsOf(sumOffenses(before)) : null,
    },
    /** Cities by letter, without + and -. */
    grades: countBy(
      GRADE_FAMILIES,
      cities.map(({ record }) => familyOf(record.grade)),
    ),
    /** All cities and towns, those with a grade, and those without by reason. */
    cities: {
      all: cities.length + absent.length,
      graded: cities.length,
      ...countBy(
        ABSENCE_REASONS,
        absent.map(({ reason }) => reason),
      ),
    },
    /** Rows of the data year by kind. */
    agencies: countBy(
      AGENCY_KINDS,
      rows.map(({ kind }) => kind),
    ),
    coverage: coverage(snapshot, models),
    counties: counties.map(({ county }) => countyReport(county, snapshot, models)),
    rows: rows.map(({ county, agency, kind, city, offenses }) => ({
      county,
      agency,
      kind,
      city,
      ...groupsOf(offenses),
    })),
    /** Figures of the last three years that are far from their forecast, reviewed or not. */
    suspicious: [dataYear - 2, dataYear - 1, dataYear].flatMap((year) => suspicions(models, review, year)),
  };
}

/** Every city and town: its grade and the year of its record, or why it is absent. */
function coverage({ cities, absent, dataYear }: Snapshot, { ledger }: Models) {
  const graded = new Map(cities.map(({ record }) => [record.city, record]));
  const missing = new Map(absent.map((city) => [city.city, reasonText(city)]));
  return ledger.cities.map(({ city, county }) => {
    const record = graded.get(city);
    return {
      city,
      county,
      agency: ledger.cityRow(dataYear, { city, county })?.agency ?? null,
      year: record?.data_year ?? null,
      result: record ? `${record.grade} (${record.safety_score})` : (missing.get(city) ?? ""),
    };
  });
}

/**
 * A county's grade and the year of its record, or why it is absent; and the agencies with missing offenses in the data
 * year. `short` is the missing share of the expected offenses, in the group where it is larger.
 */
function countyReport(county: string, { counties, absentCounties, dataYear }: Snapshot, { shortageOf }: Models) {
  const absent = absentCounties.find((candidate) => candidate.county === county);
  const record = counties.find((candidate) => candidate.record.county === county)?.record;
  const { share, agencies } = shortageOf(dataYear, county);
  const worth = (agency: ShortAgency) => agency.short.violent + agency.short.property >= 1;
  return {
    county,
    year: record?.data_year ?? null,
    result: record ? `${record.grade} (${record.safety_score})` : reasonText(absent),
    short: sixDecimals(share),
    shortOf: agencies.filter(worth).map(({ agency }) => agency),
  };
}

function reasonText(absent: Pick<AbsentCity, "reason" | "detail"> | undefined): string {
  return absent === undefined ? "" : `${absent.reason}: ${absent.detail}`;
}

function groupsOf(offenses: OffenseCounts) {
  return { violent: violentOf(offenses), property: propertyOf(offenses) };
}

function countBy(keys: readonly string[], values: readonly string[]): Counts {
  return Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length]));
}
