import { expect, test } from "bun:test";
import { z } from "zod";
import { releasedPlaces } from "../support/server.ts";
import { contentOf } from "../support/site-pages.ts";

const row = z.object({ score: z.number(), grade: z.string(), data_year: z.number(), population: z.number() });
const cityRow = row.extend({ city: z.string(), county: z.string() });

test("the tables of cities and counties are files with every place, its grade, its score, and its year", async () => {
  const { cities, counties } = releasedPlaces.records;
  const rows = z.array(cityRow).parse(JSON.parse(await contentOf("/explore/map.json", "kind=cities")));
  expect(rows.map(({ city, grade, score, data_year }) => [city, grade, score, data_year])).toEqual(
    cities.map(({ record }) => [record.city, record.grade, record.safety_score, record.data_year]),
  );
  expect(z.array(row).parse(JSON.parse(await contentOf("/explore/map.json"))).length).toBe(counties.length);
});
