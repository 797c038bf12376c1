import { expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

test("decisions 5: headers above 16 KiB get 431 before the request is read, so without a body and uncounted", async () => {
  const remaining = async () =>
    Number((await server.request("/v1/stats", { key })).headers.get("x-ratelimit-remaining"));
  const before = await remaining();
  const long = await server.rawRequest("/v1/stats", `${key}\r\nX-Padding: ${"a".repeat(17_000)}`);
  expect([long.status, long.text]).toEqual([431, ""]);
  const longPath = await server.rawRequest(`/v1/safety/${"a".repeat(17_000)}`, key);
  expect([longPath.status, longPath.text]).toEqual([431, ""]);
  expect(await remaining()).toBe(before - 1);
});
