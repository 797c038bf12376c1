import { expect, test } from "bun:test";
import { sharedSite } from "../../support/served-site.ts";

const site = await sharedSite();

test("the field of the home page is the search of every page", async () => {
  const home = await (await fetch(site.url)).text();
  const [, action = ""] = /<form method="get" action="([^"]+)"[^>]*>.*?id="q"/s.exec(home) ?? [];
  expect(action).toBe("/explore/search");
});

test.each([
  ["92612", "/explore/zip/92612"],
  ["LA", "/explore/city/los-angeles"],
  ["Hollywood", "/explore/place/hollywood-los-angeles"],
  ["irvine", "/explore/city/irvine"],
  ["mendocino county", "/explore/county/mendocino"],
])("what is meant leads to its page: %s", async (q, path) => {
  const page = await fetch(`${site.url}/?${new URLSearchParams({ q })}`);
  expect([page.status, new URL(page.url).pathname]).toEqual([200, path]);
});

test("a misspelled name leads to what it may mean", async () => {
  const page = await (await fetch(`${site.url}/?q=san+fransisco`)).text();
  expect(page).toContain('href="/explore/city/san-francisco"');
});
