import { type ByGroup, countOf, type OffenseGroup, totalOf } from "../domain/offense.ts";
import { type AgencyModels, modelOf } from "./agency-models.ts";
import type { Model } from "./model.ts";
import { FEWEST_RESIDENTS } from "./panel.ts";
import type { ReviewTables } from "./review.ts";

/** Less than this many offenses is no shortage. */
const SMALLEST_SHORTAGE = 1;

/** An agency that reported less than its forecast, or nothing. */
interface ShortAgency {
  readonly agency: string;
  /** Expected less reported; 0 where that is below one offense. */
  readonly short: Readonly<Record<OffenseGroup, number>>;
}

/** The offenses missing from a county's figures of a year. */
export interface Shortage {
  readonly agencies: readonly ShortAgency[];
  /** The group with the larger share missing, and that share of the county's expected offenses. */
  readonly group: OffenseGroup;
  readonly share: number;
  readonly shares: ByGroup<number>;
  readonly short: ByGroup<number>;
}

/** Of incomplete agencies; with `withLow`, also of agencies whose counts are low (`LOW_BOUND`). */
export type ShortageOf = (year: number, county: string, options?: { readonly withLow: boolean }) => Shortage;

/** The shortage of each county in each year, by the models of its agencies. */
export function openShortages(models: AgencyModels, review: ReviewTables): ShortageOf {
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
  function incompleteOf(year: number, county: string, withLow: boolean): ShortAgency[] {
    const followed = new Map(
      ledger.countyRows(year, county).map((row) => {
        const { model, key } = modelOf(models, row);
        return [key, { model, agency: row.city === null ? row.followedAs : row.agency }];
      }),
    );
    return [...followed].flatMap(([key, { model, agency }]): ShortAgency[] => {
      const verdict = model.verdict(year, key);
      const reported = model.reported(year, key);
      if (verdict === null || verdict.forecast === null || reported === null) return [];
      if (verdict.isComplete && !(withLow && verdict.finding === "low")) return [];
      const { violent, property } = verdict.forecast.groups;
      const short = {
        violent: shortageOf(violent.expected - reported.violent),
        property: shortageOf(property.expected - reported.property),
      };
      return [{ agency, short }];
    });
  }

  /** Agencies that had a complete year before and have no figures in this one, unless another agency reports for them. */
  function missingOf(year: number, county: string): ShortAgency[] {
    const gone = (model: Model, residentsOf: (name: string) => number | null, isCounted: (name: string) => boolean) =>
      model.missing(year).flatMap((key): ShortAgency[] => {
        const [home, name = ""] = key.split("|");
        const residents = home === county && !isCounted(name) ? residentsOf(name) : null;
        const expected = residents === null ? null : model.expected(year, key, residents);
        if (expected === null) return [];
        return [
          { agency: name, short: { violent: shortageOf(expected.violent), property: shortageOf(expected.property) } },
        ];
      });
    // As in the panel of cities: smaller ones are not judged, so they lack nothing either.
    const residentsOfCity = (city: string) => {
      const { residents } = ledger.ofCity(year, { county, city });
      return residents !== null && residents >= FEWEST_RESIDENTS ? residents : null;
    };
    const ofCounty = () => ledger.ofCounty(year, county).residents;
    const isReported = (city: string) => {
      const row = ledger.cityRow(year, { county, city });
      return isPolicedByOthers(county, city) || (row !== null && totalOf(row.offenses) > 0);
    };
    const hasMovedAway = (agency: string) => hasMoved(county, agency);
    return [
      ...gone(cities, residentsOfCity, isReported),
      ...gone(sheriffs, ofCounty, hasMovedAway),
      ...gone(others, ofCounty, hasMovedAway),
    ];
  }

  return (year, county, { withLow } = { withLow: false }) => {
    const agencies = [...incompleteOf(year, county, withLow), ...missingOf(year, county)];
    const sumOf = (group: OffenseGroup) => agencies.reduce((sum, agency) => sum + agency.short[group], 0);
    const missing = { violent: sumOf("violent"), property: sumOf("property") };
    const shareOf = (group: OffenseGroup) => {
      const short = missing[group];
      const reported = ledger.countyRows(year, county).reduce((sum, { offenses }) => sum + countOf(group, offenses), 0);
      return short === 0 ? 0 : short / (short + reported);
    };
    const shares = { violent: shareOf("violent"), property: shareOf("property") };
    const group = shares.property > shares.violent ? "property" : "violent";
    const short = agencies.filter((agency) => agency.short.violent + agency.short.property > 0);
    return { agencies: short, group, share: shares[group], shares, short: missing };
  };
}

function shortageOf(offenses: number): number {
  return offenses < SMALLEST_SHORTAGE ? 0 : offenses;
}
