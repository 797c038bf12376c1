import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();
const post = (body: unknown) => server.post("/v1/us/safety/batch", key, body);
const austin = { state: "TX", city: "Austin" };

test.each(["ZZ", "T", "Tex", "Puerto+Rico", "%20"])("an unknown state is refused and named: %s", async (state) => {
  for (const what of ["safety", "explain", "history"]) {
    const { status, json } = await server.request(`/v1/us/${what}/${state}/Austin`, { key });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "state" }] });
  }
});

test("a state alone is no path, and a list takes no unknown parameter", async () => {
  expect((await server.request("/v1/us/safety/TX", { key })).status).toBe(404);
  const unknown = await server.request("/v1/us/places?town=Travis", { key });
  expect(unknown.json).toMatchObject({ status: 400, errors: [{ parameter: "town" }] });
  for (const path of ["states", "stats", "safety/TX/Austin"]) {
    const { json } = await server.request(`/v1/us/${path}?county=Travis`, { key });
    expect(json).toMatchObject({ status: 400, errors: [{ parameter: "county" }] });
  }
  const state = await server.request("/v1/us/places?state=ZZ", { key });
  expect(state.json).toMatchObject({ status: 400, errors: [{ parameter: "state" }] });
});

test("a name over 100 characters is refused in the path and in a batch", async () => {
  const city = "a".repeat(101);
  expect((await server.request(`/v1/us/safety/TX/${city}`, { key })).json).toMatchObject({ code: "name_too_long" });
  expect((await post({ places: [austin, { state: "TX", city }] })).json).toMatchObject({
    code: "name_too_long",
    errors: [{ pointer: "/places/1/city" }],
  });
});

test("a state over 100 characters is refused in the path, in a batch, and where it is ignored otherwise", async () => {
  const state = `tx${".".repeat(99)}`;
  expect((await server.request(`/v1/us/safety/${state}/Austin`, { key })).json).toMatchObject({
    code: "name_too_long",
  });
  expect((await post({ places: [austin, { state, city: "Austin" }] })).json).toMatchObject({
    code: "name_too_long",
    errors: [{ pointer: "/places/1/state" }],
  });
  expect((await server.request(`/v1/safety/Irvine?state=${state}`, { key })).json).toMatchObject({
    code: "invalid_parameter",
    errors: [{ parameter: "state", detail: "has more than 100 characters" }],
  });
});

describe("a fully qualified GEOID whose prefix is not of its digits", () => {
  const DETAIL = "has 1600000US, the prefix of a place, before the 5 digits of a county; send 0500000US17167";

  test.each(["safety", "explain", "history", "peers", "months"])("is refused in the path of %s", async (what) => {
    const { json } = await server.request(`/v1/us/${what}/IL/1600000US17167`, { key });
    expect(json).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "city", detail: DETAIL }] });
  });

  test("is refused in the path of areas, which takes the county's own", async () => {
    const { json } = await server.request("/v1/us/areas/IL/1600000US17167", { key });
    expect(json).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "county", detail: DETAIL }] });
    const own = await server.request("/v1/us/areas/IL/0500000US17167", { key });
    expect(own.json).toMatchObject({ found: true, data: { county: "Sangamon County" } });
  });

  test("is refused in a batch with its pointer, as a GEOID, a city, and a county", async () => {
    const [geoid, state] = ["1600000US17167", "IL"];
    const { json } = await post({ places: [austin, { geoid }, { state, city: geoid }, { state, county: geoid }] });
    const pointers = ["/places/1/geoid", "/places/2/city", "/places/3/county"];
    const errors = pointers.map((pointer) => ({ pointer, detail: DETAIL }));
    expect(json).toMatchObject({ code: "invalid_body", errors });
  });
});

test("a control character in the county beside a city is named there alone", async () => {
  const { json } = await post({ places: [{ ...austin, county: "Travis\0" }] });
  const errors = [{ pointer: "/places/0/county", detail: "contains a control character" }];
  expect(json).toMatchObject({ code: "invalid_body", errors });
});

test("of a batch in which no state is known, ten are named", async () => {
  const places = Array.from({ length: 25 }, (_, index) => ({ state: `Z${index}`, city: "Austin" }));
  const { json } = await post({ places });
  expect(json).toMatchObject({
    code: "invalid_body",
    errors: places.slice(0, 10).map((_, index) => ({ pointer: `/places/${index}/state` })),
  });
});

test.each([
  [{}, "/places"],
  [[], ""],
  [{ places: "TX" }, "/places"],
  [{ places: [austin, "Austin"] }, "/places/1"],
  [{ places: [austin, { city: "Austin" }] }, "/places/1/state"],
  [{ places: [{ state: 5, city: "Austin" }] }, "/places/0/state"],
  [{ places: [austin, { county: "Travis" }] }, "/places/1/state"],
  [{ places: [austin, { state: "ZZ", county: "Travis" }] }, "/places/1/state"],
  [{ places: [austin, { state: "TX", county: 5 }] }, "/places/1/county"],
  [{ places: [austin, { state: "ZZ", city: "Austin" }] }, "/places/1/state"],
])("a batch with a fault is refused with its pointer: %j", async (body, pointer) => {
  const { status, json } = await post(body);
  expect([status, json]).toMatchObject([400, { code: "invalid_body", errors: [{ pointer }] }]);
});

test("more places than the plan allows are refused, and nothing is looked up", async () => {
  const { json } = await post({ places: Array.from({ length: 100 }, () => austin) });
  expect(json).toMatchObject({ code: "batch_too_large", limit: 25, received: 100, plan: "free" });
});

test("the contract's endpoints name the nation's for another state, and accept their own", async () => {
  const { status, json } = await server.request("/v1/safety/Austin?state=TX", { key });
  expect(status).toBe(400);
  expect(json).toMatchObject({ detail: expect.stringContaining("/v1/us/safety/{state}/{city}") });
  for (const state of ["CA", "California", "ca"]) {
    expect((await server.request(`/v1/safety/Irvine?state=${state}`, { key })).json).toMatchObject({ found: true });
  }
});
