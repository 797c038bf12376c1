import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { median, medianRatio, middleHalf, orderOf, randomNumbers, shuffled } from "../../bench/statistics.ts";

const values = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 });

describe("the median", () => {
  test("has as many values at or below it as at or above it", () => {
    fc.assert(
      fc.property(values, (list) => {
        const middle = median(list);
        const half = list.length / 2;
        expect(list.filter((value) => value <= middle).length).toBeGreaterThanOrEqual(half);
        expect(list.filter((value) => value >= middle).length).toBeGreaterThanOrEqual(half);
      }),
    );
  });

  test("of an even number of values is the mean of the two in the middle", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test("of no values is an error, not a number", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

test("the middle half leaves out as many low values as high ones", () => {
  expect(middleHalf([9, 1, 5, 7, 3])).toEqual([3, 5, 7]);
  expect(middleHalf([9, 1, 5, 7, 3, 100, 0, 4])).toEqual([3, 4, 5, 7]);
  expect(middleHalf([2, 1])).toEqual([1, 2]);
});

test("a round in which the whole machine was slow does not change a ratio", () => {
  expect(medianRatio([100, 10, 100], [50, 5, 50])).toBe(2);
});

test("odd rounds run the cases in reverse", () => {
  expect([0, 1, 2].map((round) => orderOf(["a", "b", "c"], round).join(""))).toEqual(["abc", "cba", "abc"]);
});

test("shuffling keeps each element exactly once, and gives the same order in every run", () => {
  fc.assert(
    fc.property(values, fc.integer(), (list, seed) => {
      const once = shuffled(list, randomNumbers(seed));
      expect(shuffled(list, randomNumbers(seed))).toEqual(once);
      expect(once.toSorted((a, b) => a - b)).toEqual(list.toSorted((a, b) => a - b));
    }),
  );
});
