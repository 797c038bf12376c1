import { propertyOf, totalOf, violentOf } from "../../domain/offense.ts";
import { expectedOf, type YearVerdict } from "../model/completeness.ts";
import { type AgencyModels, agencyKey, modelOf } from "./agency-models.ts";
import type { MatchedAgency } from "./ledger.ts";
import type { ReviewTables } from "./review.ts";

/**
 * The figures of a year that a person should review: agencies with a row, then agencies that had one the year before.
 * In `finding`, `review` means that a person decided, and `reviewed` has the reason. `fall` and `shared_fall` are
 * withheld, and so is a year reviewed as incomplete; `low` and `shared_low` get a caution.
 */
export function suspicions(models: AgencyModels, review: ReviewTables, year: number) {
  const { agencies } = models.ledger;
  const before = agencies.get(year - 1) ?? [];
  const followed = new Set((agencies.get(year) ?? []).map(agencyKey));
  const gone = before.filter((row) => !followed.has(agencyKey(row)));
  const of = (
    row: MatchedAgency,
    finding: NonNullable<YearVerdict["finding"]> | "all_zero" | "row_gone",
    verdict: YearVerdict | null,
  ) => {
    const { county, agency, kind, offenses } = row;
    const isGone = finding === "row_gone";
    return {
      year,
      county,
      agency,
      kind,
      finding,
      violent: isGone ? 0 : violentOf(offenses),
      property: isGone ? 0 : propertyOf(offenses),
      expected: verdict?.forecast ? expectedOf(verdict.forecast) : null,
      reviewed:
        review.anomalies.find((found) => found.county === county && found.agency === agency && found.year === year)
          ?.reason ?? null,
    };
  };
  return [
    ...(agencies.get(year) ?? []).flatMap((row) => {
      const { model, key } = modelOf(models, row);
      const verdict = model.verdict(year, key);
      return [
        ...(verdict?.finding ? [of(row, verdict.finding, verdict)] : []),
        ...(totalOf(row.offenses) === 0 ? [of(row, "all_zero", verdict)] : []),
      ];
    }),
    ...gone.map((row) => of(row, "row_gone", null)),
  ];
}
