import { describe, expect, test } from "bun:test";
import { type RequestInput, sharedServer } from "../support/server.ts";

const { server, key: secret } = await sharedServer();

const ENDPOINTS = [
  ["GET", "/v1/safety/Irvine"],
  ["GET", "/v1/safety/county/Orange"],
  ["POST", "/v1/safety/batch"],
  ["GET", "/v1/stats"],
] as const;

async function refused(path: string, input: RequestInput): Promise<unknown> {
  const { status, json, headers } = await server.request(path, input);
  expect(status).toBe(401);
  expect(headers.get("www-authenticate")).toBe('ApiKey realm="safety-statistics"');
  return json;
}

describe("4 and 5.1: All endpoints require the X-API-Key header", () => {
  test.each(ENDPOINTS)("%s %s", async (method, path) => {
    expect(await refused(path, { method })).toMatchObject({ code: "key_missing" });
    expect(await refused(path, { method, key: "wrong" })).toMatchObject({ code: "key_malformed" });
  });

  test.each([
    ["HEAD", "/v1/stats"],
    ["OPTIONS", "/v1/stats"],
    ["DELETE", "/v1/stats"],
    ["GET", "/v1/safety/batch"],
    ["GET", "/v1/nothing/here"],
    ["GET", "/v1/safety/%zz"],
    ["GET", "/v1"],
    ["GET", "/v1/"],
  ])("decisions 3: under /v1 everything does: %s %s", async (method, path) => {
    await refused(path, { method });
  });
});

describe("5.5 and 7: Missing or malformed X-API-Key header: status 401 Unauthorized", () => {
  test.each([
    ["empty", "", "key_missing"],
    ["no known prefix", secret.replace("svc_live_", "sk_live_"), "key_malformed"],
    ["a prefix in capitals", secret.replace("svc_live_", "SVC_LIVE_"), "key_malformed"],
    ["nothing after the prefix", "svc_live_", "key_malformed"],
    ["a character that keys do not contain", `${secret}!`, "key_malformed"],
    ["a character outside ASCII", `${secret}é`, "key_malformed"],
    ["quotes", `"${secret}"`, "key_malformed"],
    ["with a scheme", `Bearer ${secret}`, "key_malformed"],
    ["more than 256 characters", `svc_live_${"a".repeat(248)}`, "key_malformed"],
  ])("%s", async (_, key, code) => expect(await refused("/v1/stats", { key })).toMatchObject({ code }));

  test("two values, in one field or in two", async () => {
    const key = `${secret}, ${secret}`;
    expect(await refused("/v1/stats", { key })).toMatchObject({ code: "key_malformed" });
    const { status } = await server.rawRequest("/v1/stats", `${secret}\r\nX-API-Key: ${secret}`);
    expect(status).toBe(401);
  });

  test("256 characters after a known prefix are well formed, so the key is wrong and not malformed", async () => {
    const { status } = await server.request("/v1/stats", { key: `svc_live_${"a".repeat(247)}` });
    expect(status).toBe(403);
  });
});

describe("decisions 3: a key in the wrong place gets 401, the detail names the right place, and its value appears nowhere", () => {
  test.each([
    ["Authorization: Bearer", "/v1/stats", { Authorization: `Bearer ${secret}` }],
    ["Authorization: Basic", "/v1/stats", { Authorization: `Basic ${btoa(secret)}` }],
    ["?api_key=", `/v1/stats?api_key=${secret}`, {}],
    ["?key= with another value", "/v1/stats?x=1&key=abc", {}],
    ["any parameter", `/v1/stats?q=${secret}`, {}],
    ["the path", `/v1/safety/${secret}`, {}],
  ])("%s", async (_, path, headers) => {
    const answer = await refused(path, { headers });
    // First: toMatchObject() writes its matchers into the answer.
    expect(JSON.stringify([answer, server.events.at(-1)])).not.toContain(secret);
    expect(answer).toMatchObject({ code: "key_misplaced", detail: expect.stringContaining("X-API-Key") });
  });
});

test("decisions 4: 401 counts nothing", async () => {
  const remaining = async () =>
    Number((await server.request("/v1/stats", { key: secret })).headers.get("x-ratelimit-remaining"));
  const before = await remaining();
  for (let i = 0; i < 5; i++) await refused("/v1/stats", { headers: { Authorization: `Bearer ${secret}` } });
  expect(await remaining()).toBe(before - 1);
});
