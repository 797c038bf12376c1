import { type ByGroup, sumOffenses, totalOf } from "../../domain/offense.ts";
import type { YearVerdict } from "../model/completeness.ts";
import { PULLS } from "../model/filter.ts";
import { type Panel, type PanelYear, type PlaceYear, placeYear, yardstickOf } from "../model/panel.ts";
import { emptyModel, type JudgedYear, type RateModel } from "../model/rate-model.ts";
import {
  fitSharedMoves,
  hasFallen,
  type Member,
  type SharedBound,
  type SharedCase,
  type SharedMoveFit,
  sharedCases,
  sharedVerdicts,
} from "../model/shared-falls.ts";
import { keyOf, type Ledger, type MatchedAgency } from "./ledger.ts";

/** Size classes of cities by residents. Counties and sheriffs have fewer, because there are only 58 counties. */
export const CITY_BOUNDS = [0, 5_000, 10_000, 50_000, 200_000] as const;
export const COUNTY_BOUNDS = [0, 50_000, 200_000] as const;
const ONE_SIZE = [0] as const;

/**
 * A model for each kind of agency: cities with their own residents, sheriffs and all others with those of their county.
 * They are followed side by side: a year of one agency also depends on those that report with it.
 */
export interface AgencyModels {
  readonly ledger: Ledger;
  readonly cities: RateModel;
  readonly sheriffs: RateModel;
  readonly others: RateModel;
  groupYears(year: number): readonly GroupYear[];
  judge(year: number): JudgedAgencies;
}

/** A year of all agencies, with the verdicts of those that report together. */
export interface JudgedAgencies {
  readonly groups: readonly GroupYear[];
  /** @param further verdicts that replace those of complete agencies */
  close(further?: ReadonlyMap<string, YearVerdict>): AgencyModels;
}

interface GroupYear extends ReportingGroup {
  readonly cases: readonly SharedCase[];
  /** Of sums in this year. */
  readonly moves: ByGroup<number>;
}

/** Cities and sheriffs that lose reports together: those of a county, or of a regional reporting system. */
interface ReportingGroup {
  readonly name: string;
  readonly counties: readonly string[];
}

interface Past extends Pick<AgencyModels, "cities" | "sheriffs" | "others"> {
  readonly shared: SharedMoveFit;
  readonly groups: ReadonlyMap<number, readonly GroupYear[]>;
}

export function emptyAgencyModels(ledger: Ledger, groups: readonly ReportingGroup[]): AgencyModels {
  const yearsOf = (panel: Panel) => new Map(panel.map((year) => [year.year, year]));
  const panels = {
    cities: yearsOf(cityPanel(ledger)),
    sheriffs: yearsOf(agencyPanel(ledger, ({ kind }) => kind === "sheriff")),
    others: yearsOf(agencyPanel(ledger, ({ kind }) => kind !== "sheriff" && kind !== "city")),
  };

  function modelsOf(past: Past): AgencyModels {
    const { cities, sheriffs, others } = past;
    return { ledger, cities, sheriffs, others, groupYears: (year) => past.groups.get(year) ?? [], judge };

    function judge(year: number): JudgedAgencies {
      const judgedIn = (model: RateModel, years: ReadonlyMap<number, PanelYear>) => {
        const reported = years.get(year);
        return reported && model.judge(reported);
      };
      const judged = { cities: judgedIn(cities, panels.cities), sheriffs: judgedIn(sheriffs, panels.sheriffs) };
      const members = [...membersOf([judged.cities, judged.sheriffs])];
      const moves = past.shared.moves();
      const groupYears = groups.map((group): GroupYear => {
        const ofGroup = members.filter(([key]) => group.counties.includes(key.split("|")[0] ?? ""));
        return { ...group, moves, cases: sharedCases(new Map(ofGroup), year, moves) };
      });
      const together = verdictsTogether(groupYears, year);
      return {
        groups: groupYears,
        close(further = new Map()) {
          const replaced = [...further].filter(([key]) => together.get(key)?.isComplete !== false);
          const decided = new Map([...together, ...replaced]);
          const fallen = (group: GroupYear) =>
            group.cases.some((sum) => hasFallen(sum) || sum.members.keys().some((key) => further.has(key)));
          const sums = groupYears.filter((group) => group.counties.length === 1 && !fallen(group));
          return modelsOf({
            cities: judged.cities?.close(revised(judged.cities, decided)) ?? cities,
            sheriffs: judged.sheriffs?.close(revised(judged.sheriffs, decided)) ?? sheriffs,
            others: judgedIn(others, panels.others)?.close() ?? others,
            shared: sums.reduce((fit, { cases: [next] }) => (next ? fit.add(next.groups) : fit), past.shared),
            groups: new Map([...past.groups, [year, groupYears]]),
          });
        },
      };
    }
  }

  return modelsOf({
    cities: emptyModel(CITY_BOUNDS),
    sheriffs: emptyModel(COUNTY_BOUNDS, PULLS.agency),
    others: emptyModel(ONE_SIZE, PULLS.agency),
    shared: fitSharedMoves(),
    groups: new Map(),
  });
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
export function verdictsTogether(
  groups: readonly GroupYear[],
  year: number,
  bound?: SharedBound,
): ReadonlyMap<string, YearVerdict> {
  const decided = new Map<string, YearVerdict>();
  for (const { cases } of groups) {
    for (const [key, verdict] of sharedVerdicts(cases, year, bound)) {
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
  if (city !== null) return { model: models.cities, key: keyOf(county, city) };
  return { model: kind === "sheriff" ? models.sheriffs : models.others, key: agencyKey(agency) };
}

/** With fewer residents, a rate per 1,000 residents is not meaningful (decisions 7). */
export const FEWEST_RESIDENTS = 1_000;

export function agencyKey({ county, followedAs }: Pick<MatchedAgency, "county" | "followedAs">): string {
  return keyOf(county, followedAs);
}

/** Cities with figures of their own that are not all zero, and with enough residents. */
function cityPanel(ledger: Ledger): Panel {
  return panelOf(ledger, (year) =>
    ledger.cities.flatMap(({ county, city }): [string, PlaceYear][] => {
      const { residents } = ledger.ofCity(year, { county, city });
      const row = ledger.cityRow(year, { county, city });
      if (residents === null || row === null || residents < FEWEST_RESIDENTS || totalOf(row.offenses) === 0) return [];
      const review = ledger.review(year, county, row.agency);
      const others = ledger.others(year, { county, city });
      return [[keyOf(county, city), { ...placeYear(residents, row.offenses, review), others }]];
    }),
  );
}

/** Counties with figures, all agencies together. */
export function countyPanel(ledger: Ledger, counties: readonly { readonly county: string }[]): Panel {
  return panelOf(ledger, (year) =>
    counties.flatMap(({ county }): [string, PlaceYear][] => {
      const { residents, offenses } = ledger.ofCounty(year, county);
      if (!residents || offenses === null || totalOf(offenses) === 0) return [];
      return [[county, placeYear(residents, offenses, ledger.review(year, county, null))]];
    }),
  );
}

/** Agencies other than a city's, with their county's residents. A row and its successor count together. */
function agencyPanel(ledger: Ledger, isMember: (agency: MatchedAgency) => boolean): Panel {
  return panelOf(ledger, (year) => {
    const rows = (ledger.agencies.get(year) ?? []).filter(isMember);
    return [...Map.groupBy(rows, agencyKey)].flatMap(([key, same]): [string, PlaceYear][] => {
      const county = same[0]?.county ?? "";
      const { residents } = ledger.ofCounty(year, county);
      if (!residents) return [];
      const review = same.map(({ agency }) => ledger.review(year, county, agency)).find((found) => found !== null);
      return [[key, placeYear(residents, sumOffenses(same), review ?? null)]];
    });
  });
}

function panelOf(ledger: Ledger, placesOf: (year: number) => readonly (readonly [string, PlaceYear])[]): Panel {
  return ledger.years.flatMap((year) => {
    const places = new Map(placesOf(year));
    const { residents, offenses } = ledger.ofState(year);
    if (places.size === 0 || residents === null || offenses === null) return [];
    return { year, places, yardstick: yardstickOf(residents, offenses) };
  });
}
