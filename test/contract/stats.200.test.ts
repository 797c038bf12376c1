import { expect, test } from "bun:test";
import { familyOf, GRADE_FAMILIES } from "../../src/domain/grade.ts";
import { releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

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
  expect(snapshot.lastUpdated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
});

test("4.4: Parameters: none; any that are sent are ignored", async () => {
  const plain = await server.request("/v1/stats", { key });
  for (const path of ["/v1/stats?year=2010", "/v1/stats/", "/v1/stats/?"]) {
    expect((await server.request(path, { key })).json).toEqual(plain.json);
  }
});

function citiesGraded(family: string): number {
  return snapshot.cities.filter((city) => familyOf(city.record.grade) === family).length;
}
