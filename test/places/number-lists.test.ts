import { expect, test } from "bun:test";
import { NumberLists } from "../../src/places/number-lists.ts";

test("a list has numbers up to 65,535", () => {
  const lists = new NumberLists([[], [65_535, 0]]);
  expect([...lists.numbers.subarray(lists.startOf(1), lists.endOf(1))]).toEqual([65_535, 0]);
  expect(() => new NumberLists([[65_536]])).toThrow(RangeError);
});
