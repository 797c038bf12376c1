import { mean } from "d3-array";
import { median, middleHalf } from "./statistics.ts";
import { STEPS, type Step, type StepResult } from "./steps.ts";

/** A step and its CPU time per request, in microseconds. */
export interface StepTime extends Step {
  /** The sum of `addedUs` up to this step. */
  readonly cpuUs: number;
  /** What the step adds: the mean of the middle half of the differences to the previous step within a round. */
  readonly addedUs: number;
  /** The lowest and highest of that middle half: how certain `addedUs` is. */
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
  let cpuUs = 0;
  return STEPS.map((step, index) => {
    const differences = middleHalf(
      sums.map((sum, round) => {
        const us = (measured[index]?.[round] ?? 0) - (measured[index - 1]?.[round] ?? 0);
        return (us * usualSum) / sum;
      }),
    );
    const addedUs = mean(differences) ?? 0;
    cpuUs += addedUs;
    return { ...step, cpuUs, addedUs, middleHalfUs: [differences[0] ?? 0, differences.at(-1) ?? 0] };
  });
}

/** One decimal, with a real minus sign. */
export function microseconds(us: number): string {
  return us.toFixed(1).replace("-0.0", "0.0").replace("-", "−");
}
