import { describe, expect, test } from "bun:test";
import { explainCity, explainCounty, summaryOf } from "../../src/domain/explain.ts";
import { countyExplanation, explanation } from "../../src/domain/explanation.ts";
import type { SnapshotCity, Trend } from "../../src/domain/snapshot.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { offenseColumns } from "../support/offense-columns.ts";
import { releasedPlaces } from "../support/server.ts";

const { cities, counties, state } = releasedPlaces.records;
const yardstick = { state, edition: CALIFORNIA };
const irvine = cityNamed("Irvine");

function cityNamed(name: string): SnapshotCity {
  const city = cities.find(({ record }) => record.city === name);
  if (!city) throw new Error(`${name} has a record`);
  return city;
}

const explained = (name: string) => explainCity(cityNamed(name), yardstick);

describe("the explanation of a city", () => {
  test("compares its rates with the state's in words, then gives the score with its year", () => {
    expect(explained("Irvine").summary).toBe(
      "In 2025 Irvine reported 0.8 violent offenses per 1,000 residents, 82% below California's 4.3, and 11.5 property offenses per 1,000 residents, 36% below California's 17.9. Score 85 of 100, grade A.",
    );
    expect(explained("Oakland").summary).toContain("above California's 4.3");
  });

  test("has next year's interval first, as a sentence, and this year's with its year", () => {
    const { intervals } = explained("Irvine");
    expect(Object.keys(intervals)).toEqual(["next_year", "this_year"]);
    expect(intervals.next_year).toMatchObject({
      year: 2026,
      probability: 0.8,
      safety_score_low: 83,
      safety_score_high: 87,
    });
    expect(intervals.next_year.text).toStartWith("The score of 2026 has an 80% range of 83 to 87. It covers");
    expect(intervals.this_year).toMatchObject({
      year: 2025,
      safety_score_low: 85,
      safety_score_high: 86,
      grades: ["A"],
    });
  });

  test("has the classes of offenses from the official file", () => {
    const { violent, property } = explained("Irvine");
    expect(violent.offenses).toEqual({ homicide: 0, rape: 41, robbery: 57, aggravated_assault: 153 });
    expect(property.offenses).toEqual({ burglary: 547, motor_vehicle_theft: 168, larceny: 2_961 });
    expect([violent.count, property.count]).toEqual([251, 3_676]);
  });

  test("applies the formula to the city's own numbers, up to the score", () => {
    expect(explained("Irvine").steps.map(({ name, numbers }) => [name, numbers])).toEqual([
      ["Violent prior, mean", "0.835 × 0.8358 × 4.3297 / 4.7715 + 0.165 × 0.1905 × 4.3297"],
      ["Violent prior, variance", "(0.0021 + 0.8358² × 0.11² × 1) × (4.3297 / 4.7715)²"],
      ["Violent rate", "251 / 318.764"],
      ["Violent weight", "0.0087 / (0.0087 + 0.7693 / 318.764)"],
      ["Violent rate, smoothed", "0.7823 × 0.7874 + 0.2177 × 0.7693"],
      ["Violent ratio", "0.7835 / 4.3297"],
      ["Property prior, mean", "0.975 × 13.8232 × 17.9372 / 20.6905 + 0.025 × 0.7 × 17.9372"],
      ["Property prior, variance", "(0.0423 + 13.8232² × 0.09² × 1) × (17.9372 / 20.6905)²"],
      ["Property rate", "3676 / 318.764"],
      ["Property weight", "1.195 / (1.195 + 11.9981 / 318.764)"],
      ["Property rate, smoothed", "0.9695 × 11.532 + 0.0305 × 11.9981"],
      ["Property ratio", "11.5463 / 17.9372"],
      ["Relative risk", "(0.181 + 0.6437) / 2"],
      ["Score", "100 / (1 + 0.4123²) = 85.47"],
    ]);
  });

  test("grades violent and property offenses beside the score, by the ratio of each alone", () => {
    const both = (name: string) => {
      const { violent, property, grade } = explained(name);
      return [grade, violent.safety_score, violent.grade, property.safety_score, property.grade];
    };
    expect(both("Irvine")).toEqual(["A", 97, "A+", 71, "B"]);
    expect(both("Culver City")).toEqual(["F", 30, "D", 12, "F"]);
    expect(both("Compton")).toEqual(["F", 11, "F", 34, "D"]);
  });

  test("gives each caution its code, its text with the detail for the city, and a source if it was reviewed", () => {
    const [first] = explained("Avenal").cautions;
    expect(first).toEqual({
      code: "older_year",
      detail: "older_year",
      text: expect.stringMatching(/^The newest year.+ 2024: 67 violent offenses, about \d+ expected from 2021; /),
      source: null,
    });
    expect(explained("Ione").cautions.find(({ code }) => code === "prison")?.source).toContain("cdcr.ca.gov");
  });
});

test("a county is explained in the same way", () => {
  const county = counties.find(({ record }) => record.county === "Los Angeles County");
  if (!county) throw new Error("Los Angeles County has a record");
  const explanation = explainCounty(county, yardstick);
  expect(explanation).not.toHaveProperty("city");
  const { city: _, ...members } = explained("Irvine");
  expect(Object.keys(explanation).toSorted()).toEqual(Object.keys(members).toSorted());
  expect(explanation.cautions.map(({ code }) => code)).toContain("cargo_theft");
  expect(explanation.years).toContain(2019);
});

/** Irvine with other figures of its violent offenses. */
function irvineWith(figures: Partial<SnapshotCity["rating"]["violent"]>): SnapshotCity {
  return { ...irvine, rating: { ...irvine.rating, violent: { ...irvine.rating.violent, ...figures } } };
}

/** The state with this number of violent offenses per 1,000 residents in every year. */
function stateWith(violentRate: number): Trend {
  const { trend } = state;
  return {
    ...trend,
    population: trend.population.map(() => 1_000_000),
    offenses: offenseColumns(
      trend.population.map(() => violentRate * 1_000),
      trend.offenses.larceny,
    ),
  };
}

describe("the summary compares a rate with the state's in whole percent", () => {
  test.each([
    [4, 4, "4.0 violent offenses per 1,000 residents, as many as California's 4.0"],
    [4.01, 4, "4.0 violent offenses per 1,000 residents, as many as California's 4.0"],
    [4.04, 4, "4.0 violent offenses per 1,000 residents, as many as California's 4.0"],
    [4.1, 4, "4.1 violent offenses per 1,000 residents, 2% above California's 4.0"],
    [0, 4, "0.0 violent offenses per 1,000 residents, 100% below California's 4.0"],
    [10, 4, "10.0 violent offenses per 1,000 residents, 150% above California's 4.0"],
  ])("%f against %f", (rate, stateRate, text) => {
    expect(summaryOf(irvineWith({ rate }), "Irvine", stateWith(stateRate), CALIFORNIA)).toContain(
      `reported ${text}, and `,
    );
  });
});

describe("for every city of the dataset", () => {
  test("and every county the explanation has the figures of the record, and its score is near its interval", () => {
    const all = [
      ...cities.map((city) => [city.record, explanation.parse(explainCity(city, yardstick))] as const),
      ...counties.map((county) => [county.record, countyExplanation.parse(explainCounty(county, yardstick))] as const),
    ];
    for (const [record, explained] of all) {
      const { county, safety_score, grade, population } = record;
      expect(explained).toMatchObject({ county, safety_score, grade, population });
      const rate = (1_000 * (explained.violent.count + explained.property.count)) / explained.population;
      expect(Math.abs(rate - record.crime_rate_per_1k)).toBeLessThan(0.051);
      for (const interval of [explained.intervals.next_year, explained.intervals.this_year]) {
        expect(interval.safety_score_low).toBeLessThanOrEqual(record.safety_score + 1);
        expect(interval.safety_score_high).toBeGreaterThanOrEqual(record.safety_score - 1);
      }
    }
  });

  test("the explanation's numbers give the published score by the formula", () => {
    for (const city of cities) {
      const { violent, property, population, safety_score } = explainCity(city, yardstick);
      const ratios = [violent, property].map((group) => {
        const n = population / 1_000;
        const weight = group.prior_variance / (group.prior_variance + group.prior_mean / n);
        const smoothed = weight * (group.count / n) + (1 - weight) * group.prior_mean;
        return smoothed / group.state_rate_per_1k;
      });
      const exact = 100 / (1 + (((ratios[0] ?? 0) + (ratios[1] ?? 0)) / 2) ** 2);
      expect(Math.abs(exact - safety_score)).toBeLessThan(0.5001);
    }
  });

  test("the years of the explanation are those with a score, up to its own, and the last step is the score", () => {
    for (const city of cities) {
      const { years, data_year, steps, safety_score, notes } = explainCity(city, yardstick);
      const { from, score } = city.trend;
      const scored = score.flatMap((one, index) => (one === null ? [] : [from + index]));
      expect(years).toEqual(scored.filter((year) => year <= data_year));
      const breaks = notes.filter(({ text }) => CALIFORNIA.breaks.some((one) => one.text === text));
      expect(breaks.filter(({ year }) => year <= (years[0] ?? data_year) || year > data_year)).toEqual([]);
      expect([years.length, steps.length]).toEqual([years.length, years.length === 1 ? 10 : 14]);
      expect(steps.at(-1)?.value).toBe(safety_score);
    }
  });
});

describe("the steps of a calculation", () => {
  const FORMULAS = [
    "m = a × p × C / c + (1 − a) × A × C",
    "v = (u + p² × σ² × k) × (C / c)²",
    "r = offenses / n",
    "w = v / (v + m / n)",
    "s = w × r + (1 − w) × m",
    "s / C",
  ];
  const END = ["RR = (violent ratio + property ratio) / 2", "100 / (1 + RR²), rounded"];

  test("have their formulas in symbols, the same for both groups", () => {
    expect(explained("Irvine").steps.map(({ formula }) => formula)).toEqual([...FORMULAS, ...FORMULAS, ...END]);
  });

  test("of a first year have no past", () => {
    const { steps } = explainCity(irvineWith({ last: null }), yardstick);
    expect(steps.map(({ formula }) => formula)).toEqual([...FORMULAS.slice(2), ...FORMULAS, ...END]);
  });

  test("give the named value, as precisely as their rounded numbers allow, in every city", () => {
    for (const one of cities) {
      for (const { name, numbers, value } of explainCity(one, yardstick).steps) {
        // Four decimals are shown, which for a small number is imprecise; the score is an integer.
        const bound = name === "Score" ? 0.6 : Math.max(Math.abs(value) * 0.05, 0.01);
        const isNear = Math.abs(resultOf(numbers) - value) <= bound;
        expect([one.record.city, name, isNear]).toEqual([one.record.city, name, true]);
      }
    }
  });
});

/** The result of a printed calculation. */
function resultOf(text: string): number {
  const [expression = ""] = text.split(" = ");
  return Number(new Function(`return ${expression.replaceAll("×", "*").replaceAll("²", " ** 2")}`)());
}
