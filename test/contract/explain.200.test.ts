import { describe, expect, test } from "bun:test";
import { explainCity } from "../../src/domain/explain.ts";
import { explanation } from "../../src/domain/explanation.ts";
import { releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

async function explained(segment: string) {
  const { status, json } = await server.request(`/v1/explain/${segment}`, { key });
  expect(status).toBe(200);
  return json;
}

test("the explanation of a city matches the document's schema, for any spelling of its name", async () => {
  const irvine = releasedPlaces.city("Irvine")?.entry;
  if (!irvine) throw new Error("Irvine has a record");
  const answer = await explained("Irvine");
  expect(answer).toEqual({ found: true, data: explainCity(irvine, releasedPlaces.records.state.trend) });
  expect(await explained("city+of%20IRVINE")).toEqual(answer);
});

test("a city that is not in the dataset gets the same answer as elsewhere", async () => {
  expect(await explained("Atlantis")).toEqual({ found: false, data: null });
});

describe("for every city of the dataset", () => {
  test("the explanation has the figures of the record, and its score is near its interval", () => {
    for (const city of releasedPlaces.records.cities) {
      const explained = explanation.parse(explainCity(city, releasedPlaces.records.state.trend));
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
    for (const city of releasedPlaces.records.cities) {
      const { violent, property, population, safety_score } = explainCity(city, releasedPlaces.records.state.trend);
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
    for (const city of releasedPlaces.records.cities) {
      const { years, data_year, steps } = explainCity(city, releasedPlaces.records.state.trend);
      expect(years.at(-1)).toBe(data_year);
      expect(years).toEqual(years.toSorted((a, b) => a - b));
      expect(years).not.toContain(2019);
      expect(steps.length).toBe(years.length === 1 ? 10 : 14);
      expect(steps.at(-1)?.value).toBe(city.record.safety_score);
    }
  });
});

test("it needs a key, counts as a request, and returns 304 to a client that has the answer", async () => {
  expect((await server.request("/v1/explain/Irvine")).status).toBe(401);
  const first = await server.request("/v1/explain/Irvine", { key });
  const etag = first.headers.get("etag") ?? "";
  const again = await server.request("/v1/explain/Irvine", { key, headers: { "If-None-Match": etag } });
  expect(again.status).toBe(304);
  const left = (answer: typeof first) => Number(answer.headers.get("x-ratelimit-remaining"));
  expect(left(first) - left(again)).toBe(1);
});

test("an invalid name and another method are refused, and a longer path is not found", async () => {
  expect((await server.request("/v1/explain/%FF", { key })).status).toBe(400);
  expect((await server.request("/v1/explain/Irvine", { key, method: "DELETE" })).headers.get("allow")).toBe(
    "GET, HEAD",
  );
  expect((await server.request("/v1/explain", { key })).status).toBe(404);
  expect((await server.request("/v1/explain/Irvine/more", { key })).status).toBe(404);
});
