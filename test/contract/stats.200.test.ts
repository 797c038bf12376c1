import { expect, test } from "bun:test";
import { familyOf, GRADE_FAMILIES } from "../../src/domain/grade.ts";
import { releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey();

const snapshot = releasedPlaces.records;

test("4.4: Returns dataset metadata: the dataset statistics object (2.4)", async () => {
  const { status, json } = await server.request("/v1/stats", { key });
  expect(status).toBe(200);
  expect(json).toEqual({
    cities: snapshot.cities.length,
    counties: 58,
    data_year: snapshot.dataYear,
    last_updated: snapshot.lastUpdated,
    grade_distribution: Object.fromEntries(GRADE_FAMILIES.map((family) => [family, citiesGraded(family)])),
  });
});

test("2.4: last_updated is an ISO 8601 UTC timestamp", async () => {
  const { text } = await server.request("/v1/stats", { key });
  expect(JSON.parse(text).last_updated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
});

test("2.4: grade_distribution has the keys A, B, C, D, F, each an integer count of cities; together they are all cities", async () => {
  const { text } = await server.request("/v1/stats", { key });
  const { cities, grade_distribution } = JSON.parse(text);
  expect(Object.keys(grade_distribution)).toEqual(["A", "B", "C", "D", "F"]);
  const counts = Object.values(grade_distribution).map(Number);
  expect(counts.every(Number.isInteger)).toBe(true);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(cities);
});

test("4.4: Parameters: none; any that are sent are ignored", async () => {
  const plain = await server.request("/v1/stats", { key });
  for (const path of ["/v1/stats?year=2010", "/v1/stats/", "/v1/stats/?"]) {
    expect((await server.request(path, { key })).json).toEqual(plain.json);
  }
});

test("decisions 6: HEAD is GET without the body", async () => {
  const { status, text } = await server.request("/v1/stats", { key, method: "HEAD" });
  expect([status, text]).toEqual([200, ""]);
});

function citiesGraded(family: string): number {
  return snapshot.cities.filter((city) => familyOf(city.record.grade) === family).length;
}
