import type { PlaceExplanation } from "./explanation.ts";
import { countOf, type OffenseGroup } from "./offense.ts";
import { exactScore } from "./score.ts";
import type { RatedPlace, Rating, Trend } from "./snapshot.ts";
import { stateRateOf } from "./trend.ts";

type Steps = PlaceExplanation["steps"];

const NAMES = { violent: "Violent", property: "Property" } as const satisfies Record<OffenseGroup, string>;

/** The steps of one group, from the place's past and its count to its ratio. */
export function groupSteps(group: OffenseGroup, { record, offenses, rating }: RatedPlace, state: Trend): Steps {
  const { prior, rate, weight, smoothedRate, ratio } = rating[group];
  const name = NAMES[group];
  const thousands = shown(record.population / 1_000);
  const [mean, variance] = [shown(prior.mean), shown(prior.variance)];
  return [
    ...pastSteps(group, rating, record.data_year, state),
    {
      name: `${name} rate`,
      formula: "r = offenses / n",
      numbers: `${countOf(group, offenses)} / ${thousands}`,
      value: rate,
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
      numbers: `${shown(weight)} × ${shown(rate)} + ${shown(1 - weight)} × ${mean}`,
      value: smoothedRate,
    },
    {
      name: `${name} ratio`,
      formula: "s / C",
      numbers: `${shown(smoothedRate)} / ${shown(stateRateOf(state, record.data_year, group))}`,
      value: ratio,
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
function pastSteps(group: OffenseGroup, rating: Rating, year: number, state: Trend): Steps {
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
