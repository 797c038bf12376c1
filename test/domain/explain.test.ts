import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { explainCity, explainCounty } from "../../src/domain/explain.ts";
import { readDataset } from "../../src/places/file.ts";

const { cities, counties, state } = readDataset(join(import.meta.dir, "../../data/dataset.json")).records;

function explained(name: string) {
  const city = cities.find(({ record }) => record.city === name);
  if (!city) throw new Error(`${name} has a record`);
  return explainCity(city, state.trend);
}

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

  test("lists the years of the score, without gaps and incomplete years", () => {
    expect(explained("Irvine").years).toEqual([
      2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017, 2018, 2020, 2021, 2022, 2023, 2024, 2025,
    ]);
    expect(explained("Lodi").years).not.toContain(2024);
    expect(explained("Vista").years.at(-1)).toBe(2023);
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
  const explanation = explainCounty(county, state.trend);
  expect(explanation).not.toHaveProperty("city");
  const { city: _, ...members } = explained("Irvine");
  expect(Object.keys(explanation).toSorted()).toEqual(Object.keys(members).toSorted());
  expect(explanation.cautions.map(({ code }) => code)).toContain("cargo_theft");
  expect(explanation.years).toContain(2019);
});
