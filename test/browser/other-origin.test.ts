import { expect, test } from "bun:test";
import { launchBrowser } from "../support/browser.ts";
import { sharedSite } from "../support/served-site.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";

const [browser, site] = await Promise.all([launchBrowser(), sharedSite()]);

const host = Bun.serve({
  port: 0,
  fetch: () => new Response("another site", { headers: { "Content-Type": "text/html" } }),
});
stopAtEnd(() => host.stop(true));

/** What a script on a page of another origin reads from a file. */
interface Read {
  readonly status: number;
  readonly text: string;
  readonly range: string | null;
  readonly etag: string | null;
  readonly ranges: string | null;
}

const READ = `async ([url, headers]) => {
  const { status, headers: sent, ...answer } = await fetch(url, { headers }).then(async (response) => ({
    status: response.status, headers: response.headers, text: await response.text(),
  }));
  return { status, ...answer, range: sent.get("content-range"), etag: sent.get("etag"), ranges: sent.get("accept-ranges") };
}`;

test("a script of another origin reads the end of a file, as readers of Parquet do, and asks again with its tag", async () => {
  const page = await browser.newPage();
  await page.goto(host.url.href);
  const read = (path: string, headers: Record<string, string>) =>
    page.evaluate<Read>(`(${READ})(${JSON.stringify([site.url + path, headers])})`);
  const { url } = await fetch(`${site.url}/downloads/latest/records.parquet`);
  const { pathname } = new URL(url);
  const footer = await read(pathname, { Range: "bytes=-4" });
  expect(footer).toMatchObject({ status: 206, text: "PAR1", ranges: "bytes" });
  expect(footer.range).toMatch(/^bytes \d+-\d+\/\d+$/);
  expect(await read(pathname, { "If-None-Match": footer.etag ?? "" })).toMatchObject({ status: 304, text: "" });
  const start = await read(pathname, { Range: "bytes=0-3", "If-Range": footer.etag ?? "" });
  expect(start).toMatchObject({ status: 206, text: "PAR1" });
  const other = await read(pathname, { Range: "bytes=0-3", "If-Range": '"another file"' });
  expect([other.status, other.text.length > 1_000]).toEqual([200, true]);
  expect(await read("/explore/map.csv", { Range: "bytes=-2" })).toMatchObject({ status: 206 });
});
