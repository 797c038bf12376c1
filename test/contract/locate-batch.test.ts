import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

const post = (body: unknown, headers = {}) => server.post("/v1/locate/batch", key, body, headers);

const get = async (query: Readonly<Record<string, string>>) =>
  (await server.request(`/v1/locate?${new URLSearchParams(query)}`, { key })).json;

describe("decisions 8: a batch of queries", () => {
  test("has the answer of GET /v1/locate for each query, in order, repeated ones included", async () => {
    const queries = [
      { zip: "92618" },
      { lat: 34.0983, lon: -118.3267 },
      { name: "Bel Air" },
      { zip: "92618-1234" },
      { zip: "92618" },
    ];
    const { status, json } = await post({ queries, unknown: 1 });
    expect(status).toBe(200);
    const answers = await Promise.all(
      queries.map(async (query) => {
        const parameters = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
        return { query, ...Object(await get(Object.fromEntries(parameters))) };
      }),
    );
    expect(json).toEqual({ results: answers });
  });

  test("of no query has no result", async () => {
    expect((await post({ queries: [] })).json).toEqual({ results: [] });
  });

  test("may have as many queries as the plan's batch has names", async () => {
    const send = (count: number) => post({ queries: Array.from({ length: count }, () => ({ zip: "90210" })) });
    expect((await send(25)).json).toMatchObject({ results: { length: 25 } });
    expect(await send(26)).toMatchObject({
      status: 400,
      json: { code: "batch_too_large", limit: 25, received: 26, plan: "free" },
    });
  });

  test.each([
    ["no list", {}, "/queries"],
    ["a list of another kind", { queries: "90210" }, "/queries"],
    ["no object", [], ""],
    ["a query that is a text", { queries: [{ zip: "90210" }, "90210"] }, "/queries/1"],
    ["an empty query", { queries: [{}] }, "/queries/0"],
    ["two questions", { queries: [{ zip: "90210", name: "Irvine" }] }, "/queries/0"],
    ["a latitude alone", { queries: [{ lat: 34 }] }, "/queries/0"],
    ["an unknown member", { queries: [{ zip: "90210", state: "CA" }] }, "/queries/0"],
    ["a latitude as text", { queries: [{ lat: "34", lon: -118 }] }, "/queries/0/lat"],
    ["91 degrees", { queries: [{ lat: 91, lon: -118 }] }, "/queries/0/lat"],
    ["four digits", { queries: [{ zip: "9021" }] }, "/queries/0/zip"],
    ["a name that is too long", { queries: [{ name: "a".repeat(101) }] }, "/queries/0/name"],
  ])("with %s is refused with a pointer", async (_, body, pointer) => {
    const { status, json } = await post(body);
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({
        code: "invalid_body",
        detail: expect.stringContaining(pointer === "" ? "The body is" : `In the body, ${pointer} `),
        errors: [{ pointer, detail: expect.stringMatching(/\w/) }],
      }),
    ]);
  });

  test("with a member of another type is refused in the words of this service", async () => {
    const { json } = await post({ queries: [{ lat: "34", lon: -118 }, { zip: 90_210 }] });
    expect(json).toHaveProperty("errors", [
      { pointer: "/queries/0/lat", detail: "is a string, not a number" },
      { pointer: "/queries/1/zip", detail: "is a number, not a string" },
    ]);
  });

  test("with a number that no program can hold is refused in words that say so", async () => {
    const { json } = await post('{"queries":[{"lat":1e400,"lon":-118},{"lat":34,"lon":-1e400}]}');
    expect(json).toHaveProperty("errors", [
      { pointer: "/queries/0/lat", detail: "is too large for a number" },
      { pointer: "/queries/1/lon", detail: "is too large for a number" },
    ]);
  });

  test("is refused like the other batch if it is no JSON, too large, or sent by another method", async () => {
    expect((await post("{")).json).toMatchObject({ status: 400, code: "invalid_json" });
    expect((await post("{}", { "Content-Type": "text/plain" })).json).toMatchObject({ status: 415 });
    expect((await post(`{"queries":[],"a":"${"a".repeat(70_000)}"}`)).json).toMatchObject({ status: 413 });
    const { status, headers } = await server.request("/v1/locate/batch", { key });
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });
});
