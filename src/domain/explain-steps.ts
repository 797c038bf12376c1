import type { PlaceExplanation } from "./explanation.ts";
import type { OffenseGroup } from "./offense.ts";
import { exactScore } from "./score.ts";
import type { Rating, Trend } from "./snapshot.ts";
import { stateRateOf } from "./trend.ts";

type Steps = PlaceExplanation["steps"];

/** One group of offenses with everything that its smoothed rate and its ratio are made from. */
type GroupFigures = Pick<
  PlaceExplanation["violent"],
  | "count"
  | "rate_per_1k"
  | "prior_mean"
  | "prior_variance"
  | "weight"
  | "smoothed_rate_per_1k"
  | "state_rate_per_1k"
  | "ratio"
>;

const NAMES = { violent: "Violent", property: "Property" } as const satisfies Record<OffenseGroup, string>;

/** The steps from a count to its ratio. @param population residents, 1 or more */
export function groupSteps(group: OffenseGroup, figures: GroupFigures, population: number): Steps {
  const name = NAMES[group];
  const thousands = shown(population / 1_000);
  const mean = shown(figures.prior_mean);
  const variance = shown(figures.prior_variance);
  const { weight } = figures;
  return [
    {
      name: `${name} rate`,
      formula: "r = offenses / n",
      numbers: `${figures.count} / ${thousands}`,
      value: figures.rate_per_1k,
    },
    {
      name: `${name} weight`,
      formula: "w = v / (v + m / n)",
      numbers: `${variance} / (${variance} + ${mean} / ${thousands})`,
      value: weight,
    },
    {
      name: `${name} rate, smoothed`,
      formula: "s = w × r + (1 − w) × m",
      numbers: `${shown(weight)} × ${shown(figures.rate_per_1k)} + ${shown(1 - weight)} × ${mean}`,
      value: figures.smoothed_rate_per_1k,
    },
    {
      name: `${name} ratio`,
      formula: "s / the state's rate",
      numbers: `${shown(figures.smoothed_rate_per_1k)} / ${shown(figures.state_rate_per_1k)}`,
      value: figures.ratio,
    },
  ];
}

/** The steps from the two ratios to the score. */
export function scoreSteps({ violent, property, relativeRisk }: Rating, score: number): Steps {
  return [
    {
      name: "Relative risk",
      formula: "RR = (violent ratio + property ratio) / 2",
      numbers: `(${shown(violent.ratio)} + ${shown(property.ratio)}) / 2`,
      value: relativeRisk,
    },
    {
      name: "Score",
      formula: "100 / (1 + RR²), rounded",
      numbers: `100 / (1 + ${shown(relativeRisk)}²) = ${exactScore(relativeRisk).toFixed(2)}`,
      value: score,
    },
  ];
}

/** From the estimate after the newest earlier year to the prior; empty in a place's first year. */
export function pastSteps(group: OffenseGroup, rating: Rating, year: number, state: Trend): Steps {
  const { last, prior, move } = rating[group];
  if (last === null) return [];
  const name = NAMES[group];
  const growth = `${shown(stateRateOf(state, year, group))} / ${shown(stateRateOf(state, last.year, group))}`;
  const mean = shown(last.mean);
  return [
    {
      name: `${name} prior, mean`,
      formula: "m = a × p × C / c + (1 − a) × A × C",
      numbers: `${shown(last.kept)} × ${mean} × ${growth} + ${shown(1 - last.kept)} × ${shown(last.anchor)} × ${shown(stateRateOf(state, year, group))}`,
      value: prior.mean,
    },
    {
      name: `${name} prior, variance`,
      formula: "v = (u + p² × σ² × k) × (C / c)²",
      numbers: `(${shown(last.variance)} + ${mean}² × ${move}² × ${year - last.year}) × (${growth})²`,
      value: prior.variance,
    },
  ];
}

/** Four decimals at most. */
function shown(value: number): string {
  return String(Number(value.toFixed(4)));
}
