import { expect, test } from "bun:test";
import fc from "fast-check";
import { apart } from "../../../src/site/map/apart.tsx";

const SIZE = [24, 20] as const;
const point = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }));

test("two marks that cover each other end up beside each other, and their middle stays", () => {
  fc.assert(
    fc.property(point, point, (one, other) => {
      const [a = [0, 0], b = [0, 0]] = apart([one, other], SIZE);
      const isFree = Math.abs(a[0] - b[0]) >= SIZE[0] - 1e-9 || Math.abs(a[1] - b[1]) >= SIZE[1] - 1e-9;
      expect(isFree).toBe(true);
      for (const axis of [0, 1] as const) expect(a[axis] + b[axis]).toBeCloseTo(one[axis] + other[axis]);
    }),
  );
});

test("marks that are apart stay where they are", () => {
  const points = [
    [0, 0],
    [100, 0],
    [0, 100],
  ] as const;
  expect(apart(points, SIZE)).toEqual(points);
});
