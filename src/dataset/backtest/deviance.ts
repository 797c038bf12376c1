import { namesOf, recordFrom } from "../../domain/named.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { SIZE_CLASSES, type SizeClass } from "../../domain/size-class.ts";
import type { Model } from "../model.ts";
import type { CityYear, Panel, PanelYear } from "../panel.ts";
import { ESTIMATORS, estimates, filteredRates, type Rates, reportedRates, threeYearsTo } from "./estimators.ts";
import { mean, poissonDeviance, rounded, sizeOf } from "./measure.ts";

type Cities = Model<CityYear>;

/** A year and the next one. */
export interface YearPair {
  readonly now: PanelYear<CityYear>;
  readonly next: PanelYear<CityYear>;
  /** `now` and the two years before, newest first; null if one is missing. */
  readonly three: Panel<CityYear> | null;
}

const SMALL = 10_000;

/** Neighboring years of the panel, none across a missing year. */
export function pairsOf({ panel }: Cities): readonly YearPair[] {
  return panel.flatMap((now) => {
    const next = panel.find(({ year }) => year === now.year + 1);
    return next ? [{ now, next, three: threeYearsTo(panel, now.year) }] : [];
  });
}

/** The deviance of one city in one pair, by estimator. */
interface CityDeviance<Name extends string> {
  readonly size: SizeClass;
  readonly residents: number;
  readonly by: Readonly<Record<Name, number>>;
}

/** Mean Poisson deviance of the next year's counts, all estimators on the same city-years; size null means all sizes. */
export function devianceTable(pairs: readonly YearPair[], model: Cities) {
  return OFFENSE_GROUPS.flatMap((group) => {
    const cities = pairs.flatMap(({ now, next, three }) =>
      three ? cityDeviances(estimates(now, three, model, group), now, next, group) : [],
    );
    return [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
      const members = cities.filter((city) => size === null || city.size === size);
      const means = namesOf(ESTIMATORS).map(
        (name) => [name, rounded(mean(members.map(({ by }) => by[name])))] as const,
      );
      return { group, size, cityYears: members.length, mean: recordFrom(means) };
    });
  });
}

/** The yearly moves fitted on the years up to each year. */
export function yearlyMoveTable({ panel, moves }: Cities) {
  return panel.map(({ year }) => ({ year, ...moves(year) }));
}

/** How much better the method predicts small places than the reported rate, pair by pair. */
export function gainTable(pairs: readonly YearPair[], model: Cities) {
  return OFFENSE_GROUPS.flatMap((group) =>
    pairs.map(({ now, next }) => {
      const rates = { raw: reportedRates([now], group), ownPast: filteredRates(now, model, group) };
      const small = cityDeviances(rates, now, next, group).filter(({ residents }) => residents < SMALL);
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
