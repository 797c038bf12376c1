import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

const RUNS = 150;

/** Every byte that can be in a request target without ending it. */
const targetByte = fc.integer({ min: 0x21, max: 0xff }).filter((byte) => byte !== 0x7f);
const escaped = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "//",
    "..",
    "%2e",
    "%2F",
    "%",
    "+",
    "?",
    "#",
    "county",
    "batch",
    "safety",
    "stats",
    "Irvine",
    "\\",
  ),
  escaped,
  fc.string({ unit: "grapheme-ascii", maxLength: 6 }).map(encodeURIComponent),
);
const rawTarget = fc
  .tuple(
    fc.constantFrom("/v1/", "/v1/safety/", "/v1/safety/county/", "/v1/stats"),
    fc.oneof(
      fc
        .uint8Array({ maxLength: 40 })
        .map((bytes) => Buffer.from(bytes.filter((byte) => byte > 0x20 && byte !== 0x7f))),
      fc.array(targetByte, { maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.array(piece, { maxLength: 8 }).map((pieces) => Buffer.from(pieces.join(""))),
    ),
  )
  .map(([root, rest]) => Buffer.concat([Buffer.from(root), rest]));

describe("any input has a documented status, never 5xx (decisions 5)", () => {
  test("any raw path", async () => {
    await fc.assert(
      fc.asyncProperty(rawTarget, fc.constantFrom("GET", "HEAD", "POST", "DELETE"), async (target, method) => {
        const { status } = await server.rawRequest(target, key, method);
        expect(status).toBeLessThan(500);
        server.advance(10);
      }),
      { numRuns: RUNS },
    );
  });

  test("any JSON as a batch", async () => {
    const anyBody = fc.oneof(
      fc.jsonValue(),
      fc.record({ cities: fc.jsonValue() }),
      fc.record({ cities: fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()), { maxLength: 120 }) }),
    );
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const { status } = await server.batch(key, JSON.stringify(body));
        expect([200, 400]).toContain(status);
        server.advance(10);
      }),
      { numRuns: RUNS },
    );
  });

  test("any bytes as a batch, with any content type", async () => {
    const contentType = fc.oneof(fc.constant("application/json"), fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), contentType, async (bytes, type) => {
        const headers = { "Content-Type": type };
        const body = new Uint8Array(bytes);
        const { status } = await server.request("/v1/safety/batch", { method: "POST", key, headers, body });
        expect([200, 400, 415]).toContain(status);
        server.advance(10);
      }),
      { numRuns: RUNS },
    );
  });
});
