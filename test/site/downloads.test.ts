import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { releasedPlaces } from "../support/server.ts";
import { contentOf } from "../support/site-pages.ts";

test("the tables of cities and counties are files with every place, its grade, its score, and its year", async () => {
  const { cities, counties } = releasedPlaces.records;
  const rows = parse(await contentOf("/explore/map.csv", "kind=cities"), { columns: true });
  expect(rows.map(({ city, grade, score, data_year }) => [city, grade, score, data_year])).toEqual(
    cities.map(({ record }) => [record.city, record.grade, String(record.safety_score), String(record.data_year)]),
  );
  expect(parse(await contentOf("/explore/map.csv"), { columns: true }).length).toBe(counties.length);
});
