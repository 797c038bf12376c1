import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { ownText } from "../../src/base/text.ts";
import { MAX_BATCH_NAMES } from "../../src/domain/plan.ts";
import { releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

const names = releasedPlaces.records.cities.map((city) => city.record.city);

async function lookUp(cities: readonly string[]): Promise<unknown> {
  const { status, json } = await server.batch(key, { cities });
  expect(status).toBe(200);
  return json;
}

function itemFor(city: string): unknown {
  const record = releasedPlaces.city(ownText(city))?.entry.record;
  if (record === undefined) return { city, found: false, data: null };
  const { safety_score, grade, grade_label, crime_rate_per_1k } = record;
  return { city, found: true, data: { safety_score, grade, grade_label, crime_rate_per_1k } };
}

test("4.3: Looks up several cities in one request: one item per requested city, in the order of the request", async () => {
  const cities = ["Oakland", "Irvine", "Atlantis", "Los Angeles"];
  expect(await lookUp(cities)).toEqual({ results: cities.map(itemFor) });
});

test("2.3: an item has city, found and data; data contains only these four fields, in this order", async () => {
  const { text } = await server.batch(key, { cities: ["Irvine"] });
  const [item] = JSON.parse(text).results;
  expect(Object.keys(item)).toEqual(["city", "found", "data"]);
  expect(Object.keys(item.data)).toEqual(["safety_score", "grade", "grade_label", "crime_rate_per_1k"]);
});

test("2.3: city is the city name as sent in the request", async () => {
  const cities = [
    "  iRVINE ",
    "City of Irvine",
    "LA CAN\u0303ADA",
    "\u0000\t",
    "",
    "\ud800",
    '"\\\u2028',
    "😀",
    "Irvine, CA",
  ];
  const { text } = await server.batch(key, { cities });
  const results: readonly { readonly city: string }[] = JSON.parse(text).results;
  expect(results.map((item) => item.city)).toEqual(cities);
});

test("decisions 1: an item that is not found is {city, found: false, data: null}", async () => {
  const cities = ["Atlantis", "__proto__", "constructor", "toString", "\ud800", ""];
  expect(await lookUp(cities)).toEqual({ results: cities.map((city) => ({ city, found: false, data: null })) });
});

test("4.3: Plain city names, not URL-encoded", async () => {
  expect(await lookUp(["Los+Angeles", "Los%20Angeles"])).toEqual({
    results: [
      { city: "Los+Angeles", found: false, data: null },
      { city: "Los%20Angeles", found: false, data: null },
    ],
  });
});

test("the largest batch that an operator may allow gets the documented answer", async () => {
  const generous = await server.newKey({ limits: { batchNames: MAX_BATCH_NAMES } });
  const cities = Array.from({ length: MAX_BATCH_NAMES }, (_, index) => names[index % names.length] ?? "");
  const { status, json } = await server.batch(generous.secret, { cities });
  expect(status).toBe(200);
  expect(json).toEqual({ results: cities.map(itemFor) });
});

describe("4.3 and 8: Maximum number of entries in cities by plan", () => {
  test.each([
    ["free", 25],
    ["pro", 50],
    ["enterprise", 100],
  ] as const)("%s %d", async (plan, maximum) => {
    const cities = names.slice(0, maximum);
    const live = await server.newKey({ plan });
    const ofTest = await server.newKey({ plan, type: "test" });
    for (const { secret } of [live, ofTest]) {
      const { status, json } = await server.batch(secret, { cities });
      expect([status, json]).toEqual([200, { results: cities.map(itemFor) }]);
    }
  });
});

describe("decisions 2", () => {
  test("an empty list is answered with an empty list", async () => {
    expect(await lookUp([])).toEqual({ results: [] });
  });

  test("duplicates are answered in place", async () => {
    const cities = ["Irvine", "Oakland", "Irvine", "IRVINE"];
    expect(await lookUp(cities)).toEqual({ results: cities.map(itemFor) });
  });

  test("unknown members are ignored, and the last of repeated members counts", async () => {
    const body = '{"state":"CA","cities":["Oakland"],"__proto__":{"cities":[1]},"cities":["Irvine"]}';
    expect((await server.batch(key, body)).json).toEqual({ results: [itemFor("Irvine")] });
  });

  test.each([
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    'application/json; charset="UTF-8"',
  ])("Content-Type: %s", async (type) => {
    const { status } = await server.batch(key, { cities: ["Irvine"] }, { "Content-Type": type });
    expect(status).toBe(200);
  });

  test("a body in chunks, and one with a byte-order mark", async () => {
    const chunks = ["\ufeff", '{"cities":', '["Irvine"]}'].map((chunk) => new TextEncoder().encode(chunk));
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const { json } = await server.batch(key, body);
    expect(json).toEqual({ results: [itemFor("Irvine")] });
  });

  test("one batch is one request for every limit", async () => {
    const remaining = async () =>
      Number((await server.batch(key, { cities: names.slice(0, 100) })).headers.get("x-ratelimit-remaining"));
    expect(await remaining()).toBe((await remaining()) + 1);
  });
});

describe("decisions 6: zstd, Brotli, or gzip above 1 KB", () => {
  const cities = names.slice(0, 100);
  const body = JSON.stringify({ cities });

  async function encoded(acceptEncoding: string, text = body): Promise<{ coding: string | null; bytes: Buffer }> {
    const headers = { "X-API-Key": key, "Content-Type": "application/json", "Accept-Encoding": acceptEncoding };
    const init = { method: "POST", body: text, headers, decompress: false };
    const response = await fetch(`${server.url}/v1/safety/batch`, init);
    expect(response.headers.get("vary")).toBe("X-API-Key, Accept-Encoding");
    return { coding: response.headers.get("content-encoding"), bytes: Buffer.from(await response.bytes()) };
  }

  test.each(["br", "gzip;q=0.2, br;q=0.9", "gzip, deflate, br", "br, zstd;q=0.5"])("%s: br", async (accept) => {
    const { coding, bytes } = await encoded(accept);
    expect(coding).toBe("br");
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual({ results: cities.map(itemFor) });
  });

  test.each(["gzip", "gzip, br;q=0", "gzip;q=1.0, identity;q=0.5"])("%s: gzip", async (accept) => {
    const { coding, bytes } = await encoded(accept);
    expect(coding).toBe("gzip");
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ results: cities.map(itemFor) });
  });

  test.each(["zstd", "gzip, zstd", "br;q=0.5, zstd", "gzip, deflate, br, zstd", "*"])("%s: zstd", async (accept) => {
    const { coding, bytes } = await encoded(accept);
    expect(coding).toBe("zstd");
    expect(JSON.parse(zstdDecompressSync(bytes).toString())).toEqual({ results: cities.map(itemFor) });
  });

  test.each(["identity", "deflate", "br;q=0", ""])("%j: no encoding", async (accept) => {
    const { coding, bytes } = await encoded(accept);
    expect(coding).toBeNull();
    expect(JSON.parse(bytes.toString())).toEqual({ results: cities.map(itemFor) });
  });

  test("a short answer is not compressed", async () => {
    expect((await encoded("br", '{"cities":["Irvine"]}')).coding).toBeNull();
  });
});
