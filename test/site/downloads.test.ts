import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { releasedPlaces } from "../support/server.ts";
import { contentOf } from "../support/site-pages.ts";

const row = z.object({ score: z.number(), grade: z.string(), data_year: z.number(), population: z.number() });
const cityRow = row.extend({ city: z.string(), county: z.string() });

test("the tables of cities and counties are files with every place, its grade, its score, and its year", async () => {
  const { cities, counties } = releasedPlaces.records;
  const rows = z.array(cityRow).parse(JSON.parse(await contentOf("/explore/cities.json")));
  expect(rows.map(({ city, grade, score, data_year }) => [city, grade, score, data_year])).toEqual(
    cities.map(({ record }) => [record.city, record.grade, record.safety_score, record.data_year]),
  );
  expect(z.array(row).parse(JSON.parse(await contentOf("/explore/counties.json"))).length).toBe(counties.length);
});

test("a file has the rows and the order of the table above its link", async () => {
  const query = "sort=score&order=ascending&county=orange&size=50000";
  const rows = z.array(cityRow).parse(JSON.parse(await contentOf("/explore/cities.json", query)));
  expect(rows.length).toBeGreaterThan(5);
  for (const { county, population } of rows) {
    expect([county, population >= 50_000 && population < 200_000]).toEqual(["Orange County", true]);
  }
  expect(rows.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).toSorted((a, b) => a - b));
  const lines = z.array(z.array(z.string())).parse(parse(await contentOf("/explore/cities.csv", query)));
  expect(lines[0]).toContain("score");
  expect(lines.slice(1).map(([city]) => city)).toEqual(rows.map(({ city }) => city));
});
