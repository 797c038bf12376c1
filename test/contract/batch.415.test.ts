import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

const body = new TextEncoder().encode('{"cities":["Irvine"]}');

describe("4.3: Request headers: X-API-Key, Content-Type: application/json. Decisions 2: a missing or different content type is 415", () => {
  test.each([
    ["none", {}],
    ["a form", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["text", { "Content-Type": "text/plain" }],
    ["another JSON", { "Content-Type": "application/ld+json" }],
    ["no media type", { "Content-Type": "json" }],
    ["two", { "Content-Type": "application/json, text/plain" }],
    ["another charset", { "Content-Type": "application/json; charset=iso-8859-1" }],
    ["another Unicode", { "Content-Type": "application/json; charset=utf-16" }],
    ["a compressed body", { "Content-Type": "application/json", "Content-Encoding": "gzip" }],
  ])("%s", async (_, headers) => {
    const {
      status,
      json,
      headers: answered,
    } = await server.request("/v1/safety/batch", { method: "POST", key, headers, body });
    expect([status, json]).toEqual([415, expect.objectContaining({ code: "unsupported_media_type" })]);
    expect(answered.get("accept-post")).toBe("application/json");
  });

  test("the coding identity, in any letter case, is none", async () => {
    for (const coding of ["identity", "IDENTITY", "Identity"]) {
      const headers = { "Content-Type": "application/json", "Content-Encoding": coding };
      expect((await server.request("/v1/safety/batch", { method: "POST", key, headers, body })).status).toBe(200);
    }
  });

  test("the content type is checked before the body", async () => {
    const headers = { "Content-Type": "text/plain" };
    const huge = { method: "POST", key, headers, body: "x".repeat(100_000) };
    expect((await server.request("/v1/safety/batch", huge)).status).toBe(415);
  });
});
