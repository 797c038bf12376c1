import { describe, expect, test } from "bun:test";
import { mapOffenses, type OffenseCounts } from "../../src/domain/offense.ts";
import type { SnapshotCity } from "../../src/domain/snapshot.ts";
import { type FilledClass, movesOf, yearChange } from "../../src/domain/year-change.ts";
import { releasedPlaces } from "../support/server.ts";

const { records } = releasedPlaces;
const [irvine] = records.cities.filter(({ record }) => record.city === "Irvine");

type Counts = Partial<OffenseCounts>;

/** Two years of a trend: residents, then counts. */
function trendOf(residents: readonly [number, number], before: Counts, after: Counts) {
  const offenses = mapOffenses((offense) => [before[offense] ?? 0, after[offense] ?? 0]);
  return { from: 2024, population: residents, offenses, partialYears: [], score: [50, 60] };
}

/** A city of 100,000 in a state of a million, whose rate per resident is the same in the first year. */
function changeOf(
  before: Counts,
  after: Counts,
  {
    state = {} as Counts,
    move = 0.1,
    residents = 100_000,
    score = 50 as number | null,
    filled = [] as readonly FilledClass[],
  } = {},
) {
  if (irvine === undefined) throw new Error("Irvine has a record");
  const city: SnapshotCity = {
    ...irvine,
    record: { ...irvine.record, data_year: 2025, safety_score: 60 },
    trend: { ...trendOf([100_000, residents], before, after), score: [score, 60], begins: [] },
  };
  const stateBefore = { aggravatedAssault: 1_000, larceny: 4_000 };
  const moves = [{ from: 0, violent: move, property: move }];
  return yearChange(
    { ...city, filled },
    {
      benchmark: trendOf([1_000_000, 1_000_000], stateBefore, { ...stateBefore, ...state }),
      yearlyMoves: { cities: moves, counties: moves },
      correlations: { cities: 0, counties: 0 },
    },
  );
}

const BEFORE = { aggravatedAssault: 100, larceny: 400 };

describe("the change against the year before", () => {
  test("of half the violent offenses is unusual by chance and a small yearly move, as computed by hand: 0.688 / 0.199 = 3.5", () => {
    expect(changeOf(BEFORE, { ...BEFORE, aggravatedAssault: 50 })).toMatchObject({
      from: 2024,
      to: 2025,
      score: { before: 50, after: 60, isUnusual: true },
      groups: {
        violent: { before: 100, after: 50, change: -0.5, isUnusual: true, benchmark: { before: 1, after: 1 } },
        property: { before: 400, after: 400, change: 0, isUnusual: false, benchmark: { before: 4, after: 4 } },
      },
    });
  });

  test("is usual if places of the size often move so far: 0.688 / 0.436 = 1.6", () => {
    const change = changeOf(BEFORE, { ...BEFORE, aggravatedAssault: 50 }, { move: 0.4 });
    expect([change?.groups.violent.isUnusual, change?.score.isUnusual]).toEqual([false, false]);
  });

  test("is usual if the state changes as much", () => {
    const change = changeOf(BEFORE, { ...BEFORE, aggravatedAssault: 50 }, { state: { aggravatedAssault: 500 } });
    expect(change?.groups.violent).toMatchObject({
      change: -0.5,
      isUnusual: false,
      benchmark: { before: 1, after: 0.5 },
    });
  });

  test("is per resident, and has no percent below ten offenses in either year", () => {
    const change = changeOf({ ...BEFORE, homicide: 9 }, { ...BEFORE, homicide: 18 }, { residents: 200_000 });
    expect(change?.classes.aggravatedAssault).toEqual({ before: 100, after: 100, change: -0.5 });
    expect(change?.classes.homicide).toEqual({ before: 9, after: 18, change: null });
  });

  test("leaves out a class that is missing and its group, and moves the score by the expected count", () => {
    const filled = [{ year: 2025, offense: "aggravatedAssault", expected: 100 }] as const;
    const change = changeOf(BEFORE, { ...BEFORE, aggravatedAssault: 4 }, { filled });
    expect(change).toMatchObject({
      score: { isUnusual: false },
      groups: { violent: { before: 100, after: 4, change: null, isUnusual: null }, property: { isUnusual: false } },
      classes: { aggravatedAssault: { change: null }, larceny: { change: 0 } },
      missing: filled,
    });
    const other = changeOf(BEFORE, BEFORE, { filled: [{ ...filled[0], year: 2020 }] });
    expect([other?.groups.violent.isUnusual, other?.missing]).toEqual([false, []]);
  });

  test("is null if the year before is not complete", () => {
    expect(changeOf(BEFORE, BEFORE, { score: null })).toBeNull();
  });
});

test("among all cities about one change in twenty is unusual", () => {
  const changes = records.cities.flatMap((city) => yearChange(city, movesOf(records)) ?? []);
  const share = changes.filter(({ score }) => score.isUnusual).length / changes.length;
  expect(changes.length).toBeGreaterThan(400);
  expect(share).toBeGreaterThan(0.02);
  expect(share).toBeLessThan(0.08);
});
