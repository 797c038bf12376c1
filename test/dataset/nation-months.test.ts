import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { countsOf, hasLowMonth, isSameArea } from "../../src/dataset/united-states/months.ts";
import type { PlaceMonths } from "../../src/domain/nation-months.ts";
import { mapOffenses, OFFENSE_CLASSES, OFFENSE_GROUPS, type Offense, offensesIn } from "../../src/domain/offense.ts";
import { readNation } from "../../src/figures/nation-file.ts";
import { NO_OFFENSES } from "../support/offense-columns.ts";

const NATION = readNation(join(import.meta.dir, "../../data/united-states.json"));
const YEAR = 12;
const inState = (state: "TX" | "FL") => ({ state });
const OF_2024 = { agency: "A", residents: 100_000, offenses: null, review: null, footnotes: [], stateClass: null };
const MONTH = {
  ...NO_OFFENSES,
  homicide: 0,
  rape: 4,
  robbery: 12,
  aggravatedAssault: 40,
  burglary: 30,
  motorVehicleTheft: 20,
  larceny: 150,
};

/** Sixteen equal months, changed. */
function months(change: (offense: Offense, month: number, count: number) => number | null = (_, __, count) => count) {
  const offenses = mapOffenses((offense) =>
    Array.from({ length: 16 }, (_, month) => change(offense, month, MONTH[offense])),
  );
  return { ori: "TX0000000", agency: "A Police Department", residents: 100_000, offenses } satisfies PlaceMonths;
}

describe("a year of months is whole only if every class of all twelve was reported", () => {
  test("then its counts are their sums, and later months do not matter", () => {
    const whole = months((_, month, count) => (month >= YEAR ? null : count));
    expect(countsOf(inState("TX"), whole)).toEqual(mapOffenses((offense) => YEAR * MONTH[offense]));
  });
  test.each(OFFENSE_CLASSES)("a blank month of %s makes it none", (blank) => {
    const without = months((offense, month, count) => (offense === blank && month === 11 ? null : count));
    expect(countsOf(inState("TX"), without)).toBeNull();
  });
  test("fewer than twelve months are none", () => {
    const whole = months();
    const short = { ...whole, offenses: mapOffenses((offense) => whole.offenses[offense].slice(0, 11)) };
    expect(countsOf(inState("TX"), short)).toBeNull();
  });
  test("Florida's months lack vehicle thefts: blank or not, they are no part of its year", () => {
    const without = months((offense, _, count) => (offense === "motorVehicleTheft" ? null : count));
    expect(countsOf(inState("FL"), without)?.larceny).toBe(YEAR * MONTH.larceny);
    expect(countsOf(inState("TX"), without)).toBeNull();
  });
});

describe("a month below a tenth of the usual one was not reported in full", () => {
  const withMonth = (share: number, only: (offense: Offense) => boolean) =>
    months((offense, month, count) => (month === 5 && only(offense) ? Math.floor(share * count) : count));
  test("of one class, where ten or more are usual", () => {
    expect(hasLowMonth(inState("TX"), months())).toBe(false);
    expect(
      hasLowMonth(
        inState("TX"),
        withMonth(0.05, (offense) => offense === "larceny"),
      ),
    ).toBe(true);
    expect(
      hasLowMonth(
        inState("TX"),
        withMonth(0.2, (offense) => offense === "larceny"),
      ),
    ).toBe(false);
    expect(
      hasLowMonth(
        inState("TX"),
        withMonth(0, (offense) => offense === "rape"),
      ),
    ).toBe(false);
  });
  test("of a group whose classes are each too small", () => {
    const small = months((offense, month) => {
      if (offense === "homicide") return 0;
      return month === 5 && offensesIn("violent").some((one) => one === offense) ? 0 : 6;
    });
    expect(hasLowMonth(inState("TX"), small)).toBe(true);
  });
  test("also where the whole year was sent as one month, or as two", () => {
    for (const sent of [[11], [5, 11]]) {
      const dumped = months((_, month, count) => (sent.includes(month) ? (YEAR * count) / sent.length : 0));
      expect(hasLowMonth(inState("FL"), dumped)).toBe(true);
    }
  });
  test("months after the year do not matter", () => {
    expect(
      hasLowMonth(
        inState("TX"),
        months((_, month, count) => (month >= YEAR ? 0 : count)),
      ),
    ).toBe(false);
  });
});

test("months of an area with over 15% more or fewer residents are not the place's", () => {
  const of = (residents: number | null) =>
    isSameArea({ years: new Map([[2024, OF_2024]]) }, { ...months(), residents });
  expect([of(100_000), of(114_999), of(115_001), of(86_900), of(null)]).toEqual([true, true, false, false, false]);
});

describe("in the dataset", () => {
  const compared = NATION.places.filter(({ provisional }) => provisional !== null);

  test("every place that is compared passes the rules, and its counts are the sums of its months", () => {
    expect(compared.length).toBeGreaterThan(600);
    for (const { name, state, months: own, provisional } of compared) {
      if (own === null) expect.unreachable();
      expect([name, hasLowMonth({ state }, own)]).toEqual([name, false]);
      for (const group of OFFENSE_GROUPS) {
        const counts = offensesIn(group).flatMap((offense) => own.offenses[offense].slice(0, YEAR));
        if (!provisional?.[group]) continue;
        expect(counts).not.toContain(null);
        expect(provisional[group].offenses).toBe(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0));
      }
    }
  });

  test("no place of Florida has vehicle thefts by month, or property offenses that are compared", () => {
    const inFlorida = [...NATION.places, ...NATION.absent].filter(
      (place) => place.state === "FL" && place.months !== null,
    );
    expect(inFlorida.length).toBeGreaterThan(30);
    for (const place of inFlorida) {
      expect(new Set(place.months?.offenses.motorVehicleTheft)).toEqual(new Set([null]));
      if ("rating" in place) expect(place.provisional?.property ?? null).toBeNull();
    }
    // St. Petersburg sent all of 2025 as December.
    expect(NATION.places.find(({ geoid }) => geoid === "1263000")?.provisional).toBeNull();
  });

  test("Chicago's assaults stay broken: its months repeat the level and bring no record back", () => {
    const chicago = NATION.absent.find(({ name, state }) => name === "Chicago" && state === "IL");
    const assaults = chicago?.months?.offenses.aggravatedAssault.slice(0, YEAR) ?? [];
    expect(assaults.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBeLessThan(5_000);
    expect(chicago?.reason).toBe("incomplete_figures");
  });

  test("the nation's sums are those of the places with a grade and a comparison", () => {
    const both = compared.filter(({ provisional }) => provisional?.violent || provisional?.property);
    expect(NATION.months?.places).toBe(both.length);
    expect(NATION.months?.residents).toBe(both.reduce((sum, { months: own }) => sum + (own?.residents ?? 0), 0));
  });
});
