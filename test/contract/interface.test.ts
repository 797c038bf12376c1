import { describe, expect, test } from "bun:test";
import document from "../../openapi/openapi.json";
import { placesOf, sampleCity, sampleDataset } from "../support/sample-dataset.ts";
import { TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

const READS = ["/v1/safety/Irvine", "/v1/safety/Atlantis", "/v1/safety/county/Orange", "/v1/stats"];

describe("3: The interface has no stateful resources that it exposes", () => {
  test("there are only GET requests, and POSTs for batches, which only read", () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(operations.filter((operation) => !operation.startsWith("get "))).toEqual([
      "post /v1/safety/batch",
      "post /v1/explain/batch",
      "post /v1/history/batch",
      "post /v1/locate/batch",
      "post /v1/us/safety/batch",
      "post /v1/us/locate/batch",
    ]);
  });

  test("the same request gets the same answer, regardless of the requests in between", async () => {
    const answers = async () => Promise.all(READS.map(async (path) => (await server.request(path, { key })).text));
    const before = await answers();
    await server.batch(key, { cities: ["Irvine", "Atlantis"] });
    await server.request("/v1/safety/Irvine", { key, method: "DELETE" });
    expect(await answers()).toEqual(before);
  });
});

describe("5: Authentication", () => {
  test("5.1: the value of X-API-Key is an API key, whatever the case of the header's name", async () => {
    for (const name of ["X-API-Key", "x-api-key", "X-Api-Key"]) {
      expect((await server.request("/v1/stats", { headers: { [name]: key } })).status).toBe(200);
    }
  });

  test.each([
    ["svc_live_", "live"],
    ["svc_test_", "test"],
  ] as const)("5.4: %s is the prefix of a %s key, followed by a secret part", async (prefix, type) => {
    const { secret } = await server.newKey({ type });
    expect(secret).toMatch(new RegExp(`^${prefix}[A-Za-z0-9]+$`));
    expect((await server.request("/v1/safety/Irvine", { key: secret })).status).toBe(200);
  });

  test("5.7: Keys are to be kept out of browser requests: no preflight succeeds", async () => {
    const headers = { Origin: "https://shop.example", "Access-Control-Request-Method": "GET" };
    const withoutKey = await server.request("/v1/stats", { method: "OPTIONS", headers });
    const withKey = await server.request("/v1/stats", { method: "OPTIONS", headers, key });
    expect([withoutKey.status, withKey.status]).toEqual([401, 405]);
    for (const answer of [withoutKey, withKey]) expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("a new snapshot applies to the next request, and no request fails in the meantime", async () => {
  const released = server.places;
  const asking = Promise.all(Array.from({ length: 100 }, () => server.request("/v1/safety/Irvine", { key })));
  server.places = placesOf(sampleDataset([sampleCity("Irvine", [], 20)]));
  expect((await asking).every((answer) => answer.status === 200)).toBe(true);
  const next = await server.request("/v1/safety/Irvine", { key });
  expect(next.json).toMatchObject({ data: { safety_score: 20 } });
  server.places = released;
});
