import type { ByGroup } from "../../domain/offense.ts";
import type { YearVerdict } from "../model/completeness.ts";
import { PULLS } from "../model/filter.ts";
import type { Panel, PanelYear, PlaceYear } from "../model/panel.ts";
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
import type { MatchedAgency } from "./agency.ts";
import type { Ledger } from "./ledger.ts";
import { agencyKey, agencyPanel, type CityYear, cityKey, cityPanel } from "./panels.ts";

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
  readonly cities: RateModel<CityYear>;
  readonly sheriffs: RateModel;
  readonly others: RateModel;
  groupYears(year: number): readonly GroupYear[];
  /** The year after the last. */
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

/** The models without any year. */
export function emptyAgencyModels(ledger: Ledger, groups: readonly ReportingGroup[]): AgencyModels {
  const yearsOf = <Place extends PlaceYear>(panel: Panel<Place>) => new Map(panel.map((year) => [year.year, year]));
  const panels = {
    cities: yearsOf(cityPanel(ledger)),
    sheriffs: yearsOf(agencyPanel(ledger, ({ kind }) => kind === "sheriff")),
    others: yearsOf(agencyPanel(ledger, ({ kind }) => kind !== "sheriff" && kind !== "city")),
  };

  function modelsOf(past: Past): AgencyModels {
    const { cities, sheriffs, others } = past;
    return { ledger, cities, sheriffs, others, groupYears: (year) => past.groups.get(year) ?? [], judge };

    function judge(year: number): JudgedAgencies {
      const judgedIn = <Place extends PlaceYear>(model: RateModel<Place>, years: Map<number, PanelYear<Place>>) => {
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
  if (city !== null) return { model: models.cities, key: cityKey({ county, city }) };
  return { model: kind === "sheriff" ? models.sheriffs : models.others, key: agencyKey(agency) };
}
