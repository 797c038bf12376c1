import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { createPlaces } from "../../src/places/places.ts";
import { pageResponse, pageText, RecentPages, readyPage, recentPages } from "../../src/site/ready-page.ts";
import { releasedPlaces } from "../support/server.ts";

test("a page is cached by its key, and the first of two concurrent pages stays", () => {
  const pages = new RecentPages();
  const first = pages.add("q", readyPage("first"));
  expect(pages.add("q", readyPage("second"))).toBe(first);
  expect(pageText(pages.get("q") ?? readyPage(""))).toBe("first");
  expect(pages.get("other")).toBeUndefined();
});

test("the oldest page is dropped if there are too many, or if keys and pages are too long in total", () => {
  const pages = new RecentPages();
  const page = readyPage("page");
  for (let number = 0; number < 501; number++) pages.add(String(number), page);
  expect(pages.get("0")).toBeUndefined();
  expect(pages.get("500")).toBe(page);
  pages.add("x".repeat(3_999_000), page);
  expect(pages.get("500")).toBe(page);
  expect(pages.get("400")).toBeUndefined();
});

test("a new dataset has none of the previous one's pages", () => {
  const pagesOf = recentPages();
  pagesOf(releasedPlaces).add("home", readyPage("home"));
  expect(pagesOf(releasedPlaces).get("home")).toBeDefined();
  expect(pagesOf(createPlaces(releasedPlaces.records)).get("home")).toBeUndefined();
});

test("a large file is coded once in each coding that clients ask for", async () => {
  const text = randomBytes(40_000).toString("base64");
  const page = readyPage(text);
  const ask = async () => {
    const request = new Request("http://localhost/", { headers: { "Accept-Encoding": "gzip" } });
    return gunzipSync(await pageResponse(request, page).arrayBuffer()).toString();
  };
  expect(await ask()).toBe(text);
  // Now it cannot be decompressed again.
  page.brotli.fill(0);
  expect(await ask()).toBe(text);
});
