import { describe, expect, test } from "bun:test";
import { historyOf } from "../../src/domain/trend.ts";
import { cityUrl, countyUrl } from "../../src/site/explore/place-url.ts";
import { releasedPlaces } from "../support/server.ts";
import { contentOf, text } from "../support/site-pages.ts";

const snapshot = releasedPlaces.records;

describe("a county without a record", () => {
  const [absent] = snapshot.absentCounties;
  if (!absent) throw new Error("there is an absent county");
  const { county, detail, trend } = absent;
  const history = historyOf(trend, snapshot.state.trend);
  const url = countyUrl(county);

  test("has a page with the reason, what to use instead, its cities, and its years", async () => {
    const page = await text(url);
    expect(page).toContain("No record: incomplete figures");
    for (const part of [detail, "What to use instead", "88,122 people live in it"]) expect(page).toContain(part);
    for (const city of ["Fort Bragg", "Ukiah", "Willits", "Point Arena"]) {
      expect(await contentOf(url)).toContain(`href="${cityUrl(city)}"`);
    }
    expect(page).toContain("2025 incomplete");
    const scored = history.findLast(({ status }) => status === "complete");
    expect(page).toContain(` ${scored?.year} ${scored?.grade} ${scored?.score} 50 `);
    expect(await contentOf(`${url}/years.json`)).toContain('"data_year": 2021');
  });

  test("is described as missing a record on the page of its absent city", async () => {
    expect(await text("/explore/city/point-arena")).toContain("Mendocino County has no record either");
  });

  test("is hatched on the map, in the legend, and in the tables", async () => {
    const page = await contentOf("/explore");
    expect(page).toContain(`<a href="${url}" class="none" aria-label="Mendocino: no record, ${snapshot.dataYear}">`);
    expect(page).toContain('class="tile none"></b> no record');
    expect(await text("/explore")).toContain("Mendocino – no record");
    expect(await contentOf("/explore/county/orange")).not.toContain('class="none"');
  });

  test("is a choice in the filter of cities, which finds its graded cities", async () => {
    const page = await text("/explore/cities", "county=mendocino");
    expect(page).toContain("3 cities");
    expect(await contentOf("/explore/cities")).toContain('<option value="mendocino"');
  });

  test("is below the table of counties, with the reason of each", async () => {
    const page = await text("/explore/counties");
    expect(page).toContain("Counties without a record");
    expect(snapshot.absentCounties.length).toBeGreaterThan(1);
    for (const entry of snapshot.absentCounties) {
      expect(page).toContain(`${entry.county} : incomplete figures. ${entry.detail}.`);
      expect(await contentOf("/explore/counties")).toContain(`href="${countyUrl(entry.county)}"`);
    }
    expect(await text("/explore/cities")).not.toContain("Counties without a record");
  });

  test("is on the coverage page, with the reason", async () => {
    expect(await text("/coverage")).toContain("54 of 58 counties have one");
    expect(await text("/coverage")).toContain(`${county} : incomplete figures. ${detail}`);
  });
});
