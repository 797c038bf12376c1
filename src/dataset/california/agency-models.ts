import type { YearVerdict } from "../model/completeness.ts";
import { PULLS } from "../model/filter.ts";
import { emptyModel, type JudgedYear, modelOfPanel, type RateModel } from "../model/rate-model.ts";
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

interface GroupYear extends ReportingGroup {
  readonly cases: readonly SharedCase[];
}

/** Cities and sheriffs that lose reports together: those of a county, or of a regional reporting system. */
interface ReportingGroup {
  readonly name: string;
  readonly counties: readonly string[];
}

/** The models, followed through the years side by side: a year of one agency also depends on those that report with it. */
export function openAgencyModels(ledger: Ledger, groups: readonly ReportingGroup[]): AgencyModels {
  const isSheriff = ({ kind }: MatchedAgency) => kind === "sheriff";
  const isOther = ({ kind }: MatchedAgency) => kind !== "sheriff" && kind !== "city";
  const cityYears = new Map(cityPanel(ledger).map((year) => [year.year, year]));
  const sheriffYears = new Map(agencyPanel(ledger, isSheriff).map((year) => [year.year, year]));
  let cities = emptyModel<CityYear>(CITY_BOUNDS);
  let sheriffs = emptyModel(COUNTY_BOUNDS, PULLS.agency);
  let shared = fitSharedMoves();
  const casesOf = new Map<number, readonly GroupYear[]>();
  for (const year of ledger.years) {
    const [ofCities, ofSheriffs] = [cityYears.get(year), sheriffYears.get(year)];
    const judged = { cities: ofCities && cities.judge(ofCities), sheriffs: ofSheriffs && sheriffs.judge(ofSheriffs) };
    const members = membersOf([judged.cities, judged.sheriffs]);
    const cases = groups.map((group): GroupYear => {
      const ofGroup = [...members].filter(([key]) => group.counties.includes(key.split("|")[0] ?? ""));
      return { ...group, cases: sharedCases(new Map(ofGroup), year, shared.moves()) };
    });
    casesOf.set(year, cases);
    const together = verdictsTogether(cases, year);
    cities = judged.cities?.close(revised(judged.cities, together)) ?? cities;
    sheriffs = judged.sheriffs?.close(revised(judged.sheriffs, together)) ?? sheriffs;
    const sums = cases.filter((one) => one.counties.length === 1 && !one.cases.some((sum) => hasFallen(sum)));
    shared = sums.reduce((fit, { cases: [next] }) => (next === undefined ? fit : fit.add(next.groups)), shared);
  }
  const others = modelOfPanel(agencyPanel(ledger, isOther), emptyModel(ONE_SIZE, PULLS.agency));
  return { ledger, cities, sheriffs, others, groupYears: (year) => casesOf.get(year) ?? [] };
}
/** Agencies whose own count is no fall, and no person decided. */
function membersOf(judged: readonly (JudgedYear | undefined)[]): ReadonlyMap<string, Member> {
  return new Map(
    judged.flatMap((one) =>
      [...(one?.reported.places ?? [])].flatMap(([key, place]): [string, Member][] => {
        const verdict = one?.verdicts.get(key);
        const isMember = verdict?.isComplete && verdict.finding !== "review";
        return isMember ? [[key, { place, forecasts: one?.forecasts.get(key) ?? [] }]] : [];
      }),
    ),
  );
}

/** Of the members of all groups that fell: the first group that makes one incomplete decides. */
function verdictsTogether(groups: readonly GroupYear[], year: number): ReadonlyMap<string, YearVerdict> {
  const decided = new Map<string, YearVerdict>();
  for (const { cases } of groups) {
    for (const [key, verdict] of sharedVerdicts(cases, year)) {
      if (decided.get(key)?.isComplete !== false) decided.set(key, verdict);
    }
  }
  return decided;
}

function revised({ verdicts }: JudgedYear, together: ReadonlyMap<string, YearVerdict>) {
  return new Map([...verdicts].map(([key, own]) => [key, together.get(key) ?? own] as const));
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
