import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type SnapshotCounty, snapshot } from "../../src/domain/snapshot.ts";
import { readDataset } from "../../src/figures/file.ts";
import { snapshotDiff, yearChanges } from "../../src/figures/snapshot-diff.ts";

const data = (name: string) => Bun.file(join(import.meta.dir, "../../data", name)).json();
const changes = await data("changes.json");
const whole = readDataset(join(import.meta.dir, "../../data/dataset.json")).records;

/** A snapshot with one of each kind. Tests replace its members by path, such as `cities.0.geoid`. */
const small = {
  ...whole,
  cities: whole.cities.slice(0, 1),
  counties: whole.counties.slice(0, 1),
  absent: whole.absent.slice(0, 1),
  absentCounties: whole.counties.slice(0, 1).map(({ record, fips, trend }: SnapshotCounty) => ({
    ...{ county: record.county, fips, population: null, trend },
    ...{ reason: "incomplete_figures" as const, detail: "No year is complete" },
  })),
};

type Members = Record<string, unknown>;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

function replaced(document: unknown, path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(document);
  const names = path.split(".");
  const last = names.pop() ?? "";
  let owner = copy;
  for (const name of names) owner = isMembers(owner) ? owner[name] : undefined;
  if (!isMembers(owner)) throw new Error(`nothing at ${path}`);
  owner[last] = value;
  return copy;
}

/** Paths of all objects in a document, and of the first object in each list. */
function objectPaths(document: unknown, path: readonly string[] = []): readonly string[] {
  if (!isMembers(document)) return [];
  const members = Array.isArray(document) ? Object.entries(document).slice(0, 1) : Object.entries(document);
  const below = members.flatMap(([name, value]) => objectPaths(value, [...path, name]));
  return Array.isArray(document) ? below : [path.join("."), ...below];
}

describe("the schema of a snapshot", () => {
  test("accepts the released one", () => {
    expect(snapshot.parse(whole)).toEqual(whole);
  });

  test("rejects unknown members, at any depth", () => {
    const paths = objectPaths(small).filter((path) => path !== "");
    expect(paths.length).toBeGreaterThan(30);
    for (const path of ["", ...paths.map((one) => `${one}.`)]) {
      expect([path, snapshot.safeParse(replaced(small, `${path}unknown`, 1)).success]).toEqual([path, false]);
    }
  });

  test.each([
    ["format", small.format + 1],
    ["version", "0123456789ABCDEF"],
    ["lastUpdated", "2026-11-20"],
    ["sources.0.sha256", "0123456789abcdef"],
    ["cities.0.geoid", "060123"],
    ["counties.0.fips", "6001"],
    ["absent.0.reason", "no reason"],
    ["cities.0.rating.violent.weight", 1.1],
    ["cities.0.trend.population.0", -1],
    ["cities.0.cautions", [{ code: "unknown" }]],
  ])("rejects a wrong value of %s", (path, value) => {
    expect(snapshot.safeParse(replaced(small, path, value)).success).toBe(false);
  });
});

describe("the schema of the changes", () => {
  test("accepts the released ones, and a year without a previous one", () => {
    expect(snapshotDiff.parse(changes)).toEqual(changes);
    const first = { from: null, to: changes.to };
    expect(yearChanges.parse(first)).toEqual(first);
    expect(yearChanges.parse(changes)).toEqual(changes);
  });

  test("rejects unknown members, a change without a reason, and a score outside the scale", () => {
    for (const [path, value] of [
      ["to.unknown", 1],
      ["cityGrades.0.reasons", []],
      ["cityGrades.0.reasons.0.factor", "luck"],
      ["cityGrades.0.before.score", 101],
      ["citiesIn", [{ county: "Orange County", reason: "no_figures" }]],
    ] as const) {
      expect([path, yearChanges.safeParse(replaced(changes, path, value)).success]).toEqual([path, false]);
    }
    expect(yearChanges.safeParse({ from: null }).success).toBe(false);
  });
});
