import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { fitPriors, rate, scoreOf } from "../../src/dataset/rating.ts";
import { explain, explainPlace } from "../../src/domain/explain.ts";
import { NO_OFFENSES, type OffenseCounts } from "../../src/domain/offense.ts";
import { readSnapshot } from "../../src/snapshot/file.ts";

const { cities, ...basis } = readSnapshot(join(import.meta.dir, "../../data/snapshot.json"));

/** 2024, per 1,000 residents: means and variances of the graded cities, rates of the state. */
const VIOLENT = { mean: 4.822571, variance: 8.281468, state: 4.771493 };
const PROPERTY = { mean: 21.804651, variance: 127.279598, state: 20.690537 };

/**
 * Counts as the official files have them; the rest was computed from them step by step, apart from the program, and the
 * intervals by drawing 400,000 pairs of rates from the two gamma distributions.
 */
const GOLDEN = [
  {
    city: "Los Angeles",
    population: 3_878_704,
    offenses: [280, 1_679, 8_484, 18_646, 14_759, 23_681, 63_849],
    violent: { count: 29_089, rate: 7.4997, weight: 0.9998, smoothed: 7.4993, ratio: 1.5717 },
    property: { count: 102_289, rate: 26.372, weight: 1, smoothed: 26.3718, ratio: 1.2746 },
    relativeRisk: 1.4154,
    score: 33,
    grade: "D",
    interval: [33, 33, "D"],
    flags: [],
  },
  {
    city: "Irvine",
    population: 318_683,
    offenses: [6, 42, 70, 149, 627, 221, 3_554],
    violent: { count: 267, rate: 0.8378, weight: 0.9982, smoothed: 0.8451, ratio: 0.1771 },
    property: { count: 4_402, rate: 13.8131, weight: 0.9995, smoothed: 13.8174, ratio: 0.6678 },
    relativeRisk: 0.3439,
    score: 89,
    grade: "A",
    interval: [89, 90, "A"],
    flags: [],
  },
  {
    city: "Colma",
    population: 1_428,
    offenses: [0, 0, 8, 14, 5, 14, 781],
    violent: { count: 22, rate: 15.4062, weight: 0.7103, smoothed: 12.3404, ratio: 2.5863 },
    property: { count: 800, rate: 560.2241, weight: 0.8929, smoothed: 502.5504, ratio: 24.2889 },
    relativeRisk: 7.9258,
    score: 2,
    grade: "F",
    interval: [1, 2, "F"],
    flags: ["visitors_and_jobs"],
  },
  {
    city: "Alturas",
    population: 2_652,
    offenses: [0, 3, 0, 36, 5, 2, 10],
    violent: { count: 39, rate: 14.7059, weight: 0.82, smoothed: 12.9264, ratio: 2.7091 },
    property: { count: 17, rate: 6.4103, weight: 0.9393, smoothed: 7.3444, ratio: 0.355 },
    relativeRisk: 0.9807,
    score: 51,
    grade: "C",
    interval: [43, 61, "B- C+ C"],
    flags: [],
  },
  {
    city: "Avenal",
    population: 14_108,
    offenses: [0, 4, 0, 63, 4, 7, 18],
    violent: { count: 67, rate: 4.7491, weight: 0.9604, smoothed: 4.752, ratio: 0.9959 },
    property: { count: 29, rate: 2.0556, weight: 0.988, smoothed: 2.2925, ratio: 0.1108 },
    relativeRisk: 0.3322,
    score: 90,
    grade: "A",
    interval: [88, 92, "A"],
    flags: ["prison"],
  },
  {
    city: "Villa Park",
    population: 5_698,
    offenses: [0, 0, 0, 2, 13, 5, 22],
    violent: { count: 2, rate: 0.351, weight: 0.9073, smoothed: 0.7656, ratio: 0.1605 },
    property: { count: 40, rate: 7.02, weight: 0.9708, smoothed: 7.4515, ratio: 0.3601 },
    relativeRisk: 0.2404,
    score: 95,
    grade: "A+",
    interval: [91, 97, "A+ A"],
    flags: [],
  },
] as const;

describe("the explanation of a city is what a reader computes by hand", () => {
  test.each(GOLDEN.map((golden) => [golden.city, golden] as const))("%s", (name, golden) => {
    const city = cities.find(({ record }) => record.city === name);
    if (!city) throw new Error(`${name} has a record`);
    const told = explain(city, basis);
    const { homicide, rape, robbery, aggravated_assault } = told.violent.offenses;
    const { burglary, motor_vehicle_theft, larceny } = told.property.offenses;
    expect([homicide, rape, robbery, aggravated_assault, burglary, motor_vehicle_theft, larceny]).toEqual([
      ...golden.offenses,
    ]);
    expect(told.population).toBe(golden.population);
    for (const [group, basis, expected] of [
      [told.violent, VIOLENT, golden.violent],
      [told.property, PROPERTY, golden.property],
    ] as const) {
      expect(group.count).toBe(expected.count);
      expect(group.prior_mean).toBe(basis.mean);
      expect(group.prior_variance).toBe(basis.variance);
      expect(group.state_rate_per_1k).toBe(basis.state);
      expect(group.rate_per_1k).toBeCloseTo(expected.rate, 4);
      expect(group.weight).toBeCloseTo(expected.weight, 4);
      expect(group.smoothed_rate_per_1k).toBeCloseTo(expected.smoothed, 4);
      expect(group.ratio).toBeCloseTo(expected.ratio, 4);
    }
    expect(told.relative_risk).toBeCloseTo(golden.relativeRisk, 3);
    expect([told.safety_score, told.grade]).toEqual([golden.score, golden.grade]);
    const { safety_score_low, safety_score_high, grades } = told.interval;
    expect([safety_score_low, safety_score_high, grades.join(" ")]).toEqual([...golden.interval]);
    expect(told.cautions.map(({ flag }) => flag)).toEqual([...golden.flags]);
  });

  test("the steps put the city's own numbers into the formula, to the score", () => {
    const irvine = cities.find(({ record }) => record.city === "Irvine");
    if (!irvine) throw new Error("Irvine has a record");
    expect(explain(irvine, basis).steps.map(({ name, numbers }) => [name, numbers])).toEqual([
      ["Violent rate", "267 / 318.683"],
      ["Violent weight", "8.2815 / (8.2815 + 4.8226 / 318.683)"],
      ["Violent rate, smoothed", "0.9982 × 0.8378 + 0.0018 × 4.8226"],
      ["Violent ratio", "0.8451 / 4.7715"],
      ["Property rate", "4402 / 318.683"],
      ["Property weight", "127.2796 / (127.2796 + 21.8047 / 318.683)"],
      ["Property rate, smoothed", "0.9995 × 13.8131 + 0.0005 × 21.8047"],
      ["Property ratio", "13.8174 / 20.6905"],
      ["Relative risk", "√(0.1771 × 0.6678)"],
      ["Score", "100 / (1 + 0.3439²) = 89.42"],
    ]);
  });

  test("the steps of the own past lead from the newest year to the prior, over the gap between", () => {
    const calipatria = cities.find(({ record }) => record.city === "Calipatria");
    if (!calipatria) throw new Error("Calipatria has a record");
    const { own_past: own } = explain(calipatria, basis);
    expect(own.years).toEqual([2010]);
    expect(own.steps.slice(0, 5).map(({ name, numbers, value }) => [name, numbers, Number(value.toFixed(4))])).toEqual([
      ["Violent prior, mean", "2.1005 × 4.7715 / 4.393", 2.2815],
      ["Violent prior, variance", "(0.2504 + 2.1005² × 0.18² × 14) × (4.7715 / 4.393)²", 2.6565],
      ["Violent rate", "4 / 6.522", 0.6133],
      ["Violent weight", "2.6565 / (2.6565 + 2.2815 / 6.522)", 0.8836],
      ["Violent rate, smoothed", "0.8836 × 0.6133 + 0.1164 × 2.2815", 0.8074],
    ]);
  });

  test("a county is explained by the same steps, with the prior of the counties", () => {
    const county = basis.counties.find(({ record }) => record.county === "Sierra County");
    if (!county) throw new Error("Sierra County has a record");
    const told = explainPlace(county, basis);
    // 15 violent offenses among 3,113 residents; counties: m = 4.771, v = 2.116.
    expect(told.violent).toMatchObject({ count: 15, prior_mean: basis.priors.counties.violent.mean });
    expect(told.violent.weight).toBeCloseTo(2.116 / (2.116 + 4.771 / 3.113), 3);
    expect([told.safety_score, told.interval.safety_score_low, told.interval.safety_score_high]).toEqual([73, 67, 80]);
    expect(told.own_past).toMatchObject({ safety_score: 86, violent: { yearly_move: 0.19 } });
    expect(told.own_past.years).toContain(2019);
    expect(told).not.toHaveProperty("city");
  });
});

const counts = fc.record({
  homicide: fc.nat(50),
  rape: fc.nat(50),
  robbery: fc.nat(200),
  aggravatedAssault: fc.nat(500),
  burglary: fc.nat(500),
  motorVehicleTheft: fc.nat(500),
  larceny: fc.nat(2_000),
});
const place = fc.record({ residents: fc.integer({ min: 1_000, max: 4_000_000 }), offenses: counts });
const PRIORS = { violent: VIOLENT, property: PROPERTY };
const STATE = { violentRate: VIOLENT.state, propertyRate: PROPERTY.state };

function isClass(name: string): name is keyof OffenseCounts {
  return name in NO_OFFENSES;
}

describe("the score", () => {
  test("never rises with one offense more, of whatever class", () => {
    const classes = Object.keys(NO_OFFENSES).filter(isClass);
    fc.assert(
      fc.property(place, fc.constantFrom(...classes), ({ residents, offenses }, more) => {
        const before = scoreOf(rate({ residents, offenses }, PRIORS, STATE));
        const after = scoreOf(
          rate({ residents, offenses: { ...offenses, [more]: offenses[more] + 1 } }, PRIORS, STATE),
        );
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });

  test("is between 0 and 100, and each smoothed rate between the reported one and the mean", () => {
    fc.assert(
      fc.property(place, (exposed) => {
        const rating = rate(exposed, PRIORS, STATE);
        expect(scoreOf(rating)).toBeGreaterThanOrEqual(0);
        expect(scoreOf(rating)).toBeLessThanOrEqual(100);
        for (const group of ["violent", "property"] as const) {
          const { rate: reported, smoothedRate } = rating[group];
          const { mean } = PRIORS[group];
          expect(smoothedRate).toBeGreaterThanOrEqual(Math.min(reported, mean) - 1e-9);
          expect(smoothedRate).toBeLessThanOrEqual(Math.max(reported, mean) + 1e-9);
        }
      }),
    );
  });

  test("does not depend on the order of the cities", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 3, maxLength: 20 }), (places) => {
        const [forwards, backwards] = [fitPriors(places), fitPriors(places.toReversed())];
        for (const exposed of places) {
          expect(rate(exposed, forwards, STATE).relativeRisk).toBeCloseTo(
            rate(exposed, backwards, STATE).relativeRisk,
            9,
          );
        }
      }),
    );
  });
});
