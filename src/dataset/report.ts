import { familyOf, GRADE_FAMILIES } from "../domain/grade.ts";
import { type OffenseCounts, propertyOf, sumOffenses, violentOf } from "../domain/offense.ts";
import { sixDecimals } from "../domain/published.ts";
import { ABSENCE_REASONS, AGENCY_KINDS, type Snapshot } from "../domain/snapshot.ts";
import type { County } from "./input-tables.ts";
import type { Models } from "./models.ts";
import type { ReviewTables } from "./review.ts";
import { suspicions } from "./suspicion.ts";

/** How many, by name. */
type Counts = Readonly<Record<string, number>>;

/** What a reviewer of a build looks at: counts, short counties, and figures far from their forecast. */
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
    counties: counties.map(({ county }) => countyReport(county, snapshot, models)),
    /** Figures of the last three years that are far from their forecast, reviewed or not. */
    suspicious: [dataYear - 2, dataYear - 1, dataYear].flatMap((year) => suspicions(models, review, year)),
  };
}

/** `short` is the missing share of the expected offenses, in the group where it is larger. */
function countyReport(county: string, { counties, absentCounties, dataYear }: Snapshot, { shortageOf }: Models) {
  const absent = absentCounties.find((candidate) => candidate.county === county);
  const record = counties.find((candidate) => candidate.record.county === county)?.record;
  const { share, agencies } = shortageOf(dataYear, county);
  return {
    county,
    year: record?.data_year ?? null,
    result: record ? `${record.grade} (${record.safety_score})` : `${absent?.reason}: ${absent?.detail}`,
    short: sixDecimals(share),
    shortOf: agencies.map(({ agency }) => agency),
  };
}

function groupsOf(offenses: OffenseCounts) {
  return { violent: violentOf(offenses), property: propertyOf(offenses) };
}

function countBy(keys: readonly string[], values: readonly string[]): Counts {
  return Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length]));
}
