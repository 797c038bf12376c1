import type { Explanation } from "./explanation.ts";
import type { OffenseGroup } from "./offense.ts";
import { exactScore } from "./score.ts";
import type { OwnPast, Snapshot } from "./snapshot.ts";

type Steps = Explanation["steps"];

/** One group of offenses with all that its smoothed rate and its ratio are made of. */
export type GroupFigures = Pick<
  Explanation["violent"],
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

/** From a count to its ratio. @param population residents, 1 or more */
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

/** From the two ratios to the score. */
export function scoreSteps(ratios: Readonly<Record<OffenseGroup, number>>, relativeRisk: number, score: number): Steps {
  return [
    {
      name: "Relative risk",
      formula: "RR = √(violent ratio × property ratio)",
      numbers: `√(${shown(ratios.violent)} × ${shown(ratios.property)})`,
      value: relativeRisk,
    },
    {
      name: "Score",
      formula: "100 / (1 + RR²), rounded",
      numbers: `100 / (1 + ${shown(relativeRisk)}²) = ${exactScore(relativeRisk ** 2).toFixed(2)}`,
      value: score,
    },
  ];
}

interface PastStepsInput {
  readonly ownPast: OwnPast;
  /** Yearly move of the group, relative. */
  readonly move: number;
  /** Newest year of the place's own, and the data year. */
  readonly from: number;
  readonly to: number;
  readonly state: Snapshot["state"];
}

/** From what was known after the newest of a place's own years to the prior; none where it has no such year. */
export function pastSteps(group: OffenseGroup, { ownPast, move, from, to, state }: PastStepsInput): Steps {
  const { last, prior } = ownPast[group];
  const then = stateRateIn(group, from, state);
  if (last === null || then === null) return [];
  const name = NAMES[group];
  const growth = `${shown(state[`${group}Rate`])} / ${shown(then)}`;
  const mean = shown(last.mean);
  return [
    {
      name: `${name} prior, mean`,
      formula: "m = p × C / c",
      numbers: `${mean} × ${growth}`,
      value: prior.mean,
    },
    {
      name: `${name} prior, variance`,
      formula: "v = (u + p² × σ² × k) × (C / c)²",
      numbers: `(${shown(last.variance)} + ${mean}² × ${move}² × ${to - from}) × (${growth})²`,
      value: prior.variance,
    },
  ];
}

/** The state's rate of a year before the data year; null where its figures are not published. */
function stateRateIn(group: OffenseGroup, year: number, { trend }: Snapshot["state"]): number | null {
  const count = trend[group][year - trend.from] ?? null;
  const population = trend.population[year - trend.from] ?? null;
  return count === null || population === null ? null : count / (population / 1_000);
}

/** Four decimals at most. */
function shown(value: number): string {
  return String(Number(value.toFixed(4)));
}
