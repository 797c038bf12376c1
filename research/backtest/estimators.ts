import { countedIn } from "../../src/dataset/filter.ts";
import { type Counted, rateOf, startingPrior, update } from "../../src/dataset/gamma-poisson.ts";
import type { Model } from "../../src/dataset/model.ts";
import type { CityYear, Panel, PanelYear } from "../../src/dataset/panel.ts";
import type { OffenseGroup } from "../../src/domain/offense.ts";

/** Ways to estimate a city's rate, in the order of the tables. */
export const ESTIMATORS = {
  raw: "Reported rate",
  ownPast: "Own history (the method)",
  allCities: "Toward all cities",
  threeYear: "Three-year mean",
} as const;
export type Estimator = keyof typeof ESTIMATORS;

/** A reported rate of zero would make any later offense impossible, so it counts as half an offense. */
const INSTEAD_OF_NONE = 0.5;

/** A year and the two right before it, newest first; null if one of them is missing. */
export function threeYearsTo(panel: Panel<CityYear>, year: number): Panel<CityYear> | null {
  const three = [year, year - 1, year - 2].flatMap((one) => panel.find((candidate) => candidate.year === one) ?? []);
  return three.length === 3 ? three : null;
}

/** Offenses per 1,000 residents by the key of the city. */
export type Rates = ReadonlyMap<string, number>;

/** All estimators for a year, which is the first of the three years. */
export function estimates(
  now: PanelYear<CityYear>,
  three: Panel<CityYear>,
  model: Model<CityYear>,
  group: OffenseGroup,
): Readonly<Record<Estimator, Rates>> {
  const prior = startingPrior([...now.places.values()].map((city) => countedIn(city, group)));
  return {
    raw: reportedRates([now], group),
    ownPast: filteredRates(now, model, group),
    allCities: new Map([...now.places].map(([key, city]) => [key, update(prior, countedIn(city, group)).mean])),
    threeYear: reportedRates(three, group),
  };
}

/** The rates of the method: each city's from its years up to then. */
export function filteredRates(
  { year, places }: PanelYear<CityYear>,
  model: Model<CityYear>,
  group: OffenseGroup,
): Rates {
  return new Map(
    [...places.keys()].flatMap((key): [string, number][] => {
      const estimate = model.estimate(year, key);
      return estimate === null ? [] : [[key, estimate.steps[group].posterior.mean]];
    }),
  );
}

/** Reported rates of the years together, for the cities that are in all of them. */
export function reportedRates(years: Panel<CityYear>, group: OffenseGroup): Rates {
  return new Map(
    [...(years[0]?.places.keys() ?? [])].flatMap((key): [string, number][] => {
      const counted = years.flatMap(({ places }): Counted[] => {
        const city = places.get(key);
        return city ? [countedIn(city, group)] : [];
      });
      if (counted.length < years.length) return [];
      const count = counted.reduce((sum, year) => sum + year.count, 0);
      const residents = counted.reduce((sum, year) => sum + year.residents, 0);
      return [[key, rateOf(count === 0 ? INSTEAD_OF_NONE : count, residents)]];
    }),
  );
}
