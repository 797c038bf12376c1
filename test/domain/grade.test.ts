import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exactScore, familyOf, GRADES, gradeOf, gradesBetween, scoreOf } from "../../src/domain/grade.ts";

const score = fc.integer({ min: 0, max: 100 });

describe("the grade of a score", () => {
  test.each([
    ["A+", 95, 100],
    ["A", 83, 94],
    ["A-", 80, 82],
    ["B+", 77, 79],
    ["B", 63, 76],
    ["B-", 60, 62],
    ["C+", 57, 59],
    ["C", 43, 56],
    ["C-", 40, 42],
    ["D+", 37, 39],
    ["D", 23, 36],
    ["D-", 20, 22],
    ["F", 0, 19],
  ] as const)("is %s from %i to %i", (letter, from, to) => {
    expect([gradeOf(from).letter, gradeOf(to).letter]).toEqual([letter, letter]);
  });

  test.each([-1, 101, 50.5, Number.NaN, Number.POSITIVE_INFINITY])("of %p does not exist", (given) => {
    expect(() => gradeOf(given)).toThrow(new RangeError(`a safety score is an integer from 0 to 100, not ${given}`));
  });
});

test("a letter belongs to the family of its first character", () => {
  for (const { letter } of GRADES) expect<string>(familyOf(letter)).toBe(letter.slice(0, 1));
});

test("text that is not a letter has no family", () => {
  const notALetter: string = "E";
  // The type forbids it, but a snapshot written by hand may contain it.
  expect(() => Reflect.apply(familyOf, undefined, [notALetter])).toThrow(new RangeError("no grade family for E"));
});

test("the grades between two scores are those of all scores in between, best first", () => {
  fc.assert(
    fc.property(score, score, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const scores = Array.from({ length: high - low + 1 }, (_, index) => high - index);
      expect(gradesBetween(low, high)).toEqual([...new Set(scores.map((value) => gradeOf(value).letter))]);
    }),
  );
});

test("the state scores 50, half its risk 80, and twice its risk 20", () => {
  expect([0, 0.5, 1, 2, 3].map(exactScore)).toEqual([100, 80, 50, 20, 10]);
});

test("a published score is whole, half rounded up", () => {
  expect([0.41, Math.sqrt(100 / 82.5 - 1), 0.5].map(scoreOf)).toEqual([86, 83, 80]);
});

test("a higher risk never scores higher", () => {
  const risk = fc.double({ min: 0, max: 1_000, noNaN: true });
  fc.assert(
    fc.property(risk, risk, (one, other) => {
      expect(exactScore(Math.max(one, other))).toBeLessThanOrEqual(exactScore(Math.min(one, other)));
    }),
  );
});
