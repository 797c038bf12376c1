import { expect, test } from "bun:test";
import { sharedSite } from "../../support/served-site.ts";
import { releasedNation } from "../../support/server.ts";

const site = await sharedSite();

test("the field of the home page is the search of every page", async () => {
  const home = await (await fetch(site.url)).text();
  const [, action = ""] = /<form method="get" action="([^"]+)"[^>]*>.*?id="q"/s.exec(home) ?? [];
  expect(action).toBe("/search");
});

test.each([
  ["92612", "/explore/zip/92612"],
  ["irvine, california", "/us/ca/irvine"],
  ["Austin, Texas", "/us/tx/austin"],
  ["Ohio", "/us/oh"],
  ["43215", "/us/oh/columbus"],
  ["39.74, -104.99", "/us/co/denver"],
  ["mendocino county", "/explore/county/mendocino"],
])("what is meant leads to its page: %s", async (q, path) => {
  const page = await fetch(`${site.url}/?${new URLSearchParams({ q })}`);
  expect([page.status, new URL(page.url).pathname]).toEqual([200, path]);
});

test("in one look the page says what it is, that it has the whole country, what can be typed, and what a link to it shows", async () => {
  const html = await (await fetch(site.url)).text();
  const { places } = releasedNation.statistics;
  const title = `Reported crime per resident, for ${places.toLocaleString("en-US")} U.S. cities and towns and all of California`;
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).toContain(`<meta name="description" content="${title}`);
  expect(html).toContain(">City, state, or ZIP code</label>");
  expect(html).toContain(`<meta property="og:image" content="${site.url}/card.png"/>`);
  const order = ["Look up a place", "better than the national average", "What is in it", "Plans"];
  expect(order.map((words) => html.indexOf(words)).toSorted((a, b) => a - b)).toEqual(
    order.map((words) => html.indexOf(words)),
  );
  const card = await fetch(`${site.url}/card.png`);
  expect([card.status, card.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  // Both editions in one table.
  expect(html).toMatch(/Without a grade.*?\/us\/coverage.*?\/coverage/s);
});

test("a misspelled name leads to what it may mean", async () => {
  const page = await (await fetch(`${site.url}/?q=san+fransisco`)).text();
  expect(page).toContain('href="/us/ca/san-francisco"');
});
