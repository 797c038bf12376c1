import { describe, expect, test } from "bun:test";
import { createNationPlaces } from "../../src/lookup/nation-places.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { placesOf, sampleCity, sampleCounty, sampleDataset } from "../support/sample-dataset.ts";
import { releasedNation, releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey();

const PATHS = ["/v1/safety/Irvine", "/v1/safety/Atlantis", "/v1/safety/county/Orange", "/v1/stats"];

async function etagOf(path: string): Promise<string> {
  return (await server.request(path, { key })).headers.get("etag") ?? "";
}

async function statusWith(path: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<number> {
  const { status, text } = await server.request(path, { key, headers, method });
  if (status === 304) expect(text).toBe("");
  return status;
}

describe("decisions 6: If-None-Match is answered 304", () => {
  test.each(PATHS)("%s", async (path) => {
    const etag = await etagOf(path);
    expect(await statusWith(path, { "If-None-Match": etag })).toBe(304);
    expect(await statusWith(path, { "If-None-Match": etag }, "HEAD")).toBe(304);
  });

  test("RFC 9110 13.1.2: in a list, by weak comparison, and by *", async () => {
    const [path = ""] = PATHS;
    const etag = await etagOf(path);
    expect(await statusWith(path, { "If-None-Match": `"other", W/"third" ,${etag}` })).toBe(304);
    expect(await statusWith(path, { "If-None-Match": `W/${etag}` })).toBe(304);
    expect(await statusWith(path, { "If-None-Match": "*" })).toBe(304);
    expect(await statusWith(path, { "If-None-Match": '"other"' })).toBe(200);
    expect(await statusWith(path, { "If-None-Match": etag.slice(1, -1) })).toBe(200);
    expect(await statusWith(path, { "If-None-Match": "" })).toBe(200);
  });

  test("RFC 9110 13.1.3: by If-Modified-Since, unless If-None-Match is present", async () => {
    const [path = ""] = PATHS;
    const { lastModified } = releasedPlaces;
    expect(await statusWith(path, { "If-Modified-Since": lastModified })).toBe(304);
    expect(await statusWith(path, { "If-Modified-Since": "Thu, 01 Jan 2015 00:00:00 GMT" })).toBe(200);
    for (const noHttpDate of ["yesterday", "2099", "2099-01-01T00:00:00Z", "1 Jan 2099"]) {
      expect(await statusWith(path, { "If-Modified-Since": noHttpDate })).toBe(200);
    }
    expect(await statusWith(path, { "If-Modified-Since": lastModified, "If-None-Match": '"other"' })).toBe(200);
  });

  test("the answer has the headers that caches need, like a 200", async () => {
    const [path = ""] = PATHS;
    const fresh = await server.request(path, { key });
    const unchanged = await server.request(path, { key, headers: { "If-None-Match": await etagOf(path) } });
    for (const name of ["etag", "last-modified", "cache-control", "vary"]) {
      expect([name, unchanged.headers.get(name)]).toEqual([name, fresh.headers.get(name)]);
    }
  });
});

test("decisions 6: it counts as a request", async () => {
  const remaining = async (headers: Readonly<Record<string, string>>) =>
    Number((await server.request("/v1/stats", { key, headers })).headers.get("x-ratelimit-remaining"));
  const before = await remaining({});
  expect(await remaining({ "If-None-Match": await etagOf("/v1/stats") })).toBe(before - 2);
});

test("decisions 6: a strong ETag of dataset and resource: another dataset has another tag", async () => {
  const before = await Promise.all(PATHS.map(etagOf));
  expect(new Set(before).size).toBe(PATHS.length);
  server.places = placesOf(sampleDataset([sampleCity("Irvine")], [sampleCounty("Orange County")]));
  const after = await Promise.all(PATHS.map(etagOf));
  server.places = releasedPlaces;
  expect(new Set([...before, ...after]).size).toBe(2 * PATHS.length);
});

test("decisions 6: an answer with figures of two datasets changes with each of them", async () => {
  const path = "/v1/explain/Irvine";
  const first = await server.request(path, { key });
  expect(first.json).toMatchObject({ data: { nation: { safety_score: expect.any(Number) } } });
  const conditions = [
    { "If-None-Match": first.headers.get("etag") ?? "" },
    { "If-Modified-Since": first.headers.get("last-modified") ?? "" },
  ];
  for (const headers of conditions) expect(await statusWith(path, headers)).toBe(304);
  const { nation } = releasedNation;
  server.nation = createNationPlaces(
    { ...nation, version: "newer", lastUpdated: "2099-01-01T00:00:00Z", places: [] },
    nation.edition,
    COUNTRY,
  );
  const second = await server.request(path, { key });
  expect(second.json).toMatchObject({ data: { nation: null } });
  for (const headers of conditions) expect(await statusWith(path, headers)).toBe(200);
  expect(second.headers.get("last-modified")).toBe("Thu, 01 Jan 2099 00:00:00 GMT");
  server.nation = releasedNation;
  expect((await server.request(path, { key })).text).toBe(first.text);
});
