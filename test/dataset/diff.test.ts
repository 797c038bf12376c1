import { expect, test } from "bun:test";
import { join } from "node:path";
import { buildSnapshot } from "../../src/dataset/build.ts";
import { diffSnapshots } from "../../src/dataset/diff.ts";
import { readReview } from "../../src/dataset/review.ts";
import { readTables } from "../../src/dataset/table.ts";
import type { Snapshot } from "../../src/domain/snapshot.ts";

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

test("from 2023 to 2024 four cities come in, one goes out, 213 cities and 23 counties have another grade", () => {
  const grades = ({ cities, counties }: Snapshot) => ({
    cities: Object.fromEntries(cities.map(({ record }) => [record.city, record.grade])),
    counties: Object.fromEntries(counties.map(({ record }) => [record.county, record.grade])),
  });
  const [old, now] = [grades(before), grades(after)];
  const moved = (kind: "cities" | "counties") =>
    Object.keys(now[kind]).filter((name) => name in old[kind] && old[kind][name] !== now[kind][name]);
  const counted = [
    Object.keys(now.cities).filter((name) => !(name in old.cities)).length,
    Object.keys(old.cities).filter((name) => !(name in now.cities)).length,
    moved("cities").length,
    moved("counties").length,
  ];
  expect(counted).toEqual([4, 1, 213, 23]);
  const diff = diffSnapshots(before, after);
  const lists = [diff.citiesIn, diff.citiesOut, diff.cityGrades, diff.countyGrades];
  expect(lists.map(({ length }) => length)).toEqual(counted);
  expect(diff.cityGrades.map(({ name }) => name).toSorted()).toEqual(moved("cities").toSorted());
  expect(diff.countyGrades.map(({ name }) => name).toSorted()).toEqual(moved("counties").toSorted());
});

test("grades that moved are told with what moved them, greatest first, and incomplete years last", () => {
  const { cityGrades } = diffSnapshots(before, after);
  const moved = cityGrades.find(({ name }) => name === "Lakeport");
  expect(moved).toMatchObject({
    before: { grade: "A+" },
    reasons: [
      { factor: "violent", before: 3, after: 61 },
      { factor: "property", before: 14, after: 94 },
      {},
      {},
      {},
      {},
    ],
  });
  expect(moved?.reasons.at(-1)).toEqual({ factor: "partial_year", before: 1, after: 0 });
  expect(cityGrades.every(({ before: old, after: now }) => old.grade !== now.grade)).toBe(true);
});

test("the first reason points the way that the grade went", () => {
  const { cityGrades, countyGrades } = diffSnapshots(before, after);
  const moreIsBetter = { violent: false, property: false, population: true, state: true };
  for (const { name, before: old, after: now, reasons } of [...cityGrades, ...countyGrades]) {
    const [main] = reasons;
    const points = Object.entries(moreIsBetter).map(([factor, better]) => {
      if (factor !== main?.factor) return null;
      return main.after > main.before === better ? "better" : "worse";
    });
    expect([name, points.find((point) => point !== null)]).toEqual([name, now.score > old.score ? "better" : "worse"]);
  }
});

test("a city with fewer offenses and yet a worse grade is put down to the fall of the state's rates", () => {
  const found = diffSnapshots(before, after).cityGrades.find(({ name }) => name === "San Diego");
  expect(found).toMatchObject({ before: { grade: "B-", score: 60 }, after: { grade: "C+", score: 59 } });
  expect(found?.reasons[0]?.factor).toBe("state");
  const [then, now] = [before.state, after.state].map(({ violentRate, propertyRate }) => violentRate * propertyRate);
  expect(found?.reasons[0]?.before).toBeCloseTo(then ?? 0, 5);
  expect(found?.reasons[0]?.after).toBeCloseTo(now ?? 0, 5);
  expect(found?.reasons.at(-1)).toEqual({ factor: "property", before: 24_970, after: 23_199 });
});

test("a grade that moved though no figure did is put down to the method", () => {
  const cities = after.cities.map((city) => ({ ...city, record: { ...city.record, grade: "F" as const } }));
  expect(diffSnapshots(after, { ...after, cities }).cityGrades[0]?.reasons).toEqual([
    { factor: "method", before: 0, after: 0 },
  ]);
});
