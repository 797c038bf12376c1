import {
  type BacktestResult,
  ESTIMATORS,
  type Estimator,
  SIZE_CLASSES,
  type SizeClass,
} from "../../domain/backtest.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import type { CityYear, Panel, PanelYear } from "../panel.ts";
import {
  type Before,
  beforeOf,
  estimates,
  type History,
  historyOf,
  ownPastRates,
  type Rates,
  threeYearRates,
  yearEstimates,
} from "./estimators.ts";
import { mean, poissonDeviance, rounded, sizeOf } from "./measure.ts";

/** A year and the next one. */
export interface Pair {
  readonly now: PanelYear<CityYear>;
  readonly next: PanelYear<CityYear>;
  readonly before: Before;
  /** With the two years before, where there are. */
  readonly history: History | null;
}

const SMALL = 10_000;

/** Neighboring years of the panel. A pair across a missing year is none. */
export function pairsOf(panel: Panel<CityYear>): readonly Pair[] {
  return panel.flatMap((now) => {
    const next = panel.find(({ year }) => year === now.year + 1);
    if (!next) return [];
    const before = beforeOf(panel, now);
    return [{ now, next, before, history: historyOf(panel, now, before) }];
  });
}

/** The deviance of one city in one pair, by estimator. */
interface CityDeviance<Name extends string> {
  readonly size: SizeClass;
  readonly residents: number;
  readonly by: Readonly<Record<Name, number>>;
}

/** All estimators on the same city-years: those with two years of history. */
export function devianceTable(pairs: readonly Pair[]): BacktestResult["deviance"] {
  return OFFENSE_GROUPS.flatMap((group) => {
    const cities = pairs.flatMap(({ now, next, history }) =>
      history ? cityDeviances(estimates(history, group), now, next, group) : [],
    );
    return [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
      const members = cities.filter((city) => size === null || city.size === size);
      const names = Object.keys(ESTIMATORS).filter((name): name is Estimator => name in ESTIMATORS);
      const means = names.map((name) => [name, rounded(mean(members.map(({ by }) => by[name])))] as const);
      return { group, size, cityYears: members.length, mean: recordOf(means) };
    });
  });
}

const YEARLY_MOVES = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4] as const;

/** How much the smoothing to the own past depends on its one constant, on the city-years of `devianceTable`. */
export function ownPastTable(pairs: readonly Pair[]): BacktestResult["ownPast"] {
  return YEARLY_MOVES.map((value) => {
    const meanOf = (group: OffenseGroup) => {
      const cities = pairs.flatMap(({ now, next, history }) => {
        if (!history) return [];
        const before = { ...history.before, moves: { violent: value, property: value } };
        const ownPast = ownPastRates(now, before, group);
        return cityDeviances({ threeYear: threeYearRates(history, group), ownPast }, now, next, group);
      });
      return rounded(mean(cities.map(({ by }) => by.ownPast)));
    };
    return { value, violent: meanOf("violent"), property: meanOf("property") };
  });
}

/** The yearly move that each year that predicts fits to the years before it. */
export function yearlyMoveTable(pairs: readonly Pair[]): BacktestResult["yearlyMove"] {
  return pairs.map(({ now, before }) => ({ year: now.year, ...before.moves }));
}

/** The method in force and the own past on all pairs and cities, whatever history there is. */
export function allPairsTable(pairs: readonly Pair[]): BacktestResult["allPairs"] {
  return OFFENSE_GROUPS.flatMap((group) => {
    const cities = pairs.flatMap(({ now, next, before }) => {
      const ownPast = ownPastRates(now, before, group);
      return cityDeviances({ smoothed: yearEstimates(now, group).smoothed, ownPast }, now, next, group);
    });
    return [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
      const members = cities.filter((city) => size === null || city.size === size);
      const meanOf = (name: "smoothed" | "ownPast") => rounded(mean(members.map(({ by }) => by[name])));
      return { group, size, cityYears: members.length, smoothed: meanOf("smoothed"), ownPast: meanOf("ownPast") };
    });
  });
}

/** What smoothing gains over the reported rate in small places, pair by pair. */
export function gainTable(pairs: readonly Pair[]): BacktestResult["gain"] {
  return OFFENSE_GROUPS.flatMap((group) =>
    pairs.map(({ now, next }) => {
      const small = cityDeviances(yearEstimates(now, group), now, next, group).filter(
        ({ residents }) => residents < SMALL,
      );
      const [raw, smoothed] = [mean(small.map(({ by }) => by.raw)), mean(small.map(({ by }) => by.smoothed))];
      return { year: now.year, group, cities: small.length, gain: rounded(1 - smoothed / raw) };
    }),
  );
}

/**
 * Each estimator's rates times next year's residents, scaled together to next year's total: the level of the state moves
 * alike for all of them, and a score is relative to it.
 */
function cityDeviances<Name extends string>(
  estimators: Readonly<Record<Name, Rates>>,
  now: PanelYear<CityYear>,
  next: PanelYear<CityYear>,
  group: OffenseGroup,
): readonly CityDeviance<Name>[] {
  const names = Object.keys(estimators).filter((name): name is Name => name in estimators);
  const keys = [...now.places.keys()].filter(
    (key) => next.places.has(key) && names.every((name) => estimators[name].has(key)),
  );
  const observed = keys.map((key) => next.places.get(key)?.[group] ?? 0);
  const total = observed.reduce((sum, count) => sum + count, 0);
  const deviances = names.map((name) => {
    const expected = keys.map((key) => (estimators[name].get(key) ?? 0) * (next.places.get(key)?.residents ?? 0));
    const scale = total / expected.reduce((sum, count) => sum + count, 0);
    return [name, expected.map((count, index) => poissonDeviance(observed[index] ?? 0, count * scale))] as const;
  });
  return keys.flatMap((key, index) => {
    const city = now.places.get(key);
    if (!city) return [];
    const by = recordOf(deviances.map(([name, values]) => [name, values[index] ?? 0] as const));
    return [{ size: sizeOf(city.residents), residents: city.residents, by }];
  });
}

/** An object of named numbers; the names are all there, which the compiler cannot see in `Object.fromEntries`. */
export function recordOf<Name extends string>(entries: readonly (readonly [Name, number])[]): Record<Name, number> {
  return Object.fromEntries(entries) as Record<Name, number>;
}
