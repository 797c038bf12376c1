import { countOf, OFFENSE_GROUPS, type OffenseGroup, propertyOf, totalOf, violentOf } from "../domain/offense.ts";
import type { MatchedAgency } from "./agency.ts";
import { type AgencyModels, modelOf } from "./agency-models.ts";
import type { Model } from "./model.ts";
import type { ReviewTables } from "./review.ts";

/** A county is incomplete where its incomplete agencies are short of more than this share of a group's offenses. */
export const LARGEST_SHORTAGE = 0.05;

/** An agency that reported less than its past foretold, or nothing. */
export interface ShortAgency {
  readonly agency: string;
  /** Expected less reported, not below 0. */
  readonly short: Readonly<Record<OffenseGroup, number>>;
}

/** What a county's incomplete agencies are short of in a year. */
export interface Shortage {
  readonly agencies: readonly ShortAgency[];
  /** Larger of the two groups' shares of what the county is expected to have. */
  readonly share: number;
}

export type ShortageOf = (year: number, county: string) => Shortage;

/** The shortage of each county in each year, by the models of its agencies. */
export function openShortages(models: AgencyModels, review: ReviewTables): ShortageOf {
  const { ledger, cities, sheriffs, others } = models;
  const counted = (county: string, city: string) =>
    review.policing.some((row) => row.county === county && row.city === city && row.policedBy !== "own");

  function shortOf(year: number, row: MatchedAgency): ShortAgency[] {
    const { agency } = row;
    const { model, key } = modelOf(models, row);
    const verdict = model.verdict(year, key);
    if (verdict === null || verdict.isComplete || verdict.forecast === null) return [];
    const { violent, property } = verdict.forecast;
    return [
      {
        agency,
        short: {
          violent: Math.max(0, violent.expected - violentOf(row.offenses)),
          property: Math.max(0, property.expected - propertyOf(row.offenses)),
        },
      },
    ];
  }

  /** Those that reported in one of the three years before and not in this one, unless another agency reports for them. */
  function missingOf(year: number, county: string): ShortAgency[] {
    const gone = (model: Model, residentsOf: (name: string) => number | null, isCounted: (name: string) => boolean) =>
      model.missing(year).flatMap((key): ShortAgency[] => {
        const [home, name = ""] = key.split("|");
        const residents = home === county && !isCounted(name) ? residentsOf(name) : null;
        const expected = residents === null ? null : model.expected(year, key, residents);
        return expected === null ? [] : [{ agency: name, short: expected }];
      });
    const ofCounty = () => ledger.residents(year, county, null);
    const isReported = (city: string) => {
      const row = ledger.cityRow(year, { county, city });
      return counted(county, city) || (row !== null && totalOf(row.offenses) > 0);
    };
    return [
      ...gone(cities, (city) => ledger.residents(year, county, city), isReported),
      ...gone(sheriffs, ofCounty, () => false),
      ...gone(others, ofCounty, () => false),
    ];
  }

  return (year, county) => {
    const rows = ledger.countyRows(year, county);
    const agencies = [...rows.flatMap((row) => shortOf(year, row)), ...missingOf(year, county)];
    const shares = OFFENSE_GROUPS.map((group) => {
      const short = agencies.reduce((sum, agency) => sum + agency.short[group], 0);
      const reported = rows.reduce((sum, { offenses }) => sum + countOf(group, offenses), 0);
      return short === 0 ? 0 : short / (short + reported);
    });
    return { agencies, share: Math.max(...shares) };
  };
}
