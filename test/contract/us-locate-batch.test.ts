import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();
const post = (body: unknown) => server.post("/v1/us/locate/batch", key, body);

test("a batch has the answer of GET /v1/us/locate for each query, in order, with the query as sent", async () => {
  const queries = [
    { zip: "78701" },
    { lat: 30.2711, lon: -97.7437 },
    { name: "Springfield" },
    { name: "Hamilton Township", state: "NJ", county: "Mercer" },
    { address: "100 Main St, Springfield, IL 62701" },
    { geoid: "4805000" },
    { zip: "00000" },
    { zip: "78701" },
  ];
  const { status, json } = await post({ queries });
  expect(status).toBe(200);
  const answers = await Promise.all(
    queries.map(async (query) => {
      const parameters = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
      const search = new URLSearchParams(Object.fromEntries(parameters));
      return { query, ...Object((await server.request(`/v1/us/locate?${search}`, { key })).json) };
    }),
  );
  expect(json).toEqual({ results: answers });
});

describe("a batch with a fault is refused with its pointer, and nothing is looked up", () => {
  test.each([
    [{}, "/queries"],
    [{ queries: "78701" }, "/queries"],
    [{ queries: [{ zip: "78701" }, {}] }, "/queries/1"],
    [{ queries: [{ zip: "7870" }] }, "/queries/0/zip"],
    [{ queries: [{ lat: 91, lon: -97 }] }, "/queries/0/lat"],
    [{ queries: [{ name: "Washington", county: "Mercer" }] }, "/queries/0"],
    [{ queries: [{ address: "100 Main St, Springfield" }] }, "/queries/0"],
    [{ queries: [{ address: "a".repeat(101) }] }, "/queries/0/address"],
    [{ queries: [{ geoid: 4_805_000 }] }, "/queries/0/geoid"],
    [{ queries: [{ geoid: "48050" }, { geoid: "abc" }] }, "/queries/1/geoid"],
    [{ queries: [{ geoid: "1600000US17167" }] }, "/queries/0/geoid"],
    [{ queries: [{ zip: "78701" }, { name: "1600000US17167" }] }, "/queries/1/name"],
    [{ queries: [{ name: "Spring\0field" }] }, "/queries/0/name"],
    [{ queries: [{ zip: "78701", q: "x" }] }, "/queries/0"],
  ])("%j", async (body, pointer) => {
    const { status, json } = await post(body);
    expect([status, json]).toMatchObject([400, { code: "invalid_body", errors: [{ pointer }] }]);
  });

  test("100 queries where the plan allows 25", async () => {
    const { json } = await post({ queries: Array.from({ length: 100 }, () => ({ zip: "78701" })) });
    expect(json).toMatchObject({ code: "batch_too_large", limit: 25, received: 100, plan: "free" });
  });
});

describe("a county beside a name in a batch of records", () => {
  test("decides as it does after the name in a look-up", async () => {
    const places = [
      { state: "OH", city: "Springfield", county: "Hamilton" },
      { state: "OH", city: "Springfield", county: "Clark County" },
      { state: "OH", city: "Springfield", county: "" },
      { state: "TX", city: "Austin", county: "Harris" },
      { state: "OH", city: "Springfield", county: "Nowhere" },
    ];
    const names = ["Springfield, Hamilton", "Springfield, Clark County", "Springfield"];
    const { json } = await server.post("/v1/us/safety/batch", key, { places });
    const single = await Promise.all(
      names.map(async (name) => (await server.request(`/v1/us/safety/OH/${encodeURIComponent(name)}`, { key })).json),
    );
    expect(single).toMatchObject([
      { data: { city: "Springfield Township", county: "Hamilton County" } },
      { data: { city: "Springfield", county: "Clark County" } },
      { data: { city: "Springfield", county: "Clark County" } },
    ]);
    expect(json).toMatchObject({
      results: [
        ...single.map((answer) => ({ state: "OH", city: "Springfield", ...Object(answer) })),
        { found: false },
        { found: false },
      ],
    });
  });

  test("is part of a name that may have 100 characters", async () => {
    const places = [{ state: "OH", city: "a".repeat(60), county: "b".repeat(60) }];
    const { json } = await server.post("/v1/us/safety/batch", key, { places });
    expect(json).toMatchObject({ code: "name_too_long", errors: [{ pointer: "/places/0/city" }] });
  });
});

describe("GEOIDs in a batch of records", () => {
  test("are answered as a look-up of the GEOID in its state, beside names", async () => {
    const places = [{ geoid: "4805000" }, { state: "TX", city: "Austin" }, { geoid: "1600000US4805000" }];
    const { json } = await server.post("/v1/us/safety/batch", key, { places });
    const single = await server.request("/v1/us/safety/TX/4805000", { key });
    expect(single.json).toMatchObject({ found: true, data: { city: "Austin" } });
    expect(json).toEqual({ results: places.map((place) => ({ ...place, ...Object(single.json) })) });
  });

  test.each([
    [{ geoid: 4_805_000 }, "/places/1/geoid"],
    [{ geoid: "48050000" }, "/places/1/geoid"],
    [{ geoid: "9905000" }, "/places/1/geoid"],
    [{ state: "TX" }, "/places/1/city"],
  ])("%j is refused with its pointer", async (place, pointer) => {
    const body = { places: [{ geoid: "4805000" }, place] };
    const { status, json } = await server.post("/v1/us/safety/batch", key, body);
    expect([status, json]).toMatchObject([400, { code: "invalid_body", errors: [{ pointer }] }]);
  });
});
