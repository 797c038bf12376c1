import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sharedSite } from "../support/served-site.ts";

/** Every address in the sitemap of release 1.2.0, in lines. */
const PATHS = gunzipSync(readFileSync(join(import.meta.dir, "sitemap-1.2.0.txt.gz")))
  .toString()
  .trim()
  .split("\n");

/** Addresses whose place has another name since then. Those of a name that is shared now get their county. */
const RENAMED: Readonly<Record<string, string>> = {
  "/us/ak/juneau-city-and": "/us/ak/juneau",
  "/us/fl/lake-worth-beach": "/us/fl/lake-worth",
  "/us/id/boise-city": "/us/id/boise",
  "/us/ma/north-attleborough": "/us/ma/north-attleboro",
  "/us/ut/west-valley-city": "/us/ut/west-valley",
};

const { url } = await sharedSite();
const ask = async (path: string) => {
  const response = await fetch(url + path, { redirect: "manual" });
  await response.arrayBuffer();
  return response;
};

test("every address of 1.2.0 still opens its place, or leads to it for good", async () => {
  expect(PATHS.length).toBe(8_724);
  const faults: string[] = [];
  for (const path of PATHS) {
    const response = await ask(path);
    if (response.status === 200) continue;
    const to = response.headers.get("location") ?? "";
    const isOwn = to.startsWith(RENAMED[path] ?? path);
    const isThere = response.status === 308 && isOwn && (await ask(to)).status === 200;
    if (!isThere) faults.push(`${path}: ${response.status} ${to}`);
  }
  expect(faults).toEqual([]);
});
