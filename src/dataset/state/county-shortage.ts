import { type ByGroup, byGroup, countOf, type OffenseGroup, totalOf } from "../../domain/offense.ts";
import { NOTHING } from "../model/panel.ts";
import { type AgencyModels, FEWEST_RESIDENTS, modelOf } from "./agency-models.ts";
import type { ReviewTables } from "./review.ts";

/** Less than this many offenses is no shortage. */
const SMALLEST_SHORTAGE = 1;

/** An agency that reported less than its forecast, or nothing. */
interface ShortAgency {
  readonly agency: string;
  /** Expected less reported; 0 where that is below one offense. */
  readonly short: ByGroup<number>;
}

/** The offenses missing from a county's figures of a year. */
export interface Shortage {
  readonly agencies: readonly ShortAgency[];
  /** The group with the larger share missing, and that share of the county's expected offenses. */
  readonly group: OffenseGroup;
  readonly share: number;
  readonly short: ByGroup<number>;
}

/** Of incomplete agencies, and of those whose counts are low (`LOW_BOUND`). */
export type ShortageOf = (year: number, county: string) => Shortage;

/** The shortage of each county in each year, by the models of its agencies. @param countsLow whether low ones count */
export function openShortages(models: AgencyModels, review: ReviewTables, countsLow = true): ShortageOf {
  const { ledger, cities, sheriffs, others } = models;
  const isPolicedByOthers = (county: string, city: string) =>
    review.policing.some((row) => row.county === county && row.city === city && row.policedBy !== "own");
  const hasMoved = (county: string, agency: string) =>
    review.agencies.some(
      (row) =>
        row.county === county &&
        row.agency === agency &&
        row.successorCounty !== null &&
        row.successorCounty !== county,
    );

  /** Agencies with figures of the year that are not complete, or low. */
  function incompleteOf(year: number, county: string): ShortAgency[] {
    const followed = new Map(
      ledger.countyRows(year, county).map((row) => {
        const { model, key } = modelOf(models, row);
        return [key, { model, agency: row.city === null ? row.followedAs : row.agency }];
      }),
    );
    return [...followed].flatMap(([key, { model, agency }]): ShortAgency[] => {
      const verdict = model.verdict(year, key);
      const reported = model.reported(year, key);
      if (!verdict?.forecast || reported === null) return [];
      if (verdict.isComplete && !(countsLow && verdict.finding === "low")) return [];
      const { groups } = verdict.forecast;
      return [
        { agency, short: shortOf({ violent: groups.violent.expected, property: groups.property.expected }, reported) },
      ];
    });
  }

  /** Agencies that had a complete year before and have no figures in this one, unless another agency reports for them. */
  function missingOf(year: number, county: string): ShortAgency[] {
    return [cities, sheriffs, others].flatMap((model) =>
      model.missing(year).flatMap((key): ShortAgency[] => {
        const [home, agency = ""] = key.split("|");
        if (home !== county) return [];
        const residents =
          model === cities ? residentsOfCity(year, county, agency) : residentsOfOther(year, county, agency);
        const expected = residents === null ? null : model.expected(year, key, residents);
        return expected === null ? [] : [{ agency, short: shortOf(expected, NOTHING) }];
      }),
    );
  }

  /** null if the city lacks nothing; as in the panel of cities, smaller ones are not judged. */
  function residentsOfCity(year: number, county: string, city: string): number | null {
    const { residents, offenses } = ledger.ofCity(year, { county, city });
    if (isPolicedByOthers(county, city) || (offenses !== null && totalOf(offenses) > 0)) return null;
    return residents !== null && residents >= FEWEST_RESIDENTS ? residents : null;
  }

  function residentsOfOther(year: number, county: string, agency: string): number | null {
    return hasMoved(county, agency) ? null : ledger.ofCounty(year, county).residents;
  }

  return (year, county) => {
    const agencies = [...incompleteOf(year, county), ...missingOf(year, county)];
    const { offenses } = ledger.ofCounty(year, county);
    const missing = byGroup((group) => agencies.reduce((sum, { short }) => sum + short[group], 0));
    const shares = byGroup((group) => {
      const reported = offenses === null ? 0 : countOf(group, offenses);
      return missing[group] === 0 ? 0 : missing[group] / (missing[group] + reported);
    });
    const group = shares.property > shares.violent ? "property" : "violent";
    const short = agencies.filter((agency) => agency.short.violent + agency.short.property > 0);
    return { agencies: short, group, share: shares[group], short: missing };
  };
}

function shortOf(expected: ByGroup<number>, reported: ByGroup<number>): ByGroup<number> {
  return byGroup((group) => {
    const missing = expected[group] - reported[group];
    return missing < SMALLEST_SHORTAGE ? 0 : missing;
  });
}
