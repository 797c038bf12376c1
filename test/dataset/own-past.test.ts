import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { fitMove, ownPriors } from "../../src/dataset/own-past.ts";
import type { Panel, PanelYear, PlaceYear } from "../../src/dataset/panel.ts";
import { openPast } from "../../src/dataset/past.ts";
import { fitPriors, rate, rateGroup } from "../../src/dataset/rating.ts";
import { NO_OFFENSES } from "../../src/domain/offense.ts";
import { readSnapshot } from "../../src/snapshot/file.ts";

const snapshot = readSnapshot(join(import.meta.dir, "../../data/snapshot.json"));
const MOVE = { violent: 0.18, property: 0.15 } as const;

/** Year, residents, violent and property offenses as the official files have them. */
type Row = readonly [year: number, residents: number, violent: number, property: number];

/** The state's rates of the years, violent and property, to six decimals. */
const STATE: Readonly<Record<number, readonly [number, number]>> = {
  2010: [4.392977, 26.29841],
  2011: [4.125046, 25.88671],
  2012: [4.230261, 27.619831],
  2013: [3.959882, 26.593497],
  2014: [3.919128, 24.501687],
  2015: [4.275111, 26.274273],
  2016: [4.453955, 25.529915],
  2017: [4.529007, 25.029452],
  2018: [4.473552, 23.80109],
  2020: [4.399175, 21.283637],
  2021: [4.689166, 21.909627],
  2022: [4.931198, 23.069017],
  2023: [4.962844, 22.573763],
  2024: [4.771493, 20.690537],
};

/**
 * Worked out apart from the program with the shapes and rates of the gamma distributions instead of means and variances.
 * `start`: mean and variance of all cities in the city's first year, violent and property.
 */
const GOLDEN = [
  {
    city: "Calipatria",
    what: "one year, then a gap of thirteen",
    start: [4.426517, 7.4735, 27.048789, 99.056075],
    rows: [
      [2010, 7_797, 15, 19],
      [2024, 6_522, 4, 14],
    ],
    prior: [2.2815, 2.6565, 2.5724, 2.3352],
    smoothed: [0.8074, 2.2081],
    score: 98,
    grade: "A+",
  },
  {
    city: "Lathrop",
    what: "one year before",
    start: [5.105523, 10.810313, 24.295724, 194.704883],
    rows: [
      [2023, 38_721, 135, 636],
      [2024, 40_860, 134, 629],
    ],
    prior: [3.3708, 0.4508, 15.0781, 5.4711],
    smoothed: [3.2936, 15.3741],
    score: 66,
    grade: "B",
  },
  {
    city: "Villa Park",
    what: "thirteen years with the gap of 2019",
    start: [4.426517, 7.4735, 27.048789, 99.056075],
    rows: [
      [2010, 5_817, 6, 69],
      [2011, 5_812, 2, 75],
      [2012, 5_851, 2, 87],
      [2013, 5_893, 6, 86],
      [2014, 5_905, 5, 84],
      [2015, 5_913, 1, 83],
      [2016, 5_920, 4, 82],
      [2017, 5_944, 2, 74],
      [2018, 5_951, 0, 57],
      [2020, 5_832, 0, 52],
      [2021, 5_767, 2, 37],
      [2022, 5_725, 4, 59],
      [2023, 5_697, 2, 42],
      [2024, 5_698, 2, 40],
    ],
    prior: [0.3851, 0.021, 7.3459, 1.9719],
    smoothed: [0.377, 7.1488],
    score: 97,
    grade: "A+",
  },
] as const satisfies readonly {
  readonly city: string;
  readonly what: string;
  readonly start: readonly [number, number, number, number];
  readonly rows: readonly Row[];
  readonly prior: readonly [number, number, number, number];
  readonly smoothed: readonly [number, number];
  readonly score: number;
  readonly grade: string;
}[];

/** Shape and rate of the gamma distribution: before the last row, and the mean after it. */
function byHand(rows: readonly Row[], start: readonly [mean: number, variance: number], column: 2 | 3, move: number) {
  let [shape, scale] = [start[0] ** 2 / start[1], start[0] / start[1]];
  let prior: readonly [number, number] = start;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before) {
      const growth = (STATE[row[0]]?.[column - 2] ?? 0) / (STATE[before[0]]?.[column - 2] ?? 0);
      const mean = (shape / scale) * growth;
      shape = 1 / (1 / shape + (row[0] - before[0]) * move ** 2);
      scale = shape / mean;
      prior = [shape / scale, shape / scale ** 2];
    }
    shape += row[column];
    scale += row[1] / 1_000;
  }
  return { prior, smoothed: shape / scale };
}

describe("the own past of a city is what a reader computes by hand", () => {
  test.each(GOLDEN.map((golden) => [golden.city, golden.what, golden] as const))("%s: %s", (name, _, golden) => {
    const violent = byHand(golden.rows, [golden.start[0], golden.start[1]], 2, MOVE.violent);
    const property = byHand(golden.rows, [golden.start[2], golden.start[3]], 3, MOVE.property);
    const own = snapshot.cities.find(({ record }) => record.city === name)?.ownPast;
    if (!own) throw new Error(`${name} has a record`);
    const hand = [...violent.prior, ...property.prior, violent.smoothed, property.smoothed];
    const stored = [
      own.violent.prior.mean,
      own.violent.prior.variance,
      own.property.prior.mean,
      own.property.prior.variance,
      own.violent.smoothedRate,
      own.property.smoothedRate,
    ];
    for (const [index, expected] of [...golden.prior, ...golden.smoothed].entries()) {
      expect(hand[index]).toBeCloseTo(expected, 3);
      expect(stored[index]).toBeCloseTo(expected, 4);
    }
    const [risk = 0, other = 0] = [golden.smoothed[0] / 4.771493, golden.smoothed[1] / 20.690537];
    expect(Math.round(100 / (1 + risk * other))).toBe(golden.score);
    expect([own.score, own.grade]).toEqual([golden.score, golden.grade]);
  });

  test("Wasco, without any year before, is smoothed as by the method in force", () => {
    const wasco = snapshot.cities.find(({ record }) => record.city === "Wasco");
    expect(wasco?.ownPast).toMatchObject({ since: 2024, without: [], score: wasco?.record.safety_score });
    for (const group of ["violent", "property"] as const) {
      expect(wasco?.ownPast[group].prior).toEqual(snapshot.priors.cities[group]);
      expect(wasco?.ownPast[group].smoothedRate).toBe(wasco?.rating[group].smoothedRate ?? -1);
      expect(wasco?.ownPast[group].last).toBeNull();
    }
  });
});

test("the yearly moves are those of the years before the data year", () => {
  expect(snapshot.yearlyMoves.cities).toMatchObject(MOVE);
  expect(snapshot.yearlyMoves.counties).toMatchObject({ violent: 0.19, property: 0.14 });
  for (const { fittedOn } of Object.values(snapshot.yearlyMoves)) expect(Math.max(...fittedOn)).toBe(2023);
  expect(snapshot.yearlyMoves.cities.fittedOn).not.toContain(2019);
});

const figures = fc.record({
  residents: fc.integer({ min: 1_000, max: 1_000_000 }),
  violent: fc.nat(2_000),
  property: fc.nat(10_000),
});
type Figures = Readonly<Pick<PlaceYear, "residents" | "violent" | "property">>;

/** Three to six places in all of four years, the last the data year; the first of them is the one that is looked at. */
const history = fc
  .integer({ min: 3, max: 6 })
  .chain((places) =>
    fc.array(fc.array(figures, { minLength: places, maxLength: places }), { minLength: 4, maxLength: 4 }),
  )
  .filter((years) => years.every((year) => year.some(({ violent }) => violent > 0)))
  .filter((years) => years.every((year) => year.some(({ property }) => property > 0)));

function placeYear({ residents, violent, property }: Figures): PlaceYear {
  return { residents, violent, property, offenses: { ...NO_OFFENSES, robbery: violent, larceny: property } };
}

function yearOf(year: number, places: readonly Figures[]): PanelYear {
  const entries = places.map((place, index): [string, PlaceYear] => [String(index), placeYear(place)]);
  return { year, places: new Map(entries), state: { violent: 4 + year / 1_000, property: 20 + year / 1_000 } };
}

function panelOf(years: readonly (readonly Figures[])[]): Panel {
  return years.map((places, index) => yearOf(2010 + index, places));
}

/** The own past of the first place in the last year of the panel. */
function rated(panel: Panel) {
  const now = panel.at(-1);
  const place = now?.places.get("0");
  if (!now || !place) throw new Error("a panel has years and places");
  const state = { violentRate: now.state.violent, propertyRate: now.state.property };
  const past = openPast(panel, { year: now.year, state, priors: fitPriors([...now.places.values()]) });
  return { own: past.rate("0", place), place };
}

describe("the estimate from the own past", () => {
  test("lies between the reported rate and the prior's mean", () => {
    fc.assert(
      fc.property(history, (years) => {
        const { own, place } = rated(panelOf(years));
        for (const group of ["violent", "property"] as const) {
          const ends = [place[group] / (place.residents / 1_000), own[group].prior.mean];
          expect(own[group].smoothedRate).toBeGreaterThanOrEqual(Math.min(...ends) - 1e-5);
          expect(own[group].smoothedRate).toBeLessThanOrEqual(Math.max(...ends) + 1e-5);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("never falls, and its prior neither, with one offense more in any later year", () => {
    const more = fc.record({ at: fc.integer({ min: 1, max: 3 }), offenses: fc.integer({ min: 1, max: 500 }) });
    fc.assert(
      fc.property(history, more, fc.constantFrom("violent", "property"), (years, { at, offenses }, group) => {
        const worse = years.map((places, index) =>
          places.map((place, key) =>
            index === at && key === 0 ? { ...place, [group]: place[group] + offenses } : place,
          ),
        );
        const smoothed = [years, worse].map((all) => {
          const [now, past] = [all[3]?.[0], panelOf(all.slice(0, 3))];
          const prior = ownPriors(past, yearOf(2013, []), group, 0.15).get("0")?.prior;
          if (!now || !prior) throw new Error("the place has a past");
          return { prior: prior.mean, rate: rateGroup(now[group], now.residents, prior, 1).smoothedRate };
        });
        expect(smoothed[1]?.prior ?? 0).toBeGreaterThanOrEqual((smoothed[0]?.prior ?? 0) * (1 - 1e-9));
        expect(smoothed[1]?.rate ?? 0).toBeGreaterThanOrEqual((smoothed[0]?.rate ?? 0) * (1 - 1e-9));
      }),
    );
  });

  test("does not depend on the order of the places, nor on later years", () => {
    fc.assert(
      fc.property(history, fc.array(figures, { minLength: 3, maxLength: 3 }), (years, later) => {
        const panel = panelOf(years);
        const backwards = panel.map((year) => ({ ...year, places: new Map([...year.places].toReversed()) }));
        const { own } = rated(panel);
        expect(rated(backwards).own.relativeRisk).toBeCloseTo(own.relativeRisk, 5);
        const now = panel.at(-1);
        const place = now?.places.get("0");
        if (!now || !place) throw new Error("a panel has years and places");
        const state = { violentRate: now.state.violent, propertyRate: now.state.property };
        const priors = fitPriors([...now.places.values()]);
        const longer = [...panel, yearOf(now.year + 1, later)];
        expect(openPast(longer, { year: now.year, state, priors }).rate("0", place)).toEqual(own);
      }),
      { numRuns: 20 },
    );
  });

  test("differs for two places with the same figures of the year and different histories", () => {
    const now = { residents: 5_000, violent: 10, property: 100 };
    const calm = { residents: 5_000, violent: 2, property: 40 };
    const panel = panelOf([
      [calm, now],
      [calm, now],
      [now, now],
    ]);
    const state = { violentRate: 4, propertyRate: 20 };
    const priors = fitPriors([placeYear(now)]);
    const past = openPast(panel, { year: 2012, state, priors });
    expect(past.rate("0", placeYear(now)).score).toBeGreaterThan(past.rate("1", placeYear(now)).score);
    expect(rate(placeYear(now), priors, state).relativeRisk).toBeGreaterThan(0);
  });

  test("grows less sure with each year of a gap", () => {
    const panel = panelOf([[{ residents: 5_000, violent: 10, property: 100 }]]);
    const variances = [2011, 2012, 2020].map((year) => {
      const to = { year, state: panel[0]?.state ?? { violent: 0, property: 0 } };
      return ownPriors(panel, to, "property", 0.1).get("0")?.prior.variance ?? 0;
    });
    // 20 per 1,000, known exactly with one place alone: v = 20² · 0.1² · years.
    expect(variances.map((variance) => Number(variance.toFixed(9)))).toEqual([4, 8, 40]);
  });
});

describe("the yearly move", () => {
  test("is found again where made-up rates move by it", () => {
    for (const truth of [0.08, 0.25]) {
      const random = uniform(1);
      const rates = Array.from({ length: 300 }, () => 10 * Math.exp(0.8 * normal(random)));
      const years = Array.from({ length: 8 }, () =>
        rates.map((value, index) => {
          rates[index] = value * Math.exp(truth * normal(random) - truth ** 2 / 2);
          const expected = value * 20;
          return {
            residents: 20_000,
            violent: Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random))),
            property: 1,
          };
        }),
      );
      const panel = panelOf(years).map((year) => ({ ...year, state: { violent: 1, property: 1 } }));
      expect(Math.abs(fitMove(panel, "violent") - truth)).toBeLessThanOrEqual(0.03);
    }
  });

  test("is the largest of the grid where nothing can be foretold yet", () => {
    expect(fitMove([], "violent")).toBe(0.4);
    expect(fitMove(panelOf([[{ residents: 5_000, violent: 10, property: 100 }]]), "property")).toBe(0.4);
  });
});

/** The same numbers on every machine (Lehmer's generator; Park, Miller & Stockmeyer 1993). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}
