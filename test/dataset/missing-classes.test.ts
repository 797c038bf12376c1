import { expect, test } from "bun:test";
import { join } from "node:path";
import { countedIn } from "../../src/dataset/model/filter.ts";
import { update } from "../../src/dataset/model/gamma-poisson.ts";
import { placeYear, yardstickOf } from "../../src/dataset/model/panel.ts";
import { filledYear, isContradictedByState, isLow } from "../../src/dataset/united-states/missing-classes.ts";
import { readNation } from "../../src/figures/nation-file.ts";
import { NO_OFFENSES } from "../support/offense-columns.ts";

const NATION = readNation(join(import.meta.dir, "../../data/united-states.json"));
const { yardstick: US } = NATION;
const YARDSTICK = yardstickOf(US.population, US.offenses);
const COUNTS = {
  ...NO_OFFENSES,
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

test("a class is low below half of twenty or more, and without any offense where chance gives that one time in a hundred", () => {
  const low = (count: number, expected: number, offense: "burglary" | "homicide" = "burglary") =>
    isLow({ offense, count, expected, variance: expected + (0.35 * expected) ** 2, isNever: false });
  expect([low(9, 20), low(10, 20), low(9, 19)]).toEqual([true, false, false]);
  expect([low(0, 9), low(0, 4), low(1, 9), low(0, 9, "homicide"), low(0, 0)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
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

/** The records that a review of 1.2.0 would not sign, and what each says now; "absent" has a reason with both numbers. */
const REVIEWED = {
  "Columbus, GA": "absent",
  "Logansport, IN": "absent",
  "Covington, LA": "absent",
  "Rolesville, NC": "absent",
  "Clinton, MA": "absent",
  "Chicago, IL": "absent",
  "Foley, AL": "restart",
  "Bellwood, IL": "restart",
  "Gardendale, AL": "restart",
  "Wood River, IL": "restart",
  "Reading, PA": "restart",
  "Durham, NH": "campus_police",
  "Lexington, KY": "second_source",
  "Richmond, VA": "second_source",
  "Richmond, CA": "second_source",
  "Long Beach, CA": "second_source",
  "Madison, WI": "second_source",
  "Odessa, TX": "fell_for_years",
  "El Paso, TX": "class_filled",
  "Blackman Township, MI": "wider_area",
  "Mamaroneck Town, NY": "part_of_town",
  "Bridgeport, CT": "graded",
  "High Point, NC": "graded",
  "Yuma, AZ": "graded",
  "Menasha, WI": "graded",
} as const;

test("the records that a review would not sign are absent, repaired, or have a caution with numbers", () => {
  const nameOf = ({ name, state }: { readonly name: string; readonly state: string }) => `${name}, ${state}`;
  const graded = new Map(NATION.places.map((place) => [nameOf(place), place]));
  const absent = new Map(NATION.absent.map((place) => [nameOf(place), place]));
  for (const [name, is] of Object.entries(REVIEWED)) {
    const place = graded.get(name);
    const said = place?.cautions.find(({ code }) => code === is)?.detail ?? absent.get(name)?.detail ?? "";
    const numbers = said.match(/\d[\d,]*/g) ?? [];
    const hasNumbers = numbers.length >= 2 || is === "graded" || is === "campus_police" || name === "Reading, PA";
    expect([name, is === "absent" ? absent.has(name) : place !== undefined, hasNumbers]).toEqual([name, true, true]);
    if (is !== "absent" && is !== "graded") expect([name, said]).not.toEqual([name, ""]);
  }
  expect(graded.get("El Paso, TX")?.cautions).toContainEqual({
    code: "class_filled",
    detail: "Rape: 4, about 259 expected.",
  });
  const risen = (before: string, now: string) => ({
    code: "restart" as const,
    detail: `The first complete year is 2022: ${before}, ${now} in 2024.`,
  });
  expect(graded.get("Bellwood, IL")?.cautions).toEqual([
    risen("127 violent and 433 property offenses in 2019", "54 violent and 211 property offenses"),
  ]);
  expect(graded.get("Lexington, KY")?.cautions).toEqual([
    {
      code: "second_source",
      detail:
        "The FBI's table has 847 violent and 7,352 property offenses of 2024, the FBI's later figures 1,165 violent and 8,218 property offenses (Real-Time Crime Index of April 24, 2026).",
    },
  ]);
  // Not the past of the town of the same name.
  expect(graded.get("Menasha, WI")?.trend.population.slice(0, 2)).toEqual([17_487, 17_565]);
});

test("the reason of a fall says where the months after its year repeat its level and lack no class", () => {
  const lasting = NATION.absent.filter(({ detail }) => detail.includes("The level lasts."));
  expect(lasting.map(({ name }) => name)).toContain("Council Bluffs");
  // Hardly any assaults are counted, in 2024 and in 2025.
  expect(lasting.map(({ name }) => name)).not.toContain("Chicago");
  expect(
    lasting.filter(({ detail }) => !/\. The level lasts\. 2025 by months: [\d,]+ violent offenses/.test(detail)),
  ).toEqual([]);
  expect(lasting.filter(({ reason, months }) => reason !== "incomplete_figures" || months === null)).toEqual([]);
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
