import { familyOf, GRADE_FAMILIES } from "../../domain/grade.ts";
import { propertyOf, violentOf } from "../../domain/offense.ts";
import { ABSENCE_REASONS, AGENCY_KINDS, type SnapshotFile } from "../../domain/snapshot.ts";
import { countBy } from "../count-by.ts";
import type { ReviewTables } from "./review.ts";
import type { StateModels } from "./state-models.ts";
import { suspicions } from "./suspicion.ts";

/** What a reviewer of a build looks at: counts, and figures far from their forecast. */
export type BuildReport = ReturnType<typeof reportOf>;

export function reportOf(snapshot: SnapshotFile, models: StateModels, review: ReviewTables) {
  const { version, dataYear, lastUpdated, state, cities, counties, absent, absentCounties } = snapshot;
  const rows = models.ledger.agencies.get(dataYear) ?? [];
  const letters = cities.map(({ record }) => familyOf(record.grade));
  const reasons = absent.map(({ reason }) => reason);
  return {
    version,
    dataYear,
    lastUpdated,
    state: {
      population: state.population,
      violent: violentOf(state.offenses),
      property: propertyOf(state.offenses),
    },
    /** Cities by letter, without + and -. */
    grades: countBy(GRADE_FAMILIES, letters),
    /** All cities and towns, those with a grade, and those without by reason. */
    cities: { all: cities.length + absent.length, graded: cities.length, ...countBy(ABSENCE_REASONS, reasons) },
    counties: { all: counties.length + absentCounties.length, graded: counties.length },
    absentCounties: absentCounties.map(({ county, detail }) => ({ county, detail })),
    /** Rows of the data year by kind. */
    agencies: countBy(
      AGENCY_KINDS,
      rows.map(({ kind }) => kind),
    ),
    /** Figures of the last three years that are far from their forecast, reviewed or not. */
    suspicious: [dataYear - 2, dataYear - 1, dataYear].flatMap((year) => suspicions(models, review, year)),
  };
}
