import { expect, test } from "bun:test";
import { namesOf, recordFrom } from "../../src/domain/named.ts";

test("the names of a table are its keys, in order, and an object made from them has each", () => {
  const table = { second: 2, first: 1 };
  expect(namesOf(table)).toEqual(["second", "first"]);
  expect(recordFrom(namesOf(table).map((name) => [name, table[name]] as const))).toEqual(table);
});
