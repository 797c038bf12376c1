import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { sharedServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const { server, key } = await sharedServer("enterprise");

async function refused(body: unknown, secret = key): Promise<unknown> {
  const { status, json } = await server.batch(secret, body);
  expect(status).toBe(400);
  return json;
}

describe("4.3 and decisions 2: over the plan's maximum nothing is cut and nothing is looked up", () => {
  test.each([
    ["free", 25],
    ["pro", 50],
    ["enterprise", 100],
  ] as const)("%s %d", async (plan, limit) => {
    for (const type of ["live", "test"] as const) {
      const { secret } = await server.newKey({ plan, type });
      const body = { cities: Array(limit + 1).fill("Irvine") };
      expect(await refused(body, secret)).toMatchObject({ code: "batch_too_large", limit, received: limit + 1, plan });
    }
  });

  test("an account's custom maximum", async () => {
    const { secret } = await server.newKey({ plan: "free", limits: { batchNames: 2 } });
    expect((await server.batch(secret, { cities: ["a", "b"] })).status).toBe(200);
    expect(await refused({ cities: ["a", "b", "c"] }, secret)).toMatchObject({
      code: "batch_too_large",
      limit: 2,
      received: 3,
    });
  });

  test("whatever the entries are", async () => {
    expect(await refused({ cities: Array(30_000).fill(0) })).toMatchObject({
      code: "batch_too_large",
      received: 30_000,
    });
  });
});

describe("decisions 2: invalid JSON, empty body", () => {
  test.each([
    ["nothing", "", "The body is empty."],
    ["blanks", " \n", "at line 2, column 1."],
    ["cut off", '{"cities":["Irvine"', "at line 1, column 20."],
    ["single quotes", "{'cities':['Irvine']}", "at line 1, column 2."],
    ["a comma too many", '{\r\n  "cities": ["La Cañada", "💥",]\r\n}', "at line 2, column 31."],
    ["a raw line feed in a name", '{"cities":["Los\nAngeles"]}', "at line 1, column 16."],
    ["two values", '{"cities":[]}{}', "at line 1, column 14."],
    ["a form", "cities=Irvine", "at line 1, column 1."],
    ["a comment", '{"cities":[]} // none', "at line 1, column 15."],
    ["as deep as 64 KiB can be", "[".repeat(65_536), "not valid JSON"],
  ])("%s", async (_, body, place) => {
    expect(await refused(body)).toMatchObject({ code: "invalid_json", detail: expect.stringContaining(place) });
  });

  test.each([
    ["Latin-1", [0xf1]],
    ["overlong UTF-8", [0xc0, 0xaf]],
    ["a surrogate in UTF-8", [0xed, 0xa0, 0x80]],
    ["half a character", [0xc3]],
  ])("%s is not UTF-8", async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"cities":["'), Buffer.from(bytes), Buffer.from('"]}')]);
    const { status, json } = await server.batch(key, body);
    expect([status, json]).toEqual([400, expect.objectContaining({ code: "invalid_json" })]);
  });
});

describe("decisions 2: a body that is not a JSON object with an array of strings, with a JSON pointer", () => {
  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  test.each([
    ["an array", "[]", [""]],
    ["a string", '"Irvine"', [""]],
    ["null", "null", [""]],
    ["objects 10,000 deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, ["/cities"]],
    ["cities missing", "{}", ["/cities"]],
    ["cities in another case", '{"Cities":["Irvine"]}', ["/cities"]],
    ["cities a string", '{"cities":"Irvine"}', ["/cities"]],
    ["cities an object", '{"cities":{"0":"Irvine","length":1}}', ["/cities"]],
    ["cities null", '{"cities":null}', ["/cities"]],
    ["cities only on the prototype", '{"__proto__":{"cities":["Irvine"]}}', ["/cities"]],
    [
      "elements that are not strings",
      '{"cities":["Irvine",null,7,"Oakland",["Irvine"],{}]}',
      ["/cities/1", "/cities/2", "/cities/4", "/cities/5"],
    ],
    ["a number of 60,000 digits", `{"cities":[${"9".repeat(60_000)}]}`, ["/cities/0"]],
    ["an element 30,000 arrays deep", `{"cities":[${deep}]}`, ["/cities/0"]],
    [
      "100 wrong elements, of which ten are listed",
      JSON.stringify({ cities: Array(100).fill(0) }),
      Array.from({ length: 10 }, (_, i) => `/cities/${i}`),
    ],
  ])("%s", async (_, body, pointers) => {
    expect(await refused(body)).toMatchObject({
      code: "invalid_body",
      errors: pointers.map((pointer) => ({ pointer, detail: expect.any(String) })),
    });
  });
});

test("decisions 1: a name over 100 characters, with a pointer", async () => {
  const cities = ["a".repeat(100), "a".repeat(101), "Irvine", "𝒜".repeat(101), "𝒜".repeat(100)];
  expect(await refused({ cities })).toMatchObject({
    code: "name_too_long",
    errors: [{ pointer: "/cities/1" }, { pointer: "/cities/3" }],
  });
  expect(await refused({ cities: [...cities, 7] })).toMatchObject({ code: "invalid_body" });
});

test("the server survives a client that disconnects in the middle of its body", async () => {
  const before = server.events.length;
  const socket = connect(server.port, "127.0.0.1", () => {
    socket.write(
      `POST /v1/safety/batch HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 40\r\nExpect: 100-continue\r\n\r\n{`,
    );
    socket.once("data", () => socket.destroy());
  });
  await until("the request is reported", () => server.events.length > before);
  expect(server.events.at(-1)).toMatchObject({ status: 400, code: "invalid_json", error: undefined });
  expect((await server.request("/v1/stats", { key })).status).toBe(200);
});
