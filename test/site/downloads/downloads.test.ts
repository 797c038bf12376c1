import { expect, test } from "bun:test";
import { releasedPlaces } from "../../support/server.ts";
import { csvRows } from "../../support/site-pages.ts";

test("the tables of cities and counties are files with every place, its grade, its score, and its year", async () => {
  const { cities, counties } = releasedPlaces.records;
  const rows = await csvRows("/explore/map.csv", "kind=cities");
  expect(rows.map(({ city, grade, score, data_year }) => [city, grade, score, data_year])).toEqual(
    cities.map(({ record }) => [record.city, record.grade, String(record.safety_score), String(record.data_year)]),
  );
  expect(await csvRows("/explore/map.csv")).toHaveLength(counties.length);
});
