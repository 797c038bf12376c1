import type { Estimator } from "../../domain/backtest.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import type { Prior } from "../../domain/snapshot.ts";
import { fitMove, ownPriors } from "../own-past.ts";
import type { CityYear, Panel, PanelYear } from "../panel.ts";
import { type Counted, fitPriorOf, rateGroup, rateOf } from "../rating.ts";

/** How much a year weighs against the one after it, in `fading`. */
const FADING = 0.5;
/** A reported rate of zero would make any later offense impossible: it takes half an offense instead. */
const INSTEAD_OF_NONE = 0.5;

/** The years before one that predicts, oldest first, and the yearly moves that are fitted on them alone. */
export interface Before {
  readonly years: Panel<CityYear>;
  readonly moves: Readonly<Record<OffenseGroup, number>>;
}

/** A year that predicts, with two years right before it. */
export interface History {
  readonly now: PanelYear<CityYear>;
  /** The year and the two before it, newest first. */
  readonly three: Panel<CityYear>;
  readonly before: Before;
}

export function beforeOf(panel: Panel<CityYear>, now: PanelYear<CityYear>): Before {
  const years = panel.filter(({ year }) => year < now.year);
  return { years, moves: { violent: fitMove(years, "violent"), property: fitMove(years, "property") } };
}

/** null where one of the two years before is missing. */
export function historyOf(panel: Panel<CityYear>, now: PanelYear<CityYear>, before: Before): History | null {
  const three = [0, 1, 2].flatMap((back) => panel.find(({ year }) => year === now.year - back) ?? []);
  return three.length === 3 ? { now, three, before } : null;
}

/** Offenses per 1,000 residents by the key of the city. */
export type Rates = ReadonlyMap<string, number>;

/** Reported and smoothed rates of a year. */
export function yearEstimates(
  year: PanelYear<CityYear>,
  group: OffenseGroup,
): Readonly<Record<"raw" | "smoothed", Rates>> {
  const counted = new Map([...year.places].map(([key, city]) => [key, countedOf(city, group)]));
  return { raw: rawRates(counted), smoothed: smoothedRates(counted) };
}

/** All estimators, for the cities that are in all three years. */
export function estimates(history: History, group: OffenseGroup): Readonly<Record<Estimator, Rates>> {
  const { now, three, before } = history;
  return {
    ...yearEstimates(now, group),
    threeYear: threeYearRates(history, group),
    threeYearSmoothed: smoothedRates(pool(three, group, [1, 1, 1])),
    county: countyRates(now, group),
    fading: smoothedRates(pool(three, group, [1, FADING, FADING ** 2])),
    ownPast: ownPastRates(now, before, group),
  };
}

/** Reported rates of three years together, for the cities that are in all of them. */
export function threeYearRates({ three }: History, group: OffenseGroup): Rates {
  return rawRates(pool(three, group, [1, 1, 1]));
}

function countedOf(city: CityYear, group: OffenseGroup): Counted {
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

/** Each city of the year toward its own past; one without a past toward all cities. */
export function ownPastRates(now: PanelYear<CityYear>, { years, moves }: Before, group: OffenseGroup): Rates {
  const all = fitPriorOf([...now.places.values()].map((city) => countedOf(city, group)));
  const own = ownPriors(years, now, group, moves[group]);
  return new Map(
    [...now.places].map(([key, city]) => [key, smoothedRate(countedOf(city, group), own.get(key)?.prior ?? all)]),
  );
}

/** Each city toward the rate of its county's cities, with the variance between cities of one county. */
function countyRates({ places: cities }: PanelYear<CityYear>, group: OffenseGroup): Rates {
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
