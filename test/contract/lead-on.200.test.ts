import { expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");
const ask = async (path: string) => (await server.request(path, { key })).json;

test.each([
  ["name=Austin,+TX", "Austin, Texas: GET /v1/us/safety/TX/Austin"],
  ["name=Fort+Worth,+Texas", "Fort Worth, Texas: GET /v1/us/safety/TX/Fort+Worth"],
  ["name=Springfield", "the largest Springfield, Missouri: GET /v1/us/locate?name=Springfield"],
  ["name=Texas", "Texas: GET /v1/us/places?state=TX"],
  ["zip=78701", "Austin, Texas: GET /v1/us/locate?zip=78701"],
  ["name=78701", "Austin, Texas: GET /v1/us/locate?zip=78701"],
  ["lat=30.27&lon=-97.74", "Travis County, Texas: GET /v1/us/locate?lat=30.27&lon=-97.74"],
])("a place elsewhere is not located, and the hint names it and its endpoint: %s", async (search, lead) => {
  expect(await ask(`/v1/locate?${search}`)).toMatchObject({ found: false, hint: expect.stringContaining(lead) });
  const path = /GET (\S+)$/.exec(lead)?.[1] ?? "";
  expect((await server.request(path, { key })).status).toBe(200);
});

test.each([
  ["q=Austin,+TX", "Austin, Texas: GET /v1/us/safety/TX/Austin"],
  ["q=78701", "Austin, Texas: GET /v1/us/locate?zip=78701"],
  ["near=30.27,-97.74", "Travis County, Texas: GET /v1/us/places?near=30.27,-97.74"],
])("the empty list of a place elsewhere has the same hint: %s", async (search, lead) => {
  expect(await ask(`/v1/places?${search}`)).toEqual({ places: [], total: 0, next: null, hint: lead } as never);
});

test("what is nowhere has no lead, and a list with places has no hint", async () => {
  expect(await ask("/v1/places?q=qqqqqqqq")).toEqual({ places: [], total: 0, next: null, hint: null } as never);
  expect(await ask("/v1/locate?zip=00000")).toMatchObject({ hint: "00000 is not a ZIP code of California." });
  expect(await ask("/v1/places?q=irvine")).not.toHaveProperty("hint");
});
