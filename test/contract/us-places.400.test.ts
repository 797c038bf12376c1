import { expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

test.each([
  ["an unknown parameter", "kind=city", "kind"],
  ["an unknown state", "state=ZZ", "state"],
  ["a county without a state", "county=Orange", "county"],
  ["a county of another state", "state=TX&county=Orange+County,+CA", "county"],
  ["a county that the state lacks", "state=RI&county=Harris", "county"],
  ["residents that are no number", "min_population=many", "min_population"],
  ["residents below zero", "min_population=-1", "min_population"],
  ["a letter with a sign", "grade=A%2B", "grade"],
  ["a status of California's alone", "status=part", "status"],
  ["a latitude beyond the pole", "near=97.7,30.2", "near"],
  ["a longitude beyond the date line", "near=30.2,-181", "near"],
  ["a radius without a point", "radius_km=5", "radius_km"],
  ["a radius over the largest", "near=30.2,-97.7&radius_km=101", "radius_km"],
  ["a sort by distance without a point", "sort=distance", "sort"],
  ["the same, backward", "sort=-distance&q=austin", "sort"],
  ["an unknown format", "format=xml", "format"],
])("%s is refused and named", async (_, search, parameter) => {
  const { status, json } = await server.request(`/v1/us/places?${search}`, { key });
  expect([status, json]).toEqual([
    400,
    expect.objectContaining({
      code: "invalid_parameter",
      detail: expect.stringMatching(new RegExp(`^The parameter ${parameter} `)),
      errors: [{ parameter, detail: expect.stringMatching(/\w/) }],
    }),
  ]);
});

test("parameters of the state's list that need a point are refused there, too", async () => {
  const { status, json } = await server.request("/v1/places?sort=distance", { key });
  expect([status, json]).toMatchObject([400, { errors: [{ parameter: "sort" }] }]);
});
