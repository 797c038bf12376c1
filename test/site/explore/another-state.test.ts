import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import { CONTRACT_EDITION, STATE_EDITIONS } from "../../../src/editions/table.ts";
import { servedFrom } from "../../../src/lookup/served.ts";
import { downloadPages } from "../../../src/site/downloads/download-files.ts";
import { answerPages } from "../../../src/site/http/make-pages.ts";
import type { SiteEnv } from "../../../src/site/http/session.ts";
import { PAGES, pagesFor } from "../../../src/site/pages.ts";
import { sitemapPage } from "../../../src/site/sitemap.ts";
import { isOfAccount } from "../../../src/site/ui/urls.ts";
import { MADE_UP, madeUpPlaces } from "../../support/made-up-state.ts";
import { releasedEditions } from "../../support/server.ts";
import { contentOf, SERVICES, scratchFiles, words } from "../../support/site-pages.ts";

const own = pagesFor([MADE_UP]);
const app = new Hono<SiteEnv>();
const withFiles = [...own, ...downloadPages([...STATE_EDITIONS, MADE_UP]), ...PAGES];
answerPages(app, [sitemapPage(withFiles), ...withFiles], {
  editions: servedFrom([...releasedEditions.all, madeUpPlaces]),
  services: SERVICES,
  files: scratchFiles(),
});
const OTHER_STATE = new RegExp(`${CONTRACT_EDITION.name}|\\b${CONTRACT_EDITION.abbreviation}\\b`);
const of = (path: string) => contentOf(path, "", app);
const listed = new Set(
  Array.from((await of("/sitemap.xml")).matchAll(/<loc>http:\/\/[^/]+([^<]+)/g), ([, path]) => path),
);

describe("a state's edition with other words and codes", () => {
  test.each([
    "/explore/or",
    "/explore/or?kind=cities&metric=violent&year=2020",
    "/explore/or/browse?kind=counties&grade=A,B",
    "/explore/or/compare",
    "/explore/or/compare?place=irvine&place=los-angeles-county",
    "/explore/or/compare?place=irvine&add=Atlantis",
    "/explore/or/chart?place=oakland&measure=violent",
    "/explore/or/city/san-francisco",
    "/explore/or/city/colma",
    "/explore/or/county/los-angeles",
    "/explore/or/county/mendocino",
    "/explore/or/place/hollywood-los-angeles",
    "/explore/or/place/east-los-angeles-los-angeles-county",
    "/explore/or/zip/82618",
    "/coverage/or",
  ])("%s says whose it is and names no other state, and its links lead to pages", async (path) => {
    const html = await of(path);
    expect(html).toContain("<strong>Oregon edition, 2025</strong>");
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(main).not.toMatch(OTHER_STATE);
    for (const [, link = ""] of main.matchAll(/ (?:href|action|src)="(\/[^"#]*)/g)) {
      const [page = ""] = link.split("?");
      expect([page, /^\/(?:explore|coverage)\/(?!or\b|suggestions)/.test(page)]).toEqual([page, false]);
      if (listed.has(page) || isOfAccount(page) || page.startsWith("/assets/")) continue;
      expect([link, (await app.request(link.replaceAll("&amp;", "&"))).status]).toEqual([link, 200]);
    }
  });

  test.each([
    "/explore/or/browse.csv",
    "/explore/or/map.svg",
    "/explore/or/scores.csv",
    "/explore/or/compare.svg?place=irvine&place=fresno",
    "/explore/or/chart.csv?place=oakland&measure=violent",
    ...["years.svg", "steps.csv", "scores/embed", "nearby.csv", "badge.svg"].map(
      (file) => `/explore/or/city/irvine/${file}`,
    ),
    "/explore/or/county/los-angeles/map.svg",
  ])("%s names no other state", async (path) => expect(await of(path)).not.toMatch(OTHER_STATE));

  test("its downloads have its prefix and its publishers", async () => {
    const page = await of("/downloads");
    const files = Array.from(page.matchAll(/href="(\/downloads\/\w+\/or-[^"]+)"/g), ([, file = ""]) => file);
    expect(files).toHaveLength(13);
    expect(words(page)).toContain(
      "Files of Oregon start with or- ; those of the United States start with us- ; the others",
    );
    for (const file of files.filter((one) => /csv|geojson/.test(one))) expect(await of(file)).not.toMatch(OTHER_STATE);
    const dictionary = await of(page.match(/\/downloads\/\w+\/data-dictionary\.csv/)?.[0] ?? "");
    expect(dictionary).toContain('or-records,violent,integer,Reported violent offenses,"Oregon Department of Justice');
  });

  test("searches, suggestions, and the feed have it beside the other editions", async () => {
    expect(await of("/explore/search?q=Irvin")).toContain('href="/explore/or/city/irvine"');
    const { places } = JSON.parse(await of("/explore/suggestions.json?q=irvine"));
    expect(
      places
        .slice(0, 2)
        .map(({ href, name, figure }: Record<string, string>) => [href, name, figure?.split("; ").at(-1)]),
    ).toEqual([
      ["/explore/city/irvine", "Irvine", "California = 50"],
      ["/explore/or/city/irvine", "Irvine, OR", "Oregon = 50"],
    ]);
    const moved = await app.request("/explore/search?q=82618");
    expect([moved.status, moved.headers.get("location")]).toEqual([302, "/explore/or/zip/82618"]);
    expect(await of("/feed.xml")).toContain(
      `<title>Oregon: figures of 2025, dataset version ${madeUpPlaces.version}</title>`,
    );
  });
});
