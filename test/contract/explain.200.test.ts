import { describe, expect, test } from "bun:test";
import { explainCity, explainCounty } from "../../src/domain/explain.ts";
import { countyExplanation, explanation } from "../../src/domain/explanation.ts";
import { besideNationOf } from "../../src/domain/nation-entry.ts";
import { releasedNation, releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

const { state, cities, counties } = releasedPlaces.records;

test("the explanation of a city or county, for any spelling of its name", async () => {
  const city = releasedPlaces.city("Irvine")?.entry;
  const county = releasedPlaces.county("Orange")?.entry;
  if (!city || !county) throw new Error("both have a record");
  for (const [segment, data] of [
    [
      "city+of%20IRVINE",
      { ...explainCity(city, state.trend), nation: besideNationOf(releasedNation.ofGeoid(city.geoid)) },
    ],
    ["county/orange+county", explainCounty(county, state.trend)],
  ] as const) {
    const { status, json } = await server.request(`/v1/explain/${segment}`, { key });
    expect([status, json]).toEqual([200, { found: true, data }]);
  }
});

test("a place that is not in the dataset gets the same answer as elsewhere", async () => {
  for (const path of ["/v1/explain/Atlantis", "/v1/explain/county/Atlantis", "/v1/explain/county"]) {
    expect((await server.request(path, { key })).json).toEqual({ found: false, data: null });
  }
});

test("every county's explanation has the score of its record and matches the schema", () => {
  for (const county of counties) {
    const explained = countyExplanation.parse(explainCounty(county, state.trend));
    expect(explained).toMatchObject({ county: county.record.county, safety_score: county.record.safety_score });
  }
});

describe("for every city of the dataset", () => {
  test("the explanation has the figures of the record, and its score is near its interval", () => {
    for (const city of cities) {
      const explained = explanation.parse(explainCity(city, state.trend));
      const { record } = city;
      expect(explained.safety_score).toBe(record.safety_score);
      expect(explained.grade).toBe(record.grade);
      expect(explained.population).toBe(record.population);
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
      const { violent, property, population, safety_score } = explainCity(city, state.trend);
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

  test("the years of the explanation are the complete ones up to its own year", () => {
    for (const city of cities) {
      const { years, data_year, steps } = explainCity(city, state.trend);
      expect(years.at(-1)).toBe(data_year);
      expect(years).toEqual(years.toSorted((a, b) => a - b));
      expect(years).not.toContain(2019);
      expect(steps.length).toBe(years.length === 1 ? 10 : 14);
      expect(steps.at(-1)?.value).toBe(city.record.safety_score);
    }
  });
});
