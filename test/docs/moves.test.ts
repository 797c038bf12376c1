import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { releasedNation } from "../support/server.ts";

const FOLDER = join(import.meta.dir, "../../docs/moves");
const page = readFileSync(join(FOLDER, "1.3.0.md"), "utf8");
const rows: readonly Record<"kind" | "name" | "grade" | "grade_before" | "year" | "year_before", string>[] = parse(
  readFileSync(join(FOLDER, "1.3.0.csv")),
  { columns: true, bom: true },
);
const number = (value: number) => value.toLocaleString("en-US");

test("docs/moves/1.3.0.md counts the rows of its table, each with another record than before", () => {
  const places = rows.filter(({ kind }) => kind === "place");
  const isNew = places.filter((row) => row.grade_before === "");
  const withdrawn = places.filter((row) => row.grade === "");
  const others = places.length - isNew.length - withdrawn.length;
  expect(page).toContain(
    `Of ${number(rows.length)} rows, ${number(isNew.length)} are new records, ${withdrawn.length} withdrawn, ${others} have another letter, and ${rows.length - places.length} are cities of California.`,
  );
  expect(rows.filter((row) => row.grade === row.grade_before && row.year === row.year_before)).toEqual([]);
});

test("docs/moves/1.3.0.md has today's number of places, and each new record of its table is one of them", () => {
  const { nation, statistics } = releasedNation;
  expect(page).toContain(`That is ${number(statistics.places)} instead of 2,742 places`);
  const graded = new Set(
    nation.places.flatMap(({ name, state, county }) => [
      `${name}, ${state}`.replaceAll("/", " and "),
      `${name}, ${county}, ${state}`,
    ]),
  );
  const named = rows.filter(({ kind, grade }) => kind === "place" && grade !== "").map(({ name }) => name);
  expect(named.filter((name) => !graded.has(name))).toEqual([]);
});
