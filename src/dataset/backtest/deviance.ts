import { type BacktestResult, ESTIMATORS, SIZE_CLASSES, type SizeClass } from "../../domain/backtest.ts";
import { namesOf, recordFrom } from "../../domain/named.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import type { Model } from "../model.ts";
import type { CityYear, PanelYear } from "../panel.ts";
import { estimates, filteredRates, type History, historyOf, type Rates, yearEstimates } from "./estimators.ts";
import { mean, poissonDeviance, rounded, sizeOf } from "./measure.ts";

type Cities = Model<CityYear>;

/** A year and the next one. */
export interface YearPair {
  readonly now: PanelYear<CityYear>;
  readonly next: PanelYear<CityYear>;
  /** With the two years before; null if there are none. */
  readonly history: History | null;
}

const SMALL = 10_000;
const SIZES = [...SIZE_CLASSES.map(({ name }) => name), null];

/** Neighboring years of the panel, none across a missing year. */
export function pairsOf({ panel }: Cities): readonly YearPair[] {
  return panel.flatMap((now) => {
    const next = panel.find(({ year }) => year === now.year + 1);
    return next ? [{ now, next, history: historyOf(panel, now) }] : [];
  });
}

/** The deviance of one city in one pair, by estimator. */
interface CityDeviance<Name extends string> {
  readonly size: SizeClass;
  readonly residents: number;
  readonly by: Readonly<Record<Name, number>>;
}

/** All estimators on the same city-years: those with two years of history. */
export function devianceTable(pairs: readonly YearPair[], model: Cities): BacktestResult["deviance"] {
  return OFFENSE_GROUPS.flatMap((group) => {
    const cities = pairs.flatMap(({ now, next, history }) =>
      history ? cityDeviances(estimates(history, model, group), now, next, group) : [],
    );
    return SIZES.map((size) => {
      const members = cities.filter((city) => size === null || city.size === size);
      const names = namesOf(ESTIMATORS);
      const means = names.map((name) => [name, rounded(mean(members.map(({ by }) => by[name])))] as const);
      return { group, size, cityYears: members.length, mean: recordFrom(means) };
    });
  });
}

/** The yearly moves fitted on the years up to each year. */
export function yearlyMoveTable({ panel, moves }: Cities): BacktestResult["yearlyMove"] {
  return panel.map(({ year }) => ({ year, ...moves(year) }));
}

/** The method, the earlier method, and the method with another first prior, on all pairs and cities, with any history. */
export function allPairsTable(pairs: readonly YearPair[], model: Cities, likelihoodModel: Cities) {
  return OFFENSE_GROUPS.flatMap((group) => {
    const cities = pairs.flatMap(({ now, next }) => {
      const { allCities } = yearEstimates(now, group);
      const ownPast = filteredRates(now, model, group);
      const likelihood = filteredRates(now, likelihoodModel, group);
      return cityDeviances({ allCities, ownPast, likelihood }, now, next, group);
    });
    return SIZES.map((size) => {
      const members = cities.filter((city) => size === null || city.size === size);
      const meanOf = (name: "allCities" | "ownPast" | "likelihood") => rounded(mean(members.map(({ by }) => by[name])));
      return {
        group,
        size,
        cityYears: members.length,
        allCities: meanOf("allCities"),
        ownPast: meanOf("ownPast"),
        likelihood: meanOf("likelihood"),
      };
    });
  });
}

/** How much better the method predicts small places than the reported rate, pair by pair. */
export function gainTable(pairs: readonly YearPair[], model: Cities): BacktestResult["gain"] {
  return OFFENSE_GROUPS.flatMap((group) =>
    pairs.map(({ now, next }) => {
      const { raw } = yearEstimates(now, group);
      const ownPast = filteredRates(now, model, group);
      const small = cityDeviances({ raw, ownPast }, now, next, group).filter(({ residents }) => residents < SMALL);
      const [without, withIt] = [mean(small.map(({ by }) => by.raw)), mean(small.map(({ by }) => by.ownPast))];
      return { year: now.year, group, cities: small.length, gain: rounded(1 - withIt / without) };
    }),
  );
}

/**
 * Each estimator's rates times next year's residents, scaled together to next year's total: a change of the state's level
 * affects all places alike, and a score is relative to it.
 */
function cityDeviances<Name extends string>(
  estimators: Readonly<Record<Name, Rates>>,
  now: PanelYear<CityYear>,
  next: PanelYear<CityYear>,
  group: OffenseGroup,
): readonly CityDeviance<Name>[] {
  const names = namesOf(estimators);
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
    const by = recordFrom(deviances.map(([name, values]) => [name, values[index] ?? 0] as const));
    return [{ size: sizeOf(city.residents), residents: city.residents, by }];
  });
}
