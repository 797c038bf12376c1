import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

const LIMIT = 65_536;

function bodyOf(bytes: number): string {
  const frame = '{"cities":[],"x":""}';
  return frame.replace('""', `"${"a".repeat(bytes - frame.length)}"`);
}

describe("decisions 2: Body over 64 KiB: 413", () => {
  test("with a Content-Length header", async () => {
    expect((await server.batch(key, bodyOf(LIMIT))).status).toBe(200);
    const { status, json } = await server.batch(key, bodyOf(LIMIT + 1));
    expect([status, json]).toEqual([413, expect.objectContaining({ code: "body_too_large" })]);
  });

  test("in chunks, without a Content-Length header", async () => {
    for (const [bytes, expected] of [
      [LIMIT, 200],
      [LIMIT + 1, 413],
      [1_000_000, 413],
    ] as const) {
      const { status } = await server.batch(key, streamOf(bodyOf(bytes)));
      expect([bytes, status]).toEqual([bytes, expected]);
    }
  });

  test("it counts as a request, and the connection serves the next one", async () => {
    const refused = await server.batch(key, bodyOf(1_000_000));
    const next = await server.request("/v1/stats", { key });
    const remaining = [refused, next].map((answer) => Number(answer.headers.get("x-ratelimit-remaining")));
    expect(remaining[1]).toBe(Number(remaining[0]) - 1);
  });
});

function streamOf(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 10_000) controller.enqueue(bytes.subarray(at, at + 10_000));
      controller.close();
    },
  });
}
