import { expect, test } from "bun:test";
import { join } from "node:path";
import { buildSnapshot } from "../../src/dataset/build.ts";
import { diffSnapshots } from "../../src/dataset/diff.ts";
import { readReview } from "../../src/dataset/review.ts";
import { readTables } from "../../src/dataset/table.ts";

const dataDir = join(import.meta.dir, "../../data");
const tables = await readTables(dataDir);
const review = await readReview(dataDir);
const [before, after] = [2023, 2024].map((year) => buildSnapshot({ tables, review, year }).snapshot);
if (before === undefined || after === undefined) throw new Error("no snapshots");

test("a snapshot does not differ from itself", () => {
  expect(diffSnapshots(after, after)).toMatchObject({ citiesIn: [], citiesOut: [], cityGrades: [], countyGrades: [] });
});

test("cities that come in and go out are told with the reason of their absence", () => {
  const diff = diffSnapshots(before, after);
  expect(diff.citiesIn.map(({ city }) => city)).toEqual(["Calipatria", "Lodi", "Wasco", "Westmorland"]);
  expect(diff.citiesIn[0]?.reason).toBe("No figures were published for 2023");
  expect(diff.citiesOut).toEqual([
    { city: "Downey", county: "Los Angeles County", reason: "Has its own police department; no figures for 2024" },
  ]);
});

test("grades that moved are told with what moved them, greatest first", () => {
  const { cityGrades } = diffSnapshots(before, after);
  const moved = cityGrades.find(({ name }) => name === "Lakeport");
  expect(moved).toMatchObject({
    before: { grade: "A+" },
    reasons: [{ factor: "violent", before: 3, after: 61 }, { factor: "property", before: 14, after: 94 }, {}, {}, {}],
  });
  expect(cityGrades.every(({ before: old, after: now }) => old.grade !== now.grade)).toBe(true);
});

test("a grade that moved though no figure did is put down to the method", () => {
  const cities = after.cities.map((city) => ({ ...city, record: { ...city.record, grade: "F" as const } }));
  expect(diffSnapshots(after, { ...after, cities }).cityGrades[0]?.reasons).toEqual([
    { factor: "method", before: 0, after: 0 },
  ]);
});
