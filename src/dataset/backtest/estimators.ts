import type { Estimator } from "../../domain/backtest.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import type { GammaRate } from "../../domain/snapshot.ts";
import { countedIn } from "../filter.ts";
import { type Counted, rateOf, startingPrior, update } from "../gamma-poisson.ts";
import type { Model } from "../model.ts";
import type { CityYear, Panel, PanelYear } from "../panel.ts";

/** Weight of a year relative to the following one, in `fading`. */
const FADING = 0.5;
/** A reported rate of zero would make any later offense impossible, so it counts as half an offense. */
const INSTEAD_OF_NONE = 0.5;

/** A training year, with the two years right before it. */
export interface History {
  readonly now: PanelYear<CityYear>;
  /** The year and the two before it, newest first. */
  readonly three: Panel<CityYear>;
}

/** null if one of the two years before is missing. */
export function historyOf(panel: Panel<CityYear>, now: PanelYear<CityYear>): History | null {
  const three = [0, 1, 2].flatMap((back) => panel.find(({ year }) => year === now.year - back) ?? []);
  return three.length === 3 ? { now, three } : null;
}

/** Offenses per 1,000 residents by the key of the city. */
export type Rates = ReadonlyMap<string, number>;

/** Reported rates of a year, and rates smoothed toward all cities of the year, as in the earlier method. */
export function yearEstimates(
  year: PanelYear<CityYear>,
  group: OffenseGroup,
): Readonly<Record<"raw" | "allCities", Rates>> {
  const counted = new Map([...year.places].map(([key, city]) => [key, countedIn(city, group)]));
  return { raw: rawRates(counted), allCities: smoothedRates(counted) };
}

/** All estimators, for the cities that are in all three years. */
export function estimates(
  history: History,
  model: Model<CityYear>,
  group: OffenseGroup,
): Readonly<Record<Estimator, Rates>> {
  const { now, three } = history;
  return {
    ...yearEstimates(now, group),
    ownPast: filteredRates(now, model, group),
    threeYear: rawRates(pool(three, group, [1, 1, 1])),
    threeYearSmoothed: smoothedRates(pool(three, group, [1, 1, 1])),
    county: countyRates(now, group),
    fading: smoothedRates(pool(three, group, [1, FADING, FADING ** 2])),
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
      const standing = model.standing(year, key);
      return standing === null ? [] : [[key, standing.steps[group].posterior.mean]];
    }),
  );
}

function rawRates(places: ReadonlyMap<string, Counted>): Rates {
  return new Map(
    [...places].map(([key, { residents, count }]) => [key, rateOf(count === 0 ? INSTEAD_OF_NONE : count, residents)]),
  );
}

function smoothedRates(places: ReadonlyMap<string, Counted>): Rates {
  const prior = startingPrior([...places.values()]);
  return new Map([...places].map(([key, place]) => [key, smoothedRate(place, prior)]));
}

function smoothedRate(place: Counted, prior: GammaRate): number {
  return update(prior, place).mean;
}

/** Counts and residents of the years together, each with its weight, for the cities of all of them. */
function pool(three: Panel<CityYear>, group: OffenseGroup, weights: readonly number[]): ReadonlyMap<string, Counted> {
  const [now] = three;
  const keys = [...(now?.places.keys() ?? [])].filter((key) => three.every(({ places }) => places.has(key)));
  return new Map(
    keys.map((key) => {
      const years = three.flatMap(({ places }, index) => {
        const city = places.get(key);
        const weight = weights[index] ?? 0;
        return city ? [{ residents: weight * city.residents, count: weight * city[group] }] : [];
      });
      const residents = years.reduce((sum, year) => sum + year.residents, 0);
      return [key, { residents, count: years.reduce((sum, year) => sum + year.count, 0) }];
    }),
  );
}

/** Each city toward the rate of its county's cities, with the variance between cities of one county. */
function countyRates({ places: cities }: PanelYear<CityYear>, group: OffenseGroup): Rates {
  const ofCounty = Map.groupBy([...cities.values()], ({ county }) => county);
  const priors = [...ofCounty].map(([county, members]) => {
    const prior = startingPrior(members.map((city) => countedIn(city, group)));
    const residents = members.reduce((sum, city) => sum + city.residents, 0);
    return { county, prior, freedom: residents * (1 - 1 / members.length) };
  });
  const freedom = priors.reduce((sum, row) => sum + row.freedom, 0);
  const variance = priors.reduce((sum, row) => sum + row.freedom * row.prior.variance, 0) / freedom;
  const means = new Map(priors.map(({ county, prior }) => [county, prior.mean]));
  return new Map(
    [...cities].map(([key, city]) => {
      const prior = { mean: means.get(city.county) ?? 0, variance };
      return [key, smoothedRate(countedIn(city, group), prior)];
    }),
  );
}
