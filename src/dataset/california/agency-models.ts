import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import { PULLS } from "../model/filter.ts";
import { growModel, type RateModel } from "../model/rate-model.ts";
import {
  fitSharedMoves,
  hasFallen,
  type Member,
  type SharedCase,
  sharedCases,
  sharedVerdicts,
} from "../model/shared-falls.ts";
import type { MatchedAgency } from "./agency.ts";
import type { Ledger } from "./ledger.ts";
import { agencyKey, agencyPanel, type CityYear, cityKey, cityPanel } from "./panels.ts";

/** Size classes of cities by residents. Counties and sheriffs have fewer, because there are only 58 counties. */
export const CITY_BOUNDS = [0, 5_000, 10_000, 50_000, 200_000] as const;
export const COUNTY_BOUNDS = [0, 50_000, 200_000] as const;
const ONE_SIZE = [0] as const;

/** A model for each kind of agency: cities with their own residents, sheriffs and all others with those of their county. */
export interface AgencyModels {
  readonly ledger: Ledger;
  readonly cities: RateModel<CityYear>;
  readonly sheriffs: RateModel;
  readonly others: RateModel;
  groupYears(year: number): readonly GroupYear[];
}

interface GroupYear {
  readonly name: string;
  readonly cases: readonly SharedCase[];
}

/** Cities and sheriffs that lose reports together: those of a county, or of a regional reporting system. */
interface ReportingGroup {
  readonly name: string;
  readonly counties: readonly string[];
}

/** The models, followed through the years side by side: a year of one agency also depends on those that report with it. */
export function openAgencyModels(ledger: Ledger, groups: readonly ReportingGroup[]): AgencyModels {
  const cities = growModel(cityPanel(ledger), CITY_BOUNDS);
  const sheriffs = growModel(
    agencyPanel(ledger, ({ kind }) => kind === "sheriff"),
    COUNTY_BOUNDS,
    PULLS.agency,
  );
  const others = growModel(
    agencyPanel(ledger, ({ kind }) => kind !== "sheriff" && kind !== "city"),
    ONE_SIZE,
    PULLS.agency,
  );
  const together = [cities, sheriffs];
  const shared = fitSharedMoves();
  const casesOf = new Map<number, readonly GroupYear[]>();
  for (const year of ledger.years) {
    const judged = together.map((model) => ({ model, verdicts: new Map(model.judge(year) ?? []) }));
    const years = groups.map(({ name, counties }): GroupYear => {
      const members = judged.flatMap(({ model, verdicts }) =>
        [...verdicts].flatMap(([key, { isComplete, finding }]): [string, Member][] => {
          const place = model.reported(year, key);
          const isMember = isComplete && finding !== "review" && counties.includes(key.split("|")[0] ?? "");
          return place && isMember ? [[key, { place, forecasts: model.forecasts(year, key) }]] : [];
        }),
      );
      return { name, cases: sharedCases(new Map(members), year, shared.moves()) };
    });
    casesOf.set(year, years);
    for (const { cases } of years) {
      for (const [key, verdict] of sharedVerdicts(cases, year)) {
        for (const { verdicts } of judged) if (verdicts.get(key)?.isComplete) verdicts.set(key, verdict);
      }
    }
    for (const { name, cases } of years) {
      const [next] = cases;
      const isCounty = groups.find((group) => group.name === name)?.counties.length === 1;
      if (next === undefined || !isCounty || cases.some((one) => hasFallen(one))) continue;
      for (const group of OFFENSE_GROUPS) shared.add(group, next.groups[group]);
    }
    for (const { model, verdicts } of judged) model.close(year, verdicts);
    others.close(year, others.judge(year) ?? new Map());
  }
  return { ledger, cities, sheriffs, others, groupYears: (year) => casesOf.get(year) ?? [] };
}

/** The model of an agency, and the agency's key in it. */
export function modelOf(
  models: AgencyModels,
  agency: MatchedAgency,
): { readonly model: RateModel; readonly key: string } {
  const { county, city, kind } = agency;
  if (city !== null) return { model: models.cities, key: cityKey({ county, city }) };
  return { model: kind === "sheriff" ? models.sheriffs : models.others, key: agencyKey(agency) };
}
