import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

describe.each(["explain", "history"])("decisions 8: POST /v1/%s/batch", (kind) => {
  function post(body: unknown, secret = key) {
    return server.post(`/v1/${kind}/batch`, secret, body);
  }

  test("answers as the operations on one place do: the cities in order, then the counties", async () => {
    const cities = ["irvine", "Atlantis", "Half Moon Bay", "Irvine", "San Francisco"];
    const counties = ["Orange", "Narnia", "San Francisco County"];
    const { status, json } = await post({ counties, cities });
    expect(status).toBe(200);
    const one = async (path: string) => Object(await (await server.request(`/v1/${kind}/${path}`, { key })).json);
    const found = await Promise.all([
      ...cities.map(async (city) => ({ city, ...(await one(encodeURIComponent(city))) })),
      ...counties.map(async (county) => ({ county, ...(await one(`county/${encodeURIComponent(county)}`)) })),
    ]);
    expect(json).toEqual({ results: found });
    expect(found.map(({ found }) => found)).toEqual([true, false, kind === "history", true, true, true, false, true]);
  });

  test("may have as many names of both lists together as the plan allows, and counts as one request", async () => {
    const { secret } = await server.newKey({ plan: "free" });
    const lists = (counties: number) => ({
      cities: Array(20).fill("Irvine"),
      counties: Array(counties).fill("Orange"),
    });
    const { status, headers } = await post(lists(5), secret);
    expect([status, headers.get("X-RateLimit-Remaining")]).toEqual([200, "999"]);
    expect((await post(lists(6), secret)).json).toMatchObject({ code: "batch_too_large", limit: 25, received: 26 });
  });

  test.each([
    [{ cities: ["Irvine"] }, 1],
    [{ counties: ["Orange", "Kern"] }, 2],
    [{ cities: [], counties: [] }, 0],
  ])("%j has %d results", async (body, count) => {
    const { json } = await post(body);
    expect(Object(json).results).toHaveLength(count);
  });

  test.each([
    [{}, "invalid_body", "/cities", "is missing"],
    [[], "invalid_body", "", "is an array, not an object"],
    [{ counties: "Orange" }, "invalid_body", "/counties", "is a string, not an array"],
    [{ cities: ["Irvine"], counties: [7] }, "invalid_body", "/counties/0", "is a number, not a string"],
    [{ cities: ["Irvine"], county: ["Orange"] }, "invalid_body", "", 'has the unknown member "county"'],
    [{ counties: ["Kern", "x".repeat(101)] }, "name_too_long", "/counties/1", "has more than 100 characters"],
  ])("%j is refused with %s at %p", async (body, code, pointer, detail) => {
    expect((await post(body)).json).toMatchObject({ code, errors: [{ pointer, detail }] });
  });
});
