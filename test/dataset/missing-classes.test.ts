import { expect, test } from "bun:test";
import { join } from "node:path";
import { countedIn } from "../../src/dataset/model/filter.ts";
import { update } from "../../src/dataset/model/gamma-poisson.ts";
import { placeYear, yardstickOf } from "../../src/dataset/model/panel.ts";
import { filledYear, isContradictedByState } from "../../src/dataset/united-states/missing-classes.ts";
import { readNation } from "../../src/figures/nation-file.ts";

const NATION = readNation(join(import.meta.dir, "../../data/united-states.json"));
const { yardstick: US } = NATION;
const YARDSTICK = yardstickOf(US.population, US.offenses);
const COUNTS = {
  homicide: 4,
  rape: 4,
  robbery: 60,
  aggravatedAssault: 250,
  burglary: 300,
  larceny: 1_400,
  motorVehicleTheft: 200,
};
const CITY = placeYear(100_000, COUNTS, null);
const missing = (offense: keyof typeof COUNTS, expected: number) => {
  return { offense, count: COUNTS[offense], expected, variance: expected + (0.3 * expected) ** 2, isNever: false };
};

test("a missing class is added to the count of its group, with its variance, and the reported counts stay", () => {
  const filled = filledYear(CITY, [missing("rape", 40)], YARDSTICK, null);
  expect(filled).toMatchObject({ violent: CITY.violent + 36, property: CITY.property, offenses: COUNTS });
  expect(filled?.filled?.violent).toBeCloseTo(40 + 144);
});

test("a year is not filled in where that would move the score by five points, or the comparison by five percent", () => {
  expect(filledYear(CITY, [missing("aggravatedAssault", 800)], YARDSTICK, null)).toBeNull();
  const quiet = placeYear(100_000, { ...COUNTS, aggravatedAssault: 20, robbery: 5 }, null);
  expect(filledYear(quiet, [missing("larceny", 1_600)], YARDSTICK, null)).toBeNull();
});

test("a filled count moves the smoothed rate less than a reported one", () => {
  const filled = filledYear(CITY, [missing("rape", 40)], YARDSTICK, null);
  if (filled === null) throw new Error("not filled in");
  const prior = { mean: 2, variance: 0.2 };
  const reported = update(prior, { residents: filled.residents, count: filled.violent });
  const own = update(prior, countedIn(filled, "violent"));
  expect(own.mean).toBeLessThan(reported.mean);
  expect(own.mean).toBeGreaterThan(prior.mean);
  expect(own.variance).toBeGreaterThan(reported.variance);
});

test("only a state's program contradicts, and only where a group's letter would change", () => {
  const second = {
    state: "TX",
    agency: "Austin",
    year: 2024,
    residents: null,
    violent: CITY.violent,
    property: CITY.property,
  } as const;
  const contradicts = (kind: "state" | "department", times: number) =>
    isContradictedByState(CITY, YARDSTICK, null, { ...second, kind, violent: Math.round(times * CITY.violent) });
  expect([contradicts("state", 1.5), contradicts("state", 1.05), contradicts("department", 1.5)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("the records that findings named: filled in, absent, or with a caution that has the numbers", () => {
  const of = (state: string, name: string) =>
    NATION.places.find((place) => place.state === state && place.name === name);
  const cautions = (state: string, name: string) => of(state, name)?.cautions.map(({ code }) => code);
  expect(of("CT", "Bridgeport")).toBeDefined();
  expect(of("NC", "High Point")).toBeDefined();
  expect(of("AZ", "Yuma")).toBeDefined();
  expect(of("TX", "El Paso")?.cautions).toContainEqual({
    code: "class_filled",
    detail: "Rape: 4, about 259 expected.",
  });
  expect(of("IL", "Chicago")).toBeUndefined();
  expect(of("GA", "Columbus")).toBeUndefined();
  expect(cautions("PA", "Reading")).toContain("restart");
  expect(cautions("MI", "Blackman Township")).toContain("wider_area");
  expect(cautions("NY", "Mamaroneck Town")).toContain("part_of_town");
  expect(cautions("CA", "Richmond")).toContain("second_source");
  const risen = (before: string, now: string) => ({
    code: "restart" as const,
    detail: `The first complete year is 2022: ${before}, ${now} in 2024.`,
  });
  expect(of("IL", "Bellwood")?.cautions).toEqual([
    risen("127 violent and 433 property offenses in 2019", "54 violent and 211 property offenses"),
  ]);
  expect(of("IL", "Wood River")?.cautions).toEqual([
    risen("59 violent and 528 property offenses in 2018", "28 violent and 175 property offenses"),
  ]);
  expect(of("KY", "Lexington")?.cautions).toEqual([
    {
      code: "second_source",
      detail:
        "The FBI's table has 847 violent and 7,352 property offenses of 2024, the FBI's later figures 1,165 violent and 8,218 property offenses (Real-Time Crime Index of April 24, 2026).",
    },
  ]);
  // Not the past of the town of the same name.
  expect(of("WI", "Menasha")?.trend.population.slice(0, 2)).toEqual([17_487, 17_565]);
});

test("figures of the FBI that are newer than its table prove and disprove nothing", () => {
  const ofIndex = NATION.places.flatMap(({ state, name, checks }) => (checks.second ? [`${name}, ${state}`] : []));
  expect(ofIndex).toContain("Richmond, VA");
  expect(ofIndex).not.toContain("Lexington, KY");
  expect(NATION.absent.filter(({ detail }) => detail.includes("FBI's later figures"))).toEqual([]);
});

test("a reason that compares counts names the FBI's table beside the other number", () => {
  const reasons = NATION.absent.filter(({ state, reason, detail }) => {
    return state !== "CA" && reason === "incomplete_figures" && /\babout [\d,]+/.test(detail);
  });
  expect(reasons.length).toBeGreaterThan(500);
  expect(reasons.filter(({ detail }) => !detail.includes("The FBI's table"))).toEqual([]);
});
