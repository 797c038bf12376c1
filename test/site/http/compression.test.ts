import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { preferredCoding } from "../../../src/http/compression.ts";
import { problemAnswer } from "../../../src/http/problem.ts";
import { ASSETS } from "../../../src/site/ui/assets.ts";
import { issueKey } from "../../support/issue-key.ts";
import { serveSite } from "../../support/served-site.ts";

const DECODERS = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync } as const;
const CODINGS = ["zstd", "br", "gzip"] as const;

const site = await serveSite();
const key = await issueKey(site.databaseUrl);

async function ask(path: string, acceptEncoding: string, init: RequestInit = {}) {
  const response = await fetch(site.url + path, {
    ...init,
    headers: { "X-API-Key": key, "Accept-Encoding": acceptEncoding, ...init.headers },
    decompress: false,
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const batch = { method: "POST", body: JSON.stringify({ cities: Array(25).fill("Irvine") }) };
const listTools = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) };
const json = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** Each with text that every answer of it has at its end. */
const ROUTES: readonly { readonly path: string; readonly end: string; readonly init?: RequestInit }[] = [
  { path: "/", end: "</html>" },
  { path: "/explore", end: "</html>" },
  { path: "/sign-in", end: "</html>" },
  { path: "/nothing", end: "</html>", init: { headers: { Accept: "text/html" } } },
  { path: "/llms.txt", end: "\n" },
  { path: "/sitemap.xml", end: "</urlset>\n" },
  { path: "/openapi.json", end: "}" },
  { path: "/openapi.yaml", end: "\n" },
  { path: ASSETS.style.url, end: "}" },
  { path: "/v1/explain/Irvine", end: "}" },
  { path: "/v1/safety/batch", end: "}", init: { ...batch, headers: json } },
  { path: "/mcp", end: "}", init: { ...listTools, headers: json } },
];

describe("an answer of more than 1 KB is compressed as Accept-Encoding requests (decisions 6)", () => {
  test.each(ROUTES)("$path", async ({ path, end, init = {} }) => {
    const plain = await ask(path, "identity", init);
    expect([plain.headers.get("content-encoding"), plain.bytes.length > 1_024]).toEqual([null, true]);
    for (const coding of CODINGS) {
      const { status, headers, bytes } = await ask(path, `${coding}, deflate;q=0.5`, init);
      expect([coding, status, headers.get("content-encoding")]).toEqual([coding, plain.status, coding]);
      expect(headers.get("vary")).toContain("Accept-Encoding");
      expect(bytes.length).toBeLessThan(plain.bytes.length);
      expect(DECODERS[coding](bytes).toString()).toEndWith(end);
    }
    const browser = await ask(path, "gzip, deflate, br, zstd", init);
    expect(browser.headers.get("content-encoding")).toBe("zstd");
    const weighed = await ask(path, "br;q=0, zstd;q=0.2, gzip;q=0.3", init);
    expect(weighed.headers.get("content-encoding")).toBe("gzip");
    expect(plain.headers.get("vary")).toContain("Accept-Encoding");
  });

  test("a short answer is not compressed, and does not vary", async () => {
    const { headers } = await ask("/v1/safety/Irvine", "br");
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([null, "X-API-Key"]);
  });

  test("a long problem is compressed", async () => {
    const errors = Array.from({ length: 10 }, (_, at) => ({
      pointer: `/cities/${at}`,
      detail: "is wrong ".repeat(15),
    }));
    const refusal = { code: "invalid_body", detail: "", members: { errors } } as const;
    const context = { baseUrl: site.url, requestId: "", nowMs: 0, acceptEncoding: "gzip" };
    const { headers } = problemAnswer(refusal, context);
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
  });

  test("content that is already compressed is sent unchanged", async () => {
    const html = (await ask("/docs/quick-start", "identity")).bytes.toString();
    const path = /npm install http:\/\/[^/]+(\/[^\s<]+)/.exec(html)?.[1] ?? "";
    const { status, headers } = await ask(path, "br, gzip");
    expect([status, headers.get("content-encoding")]).toEqual([200, null]);
  });
});

test("a compressed answer has its own strong tag, and a client that has any of the encodings gets 304", async () => {
  const tags = new Set<string>();
  for (const coding of ["identity", ...CODINGS]) {
    const etag = (await ask("/v1/explain/Irvine", coding)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    tags.add(etag);
    for (const other of ["identity", ...CODINGS]) {
      const again = await ask("/v1/explain/Irvine", other, { headers: { "If-None-Match": etag } });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
  }
  expect(tags.size).toBe(4);
});

test("of equally preferred codings, whatever the weights, ours is used", () => {
  const weight = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(fc.shuffledSubarray([...CODINGS], { minLength: 1 }), weight, weight, weight, (given, ...weights) => {
      const weighed = given.map((coding, index) => ({ coding, weight: weights[index] ?? 0 }));
      const header = weighed.map((one) => `${one.coding};q=${(one.weight / 1_000).toFixed(3)}`).join(", ");
      const best = Math.max(...weighed.map((one) => one.weight));
      const expected = CODINGS.find((coding) => weighed.some((one) => one.coding === coding && one.weight === best));
      expect(preferredCoding(header)).toBe(best === 0 ? "identity" : (expected ?? "identity"));
    }),
  );
});
