import { expect, test } from "bun:test";
import { prepared } from "../../src/store/postgres/prepared.ts";

const insert = prepared(
  "insert_rows",
  ["ids", "name", "count", "note"],
  ({ ids, name, count, note }) => `values (${name}, ${ids}, ${count}, ${note}, ${name})`,
);

test("a statement has its name, and a position for each named parameter", () => {
  const { name, text } = insert({ ids: [], name: "a", count: 1, note: null });
  expect(name).toBe("insert_rows");
  expect(text).toBe("values ($2, $1, $3, $4, $2)");
});

test("values are in the order of the parameters, not in the order in which they are given", () => {
  expect(insert({ note: "b", count: 7, name: "a", ids: [1, 2, 3] }).values).toEqual(["{1,2,3}", "a", 7, "b"]);
});

test("a list is sent as a PostgreSQL array, whatever its length", () => {
  const sent = (ids: readonly (string | number)[]) => insert({ ids, name: "a", count: 1, note: "b" }).values?.[0];
  expect(sent([])).toBe("{}");
  expect(sent(["x"])).toBe("{x}");
  expect(sent(["x", 2])).toBe("{x,2}");
});

test("null, an empty string, and 0 are sent unchanged", () => {
  expect(insert({ ids: [1], name: "", count: 0, note: null }).values).toEqual(["{1}", "", 0, null]);
});
