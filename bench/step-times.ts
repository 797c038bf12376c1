import { quantile } from "d3-array";
import { median } from "./statistics.ts";
import { STEPS, type Step, type StepResult } from "./steps.ts";

/** A step and its CPU time per request, in microseconds. */
export interface StepTime extends Step {
  /** Of its server: the median of the rounds. */
  readonly cpuUs: number;
  /** The difference to the previous step. The differences add up to the time of the last step. */
  readonly addedUs: number;
  /** The middle half of the differences within a round: how certain `addedUs` is. */
  readonly middleHalfUs: readonly [from: number, to: number];
}

/**
 * The CPU time of each step; empty if a step was not measured. A round in which the machine was slow is scaled, so that
 * the times of all steps together are the same in every round.
 */
export function stepTimes(results: readonly StepResult[] = []): readonly StepTime[] {
  const measured = STEPS.map(({ id }) => results.find((result) => result.id === id)?.roundsUs ?? []);
  const rounds = Math.min(...measured.map(({ length }) => length));
  if (rounds === 0) return [];
  const sums = Array.from({ length: rounds }, (_, round) => measured.reduce((sum, us) => sum + (us[round] ?? 0), 0));
  const usualSum = median(sums);
  const scaled = measured.map((us) => sums.map((sum, round) => ((us[round] ?? 0) * usualSum) / sum));
  const medians = scaled.map(median);
  return STEPS.map((step, index) => {
    const differences = sums.map((_, round) => (scaled[index]?.[round] ?? 0) - (scaled[index - 1]?.[round] ?? 0));
    const cpuUs = medians[index] ?? 0;
    const addedUs = cpuUs - (medians[index - 1] ?? 0);
    const middleHalfUs = [quantile(differences, 0.25) ?? 0, quantile(differences, 0.75) ?? 0] as const;
    return { ...step, cpuUs, addedUs, middleHalfUs };
  });
}

/** One decimal, with a real minus sign. */
export function microseconds(us: number): string {
  return us.toFixed(1).replace("-0.0", "0.0").replace("-", "−");
}
