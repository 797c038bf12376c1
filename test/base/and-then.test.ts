import { expect, test } from "bun:test";
import { andThen } from "../../src/base/and-then.ts";

test("goes on at once with a value, and later with a promise of one", async () => {
  const half = (value: number) => value / 2;
  expect(andThen(4, half)).toBe(2);
  const later = andThen(Promise.resolve(4), half);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
  expect(await andThen(4, async (value) => value / 2)).toBe(2);
});

test("what fails at once is thrown, and what fails later rejects", async () => {
  const fail = (): never => {
    throw new RangeError("no such part");
  };
  expect(() => andThen(1, fail)).toThrow("no such part");
  await expect(andThen(Promise.resolve(1), fail)).rejects.toThrow("no such part");
});
