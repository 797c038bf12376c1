import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { microseconds, stepTimes } from "../../bench/step-times.ts";
import { STEPS, type StepResult } from "../../bench/steps.ts";

const microsecondsOfStep = fc.double({ min: 5, max: 50, noNaN: true });
const roundOf = fc.array(microsecondsOfStep, { minLength: STEPS.length, maxLength: STEPS.length });
const roundsOf = fc.array(roundOf, { minLength: 1, maxLength: 12 });

/** The results of rounds that measured these microseconds, one per step. */
function resultsOf(rounds: readonly (readonly number[])[]): readonly StepResult[] {
  return STEPS.map(({ id }, index) => ({ id, roundsUs: rounds.map((us) => us[index] ?? 0), alone: [] }));
}

const US = [8, 9.5, 11, 12, 12.5, 11.5, 14, 14, 15];

describe("the times of the steps", () => {
  test("add up to the time of the whole, and are within the middle half of the differences", () => {
    fc.assert(
      fc.property(roundsOf, (rounds) => {
        const times = stepTimes(resultsOf(rounds));
        const sum = times.reduce((total, { addedUs }) => total + addedUs, 0);
        expect(sum).toBeCloseTo(times.at(-1)?.cpuUs ?? Number.NaN, 6);
        for (const { addedUs, middleHalfUs } of times) {
          expect(addedUs).toBeWithin(middleHalfUs[0] - 1e-6, middleHalfUs[1] + 1e-6);
        }
      }),
    );
  });

  test("are the differences, with no uncertainty, if only the machine's speed changes from round to round", () => {
    const slowdown = fc.double({ min: 0.5, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(slowdown, { minLength: 2, maxLength: 12 }), (slowdowns) => {
        const times = stepTimes(resultsOf([US, ...slowdowns.map((by) => US.map((us) => us * by))]));
        const whole = times.at(-1)?.cpuUs ?? Number.NaN;
        for (const [index, { addedUs, middleHalfUs }] of times.entries()) {
          const expected = (((US[index] ?? 0) - (US[index - 1] ?? 0)) * whole) / 15;
          expect(addedUs).toBeCloseTo(expected, 6);
          for (const end of middleHalfUs) expect(end).toBeCloseTo(expected, 6);
        }
      }),
    );
  });

  test("do not change by one round that was twice as slow", () => {
    const disturbed = US.with(3, 24);
    const times = stepTimes(resultsOf([US, US, US, disturbed, US, US, US]));
    expect(times.map(({ cpuUs }) => Number(cpuUs.toFixed(6)))).toEqual(US);
  });

  test("have the middle half of the differences within a round", () => {
    const rounds = [0, 1, 2, 3, 4].map((more) => US.map((us, index) => (index === 8 ? us + more - 2 : us)));
    const [low, high] = stepTimes(resultsOf(rounds)).at(-1)?.middleHalfUs ?? [];
    // The scale of a round changes with its sum, so that one step's noise is slightly damped.
    expect(low).toBeWithin(-0.2, 0.2);
    expect(high).toBeWithin(1.8, 2.1);
  });

  test("are missing if a step was not measured", () => {
    expect(stepTimes()).toEqual([]);
    expect(stepTimes(resultsOf([US]).slice(1))).toEqual([]);
  });
});

test("microseconds have one decimal and a minus sign, and zero has none", () => {
  expect([1.26, -1.26, -0.04, 0].map(microseconds)).toEqual(["1.3", "−1.3", "0.0", "0.0"]);
});
