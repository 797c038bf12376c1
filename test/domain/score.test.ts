import { expect, test } from "bun:test";
import fc from "fast-check";
import { exactScore, scoreOf } from "../../src/domain/grade.ts";

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
