import { expect, test } from "bun:test";
import { placeDataOf } from "../../src/lookup/list.ts";
import { releasedNation as nation } from "../support/server.ts";

test("the figures in columns are those of the records", () => {
  const { entries, figuresOf } = nation;
  expect(entries.length).toBeGreaterThan(5_000);
  for (const entry of entries) expect(figuresOf(entry)).toEqual(placeDataOf(entry));
});

test("a place of another dataset has none", () => {
  const [first] = nation.entries;
  if (first === undefined) throw new Error("there are no places");
  expect(() => nation.figuresOf({ ...first })).toThrow("is not a place of the dataset");
});
