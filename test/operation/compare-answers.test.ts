import { expect, test } from "bun:test";
import { join } from "node:path";
import { stopAtEnd } from "../support/stop-at-end.ts";

const SCRIPT = join(import.meta.dir, "../../scripts/compare-answers.ts");
const PATHS = [
  "/explore/city/irvine",
  "/explore/county/orange",
  "/explore/place/bel-air",
  "/explore/zip/92618",
  "/us/tx/austin",
];

/** A service of a few pages, and one answer to everything else. */
function serviceWith(title: string, headers: Readonly<Record<string, string>> = {}): string {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ url }) {
      const { pathname } = new URL(url);
      const id = { "X-Request-Id": crypto.randomUUID() };
      if (pathname === "/sitemap.xml") {
        return new Response(PATHS.map((path) => `<loc>http://localhost:8080${path}</loc>`).join(""));
      }
      if (pathname === "/us/tx/austin") return new Response(`<a href="/us/tx/austin/years.csv">${title}</a>`);
      if (pathname.startsWith("/v1/us/")) return Response.json({ found: true }, { headers: { ...id, ...headers } });
      return Response.json({ id: crypto.randomUUID() }, { headers: id });
    },
  });
  stopAtEnd(() => server.stop(true));
  return server.url.origin;
}

async function compared(a: string, b: string) {
  const child = Bun.spawn([process.execPath, SCRIPT, a, b, "--requests", "40"], { stdout: "pipe", stderr: "pipe" });
  return { out: await new Response(child.stdout).text(), code: await child.exited };
}

test("two services with the same answers do not differ, whatever their request ids", async () => {
  const { out, code } = await compared(serviceWith("Austin"), serviceWith("Austin"));
  expect(out).toContain("pages: 5 compared (5 × 200), 0 differ");
  expect(out).toContain("files: 1 compared (1 × 200), 0 differ");
  expect(code).toBe(0);
});

test("a page or a header that differs is printed, and the exit code is 1", async () => {
  const { out, code } = await compared(serviceWith("Austin"), serviceWith("Austen", { ETag: '"other"' }));
  expect(out).toContain("pages: GET /us/tx/austin");
  expect(out).toContain('etag: none → "other"');
  expect(code).toBe(1);
});
