import { describe, expect, test } from "bun:test";
import { releasedNation } from "../support/server.ts";
import { contentOf, servePages } from "../support/site-pages.ts";

const app = servePages();
const { entries, nation } = releasedNation;
const EDITION = "United States edition, 2024";

describe("every page of the nation names its edition, its year, and its yardstick", () => {
  test.each(["/us", "/us/coverage", "/us/tx", "/us/fl", "/us/tx/austin", "/us/il/chicago", "/us/compare"])(
    "%s",
    async (path) => {
      const html = await contentOf(path);
      expect(html).toContain(EDITION);
      expect(html).toContain("US = 50");
    },
  );

  test("a plate says US = 50 in place of /100", async () => {
    const html = await contentOf("/us/tx/austin");
    expect(html).toContain("US = 50");
    expect(html).not.toContain("/100");
  });
});

test("other spellings of a state and a place lead to their own URL, and unknown ones to nothing", async () => {
  const at = async (path: string) => {
    const { status, headers } = await app.request(path);
    return [status, headers.get("Location")];
  };
  expect(await at("/us/TX")).toEqual([301, "/us/tx"]);
  expect(await at("/us/texas/austin")).toEqual([301, "/us/tx/austin"]);
  expect(await at("/us/ny/nyc")).toEqual([301, "/us/ny/new-york"]);
  for (const path of ["/us/zz", "/us/tx/nowhere", "/us/nj/hamilton-township"])
    expect(await at(path)).toEqual([404, null]);
});

test("every place has a page of its own at its own URL", async () => {
  const { nationPlaceUrl } = await import("../../src/site/ui/nation-urls.ts");
  const urls = [...nation.places, ...nation.absent].map((place) => nationPlaceUrl(place, nation));
  expect(new Set(urls).size).toBe(urls.length);
  for (const url of urls.filter((_, index) => index % 60 === 0))
    expect([url, (await app.request(url)).status]).toEqual([url, 200]);
});

test("a state lists all its places, filtered and sorted by the URL", async () => {
  const own = entries.filter(({ state }) => state === "OH");
  const rows = (html: string) =>
    Array.from(html.matchAll(/<th scope="row"[^>]*><a href="(\/us\/oh\/[^"]+)"/g), ([, url]) => url);
  const all = rows(await contentOf("/us/oh"));
  expect(all.length).toBe(own.length + nation.absent.filter(({ state }) => state === "OH").length);
  const graded = await contentOf("/us/oh", "grade=A&sort=score");
  expect(graded).toContain(`${own.filter(({ record }) => record.grade.startsWith("A")).length} place`);
});

test("a state with few residents covered says so first, and no state has a score", async () => {
  expect(await contentOf("/us/fl")).toContain("Few places in Florida report separately");
  expect(await contentOf("/us/tx")).not.toContain("Few places in");
  expect(await contentOf("/us/tx")).toContain("A state has no score");
});

test("the search leads to the only place of a name, and lists namesakes, the largest first", async () => {
  const to = async (path: string) => (await app.request(path)).headers.get("Location");
  expect(await to("/us/search?q=austin+tx")).toBe("/us/tx/austin");
  expect(await to("/us/search?q=NYC")).toBe("/us/ny/new-york");
  expect(await to("/explore/search?q=Springfield")).toBe("/us/search?q=Springfield");
  const html = await contentOf("/us/search", "q=springfield");
  expect(html.match(/Springfield, /g)?.length).toBeGreaterThan(3);
});

test("a comparison names the highest score, and what cannot be told apart", async () => {
  const html = await contentOf("/us/compare", "place=tx/austin&place=wa/seattle&place=il/chicago");
  expect(html).toContain("has the highest score");
  expect(html).toContain("Chicago, IL has no record");
});

test("a city's page links its place in the nation", async () => {
  expect(await contentOf("/explore/city/irvine")).toContain('href="/us/ca/irvine"');
});
