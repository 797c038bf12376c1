import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type SnapshotCounty, snapshot } from "../../src/domain/snapshot.ts";
import { snapshotDiff, yearChanges } from "../../src/domain/snapshot-diff.ts";
import { readDataset } from "../../src/places/file.ts";

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

  const hex = (length: number) => "0123456789abcdef".repeat(8).slice(0, length);
  const FAULTS: readonly (readonly [path: string, ...values: unknown[]])[] = [
    ["format", small.format + 1],
    ["version", hex(15), hex(17), hex(16).toUpperCase(), `x${hex(16)}`, `${hex(16)}x`],
    ["lastUpdated", "2026-11-20"],
    ["dataYear", 1984, 2101, 2020.5],
    ["sources.0.sha256", hex(63), hex(65), `${hex(63)}g`, `x${hex(64)}`, `${hex(64)}x`],
    ["sources.0.url", "no address"],
    ["sources.0.retrieved", "20 November 2026"],
    ["cities.0.geoid", "6012345", "06012345", "060123", "x0601234", "0601234x", "06abcde"],
    ["counties.0.fips", "6001", "0601", "060011", "x06001", "06001x", "06abc"],
    ["absent.0.geoid", "06abcde", "060123", "x0601234", "0601234x", "060123456"],
    ["absent.0.reason", "no reason"],
    ["absent.0.population", -1],
    ["absentCounties.0.fips", "06abc"],
    ["state.population", -1, 0.5],
    ["state.violentRate", -0.1],
    ["cities.0.rating.violent.weight", -0.1, 1.1],
    ["cities.0.rating.violent.move", -0.1, 1.1],
    ["cities.0.rating.violent.prior.mean", -0.1],
    ["cities.0.rating.violent.last.year", 1984],
    ["cities.0.intervals.nextYear.low", -1, 101],
    ["cities.0.trend.score.0", "unknown"],
    ["cities.0.trend.from", 1984],
    ["cities.0.trend.population.0", -1],
    ["cities.0.aliases", [1], "alias"],
    ["cities.0.cautions", [{ code: "unknown", detail: null, source: null }]],
    ["cities.0.cautions", [{ code: "prison", detail: null, source: "no address" }]],
    ["counties.0.agencies.0.kind", "unknown"],
    ["counties.0.agencies.0.violent", -1],
    ["yearlyMoves.cities.0.violent", 1.1, -0.1],
    ["yearlyMoves.cities.0.from", -1],
  ];
  test.each(FAULTS)("rejects wrong values of %s", (path, ...values) => {
    for (const value of values) {
      expect([value, snapshot.safeParse(replaced(small, path, value)).success]).toEqual([value, false]);
    }
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
      ["unknown", 1],
      ["to.unknown", 1],
      ["to.cities", []],
      ["cityGrades.0.unknown", 1],
      ["cityGrades.0.reasons", []],
      ["cityGrades.0.reasons.0.factor", "luck"],
      ["cityGrades.0.reasons.0.unknown", 1],
      ["cityGrades.0.before.unknown", 1],
      ["cityGrades.0.before.score", -1],
      ["cityGrades.0.before.score", 101],
      ["citiesIn", [{ city: "Irvine", county: "Orange County", reason: "no_figures", unknown: 1 }]],
      ["citiesIn", [{ county: "Orange County", reason: "no_figures" }]],
      ["countiesOut", [{ county: "Orange County", reason: "no_figures", unknown: 1 }]],
    ] as const) {
      expect([path, yearChanges.safeParse(replaced(changes, path, value)).success]).toEqual([path, false]);
    }
    expect(yearChanges.safeParse({ from: null }).success).toBe(false);
    expect(yearChanges.safeParse({ from: null, to: changes.to, unknown: 1 }).success).toBe(false);
  });

  test("has every figure that a score is made from", () => {
    const reason = { before: 1, after: 2 };
    for (const factor of ["violent", "property", "population", "state", "past", "method"]) {
      const reasons = [{ ...reason, factor }];
      expect(snapshotDiff.safeParse(replaced(changes, "cityGrades.0.reasons", reasons)).success).toBe(true);
    }
  });
});
