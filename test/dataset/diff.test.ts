import { expect, test } from "bun:test";
import { buildSnapshot } from "../../src/dataset/california/build.ts";
import { diffSnapshots } from "../../src/dataset/diff.ts";
import { currentModels, currentReview, currentTables } from "../support/current-build.ts";
import { currentGeographyFile } from "../support/current-geography.ts";

const input = { tables: currentTables, review: currentReview, models: currentModels, geography: currentGeographyFile };
const [before, after] = [2024, 2025].map((year) => buildSnapshot(input, year).records);
if (before === undefined || after === undefined) throw new Error("no snapshots");

test("a snapshot does not differ from itself", () => {
  expect(diffSnapshots(after, after)).toMatchObject({ citiesIn: [], citiesOut: [], cityGrades: [], countyGrades: [] });
});

test("added and removed cities are listed with the reason of their absence", () => {
  const diff = diffSnapshots(before, after);
  expect(diff.citiesIn).toEqual([
    {
      city: "Lodi",
      county: "San Joaquin County",
      reason: "2022 and 2023: no figures of its own. 2024: About half of 2021 and 2025; no row in 2022 and 2023",
    },
    {
      city: "West Sacramento",
      county: "Yolo County",
      reason: expect.stringMatching(
        /^2022: 93 violent offenses, about \d+ expected; .+ 2024: still as low as in 2022, 166 violent offenses/,
      ),
    },
  ]);
  expect(diff.citiesOut.map(({ city }) => city)).toEqual([
    "Brawley",
    "Calexico",
    "Dunsmuir",
    "El Centro",
    "Holtville",
    "Imperial",
    "Montague",
    "Mount Shasta",
    "Weed",
  ]);
  for (const { city, reason } of diff.citiesOut) {
    expect([city, reason]).toEqual([
      city,
      expect.stringMatching(/^2023: .+ 2025: still as low as in 2023, \d+ violent offenses/),
    ]);
  }
  expect([diff.countiesIn, diff.countiesOut]).toEqual([[], []]);
  expect(diffSnapshots(after, before).citiesOut.map(({ city }) => city)).toEqual(["Lodi", "West Sacramento"]);
});

test("changed grades are listed with their reasons, largest change first", () => {
  const { cityGrades } = diffSnapshots(before, after);
  expect(cityGrades.find(({ name }) => name === "Palm Desert")).toMatchObject({
    before: { grade: "C", score: 50 },
    after: { grade: "B-", score: 62 },
    reasons: [
      { factor: "property", before: 1_476, after: 1_119 },
      { factor: "violent", before: 169, after: 74 },
      {},
      {},
      {},
    ],
  });
  expect(cityGrades.every(({ before: old, after: now }) => old.grade !== now.grade)).toBe(true);
});

test("a place whose record is of the same year in both has not changed", () => {
  const names = diffSnapshots(before, after).cityGrades.map(({ name }) => name);
  for (const name of ["Avenal", "Fremont", "Vista"]) expect(names).not.toContain(name);
});

test("the first reason points the way that the grade went", () => {
  const { cityGrades, countyGrades } = diffSnapshots(before, after);
  const moreIsBetter = { violent: false, property: false, population: true, state: true, past: false };
  for (const { name, before: old, after: now, reasons } of [...cityGrades, ...countyGrades]) {
    const [main] = reasons;
    const points = Object.entries(moreIsBetter).map(([factor, better]) => {
      if (factor !== main?.factor) return null;
      return main.after > main.before === better ? "better" : "worse";
    });
    expect([name, points.find((point) => point !== null)]).toEqual([name, now.score > old.score ? "better" : "worse"]);
  }
});

test("a grade that moved though no figure did is put down to the method", () => {
  const cities = after.cities.map((city) => ({ ...city, record: { ...city.record, grade: "F" as const } }));
  expect(diffSnapshots(after, { ...after, cities }).cityGrades[0]?.reasons).toEqual([
    { factor: "method", before: 0, after: 0 },
  ]);
});
