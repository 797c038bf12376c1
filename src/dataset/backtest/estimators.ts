import type { Estimator } from "../../domain/backtest.ts";
import type { OffenceGroup } from "../../domain/offence.ts";
import type { Prior } from "../../domain/snapshot.ts";
import { type Counted, fitPriorOf, rateGroup, rateOf } from "../rating.ts";
import type { CityYear, PanelYear } from "./panel.ts";

/** How much a year weighs against the one after it, in `fading`. */
const FADING = 0.5;
/** Standard deviation, relative, by which `ownPast` lets a city's underlying rate move in a year. */
const YEARLY_MOVE = 0.15;
/** A reported rate of zero would make any later offence impossible: it takes half an offence instead. */
const INSTEAD_OF_NONE = 0.5;

/** The year that predicts and the two before it, newest first. */
export type History = readonly [PanelYear, PanelYear, PanelYear];

/** Offences per 1,000 residents by the key of the city. */
export type Rates = ReadonlyMap<string, number>;

/** Reported and smoothed rates of a year. */
export function yearEstimates(year: PanelYear, group: OffenceGroup): Readonly<Record<"raw" | "smoothed", Rates>> {
  const counted = new Map([...year.cities].map(([key, city]) => [key, countedOf(city, group)]));
  return { raw: rawRates(counted), smoothed: smoothedRates(counted) };
}

/** All estimators, for the cities that are in all three years. */
export function estimates(history: History, group: OffenceGroup): Readonly<Record<Estimator, Rates>> {
  const [now] = history;
  const pooled = pool(history, group, [1, 1, 1]);
  return {
    ...yearEstimates(now, group),
    threeYear: rawRates(pooled),
    threeYearSmoothed: smoothedRates(pooled),
    county: countyRates(now, group),
    fading: smoothedRates(pool(history, group, [1, FADING, FADING ** 2])),
    ownPast: ownPastRates(history, group, YEARLY_MOVE),
  };
}

function countedOf(city: CityYear, group: OffenceGroup): Counted {
  return { residents: city.residents, count: city[group] };
}

function rawRates(places: ReadonlyMap<string, Counted>): Rates {
  return new Map(
    [...places].map(([key, { residents, count }]) => [key, rateOf(count === 0 ? INSTEAD_OF_NONE : count, residents)]),
  );
}

function smoothedRates(places: ReadonlyMap<string, Counted>, prior = fitPriorOf([...places.values()])): Rates {
  return new Map([...places].map(([key, place]) => [key, smoothedRate(place, prior)]));
}

function smoothedRate({ residents, count }: Counted, prior: Prior): number {
  return rateGroup(count, residents, prior, 1).smoothedRate;
}

/** Counts and residents of the years together, each with its weight, for the cities of all of them. */
function pool(history: History, group: OffenceGroup, weights: readonly number[]): ReadonlyMap<string, Counted> {
  const [now] = history;
  const keys = [...now.cities.keys()].filter((key) => history.every(({ cities }) => cities.has(key)));
  return new Map(
    keys.map((key) => {
      const years = history.flatMap(({ cities }, index) => {
        const city = cities.get(key);
        const weight = weights[index] ?? 0;
        return city ? [{ residents: weight * city.residents, count: weight * city[group] }] : [];
      });
      const residents = years.reduce((sum, year) => sum + year.residents, 0);
      return [key, { residents, count: years.reduce((sum, year) => sum + year.count, 0) }];
    }),
  );
}

/**
 * Each city towards its own past: the posterior of a year, moved with the state's rate and widened by the yearly move, is
 * the prior of the next (a gamma–Poisson filter; Harvey & Fernandes 1989). The first year starts from the prior of all cities.
 */
export function ownPastRates([now, before, earlier]: History, group: OffenceGroup, yearlyMove: number): Rates {
  const { mean, variance } = fitPriorOf([...earlier.cities.values()].map((city) => countedOf(city, group)));
  const keys = [...now.cities.keys()].filter((key) => before.cities.has(key) && earlier.cities.has(key));
  return new Map(
    keys.map((key) => {
      let shape = (mean * mean) / variance;
      let rate = mean / variance;
      for (const [index, year] of [earlier, before, now].entries()) {
        const last = [earlier, before, now][index - 1];
        if (last) {
          const moved = (shape / rate) * (year.state[group] / last.state[group]);
          shape = 1 / (1 / shape + yearlyMove ** 2);
          rate = shape / moved;
        }
        const city = year.cities.get(key);
        shape += city?.[group] ?? 0;
        rate += (city?.residents ?? 0) / 1_000;
      }
      return [key, shape / rate];
    }),
  );
}

/** Each city towards the rate of its county's cities, with the variance between cities of one county. */
function countyRates({ cities }: PanelYear, group: OffenceGroup): Rates {
  const ofCounty = Map.groupBy([...cities.values()], ({ county }) => county);
  const priors = [...ofCounty].map(([county, members]) => {
    const prior = fitPriorOf(members.map((city) => countedOf(city, group)));
    const residents = members.reduce((sum, city) => sum + city.residents, 0);
    return { county, prior, freedom: residents * (1 - 1 / members.length) };
  });
  const freedom = priors.reduce((sum, row) => sum + row.freedom, 0);
  const variance = priors.reduce((sum, row) => sum + row.freedom * row.prior.variance, 0) / freedom;
  const means = new Map(priors.map(({ county, prior }) => [county, prior.mean]));
  return new Map(
    [...cities].map(([key, city]) => {
      const prior = { mean: means.get(city.county) ?? 0, variance };
      return [key, smoothedRate(countedOf(city, group), prior)];
    }),
  );
}
