import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { releasedAtlas } from "../support/server.ts";
import { START_MS } from "../support/stores.ts";
import { axeFindings, watchedPage } from "../support/watched-page.ts";

const PAGES = [
  "/explore",
  "/explore/cities",
  "/explore/cities?q=Atlantis",
  "/explore/city/irvine",
  "/explore/city/colma",
  "/explore/city/downey",
  "/explore/city/wasco",
  "/explore/county/los-angeles",
  "/explore/county/plumas",
  "/explore/changes",
  "/coverage",
  "/methodology",
  "/methodology/back-test",
] as const;
const PAGES_MS = 120_000;
const PHONE = { width: 360, height: 740 } as const;
const DESKTOP = { width: 1280, height: 800 } as const;

setDefaultTimeout(PAGES_MS);

let browser: Browser;
let site: ServedSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), serveSite("sqlite")]);
}, START_MS);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function withPage(
  options: Parameters<Browser["newContext"]>[0],
  request: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    await request(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

function names(page: Page): Promise<readonly string[]> {
  return page.locator("table[data-table] tbody tr:not([hidden]) th").allInnerTexts();
}

describe("every page of the explorer", () => {
  test.each(["light", "dark"] as const)(
    "has no finding of axe-core in the %s theme, and nothing foreign or forbidden",
    async (colorScheme) => {
      const context = await browser.newContext({ colorScheme, viewport: DESKTOP });
      const { page, foreign, complaints } = await watchedPage(context, site.url);
      for (const path of PAGES) {
        await page.goto(site.url + path);
        for (const summary of await page.locator("main summary").all()) await summary.click();
        expect([path, await axeFindings(page)]).toEqual([path, []]);
      }
      expect(foreign).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test.each(["/explore/city/irvine", "/explore/city/calipatria", "/explore/county/plumas"])(
    "%s has every formula, result included, in sight on a desktop",
    (path) =>
      withPage({ viewport: DESKTOP }, async (page) => {
        await page.goto(site.url + path);
        for (const summary of await page.locator("main summary").all()) await summary.click();
        const hidden = await page
          .locator("table.formula")
          .evaluateAll((tables) => tables.map(({ parentElement: box }) => box && box.scrollWidth - box.clientWidth));
        expect(hidden).toEqual([0, 0]);
      }),
  );

  test("never scrolls sideways on a phone", () =>
    withPage({ viewport: PHONE }, async (page) => {
      for (const path of PAGES) {
        await page.goto(site.url + path);
        const width = await page.evaluate("document.documentElement.scrollWidth");
        expect([path, width]).toEqual([path, PHONE.width]);
      }
    }));
});

describe("the map", () => {
  test("leads by the keyboard from a county to its page and on to a city", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore`);
      await page.locator("a.skip-map").focus();
      await page.keyboard.press("Tab");
      const [first] = releasedAtlas.snapshot.counties;
      const said = `${first?.record.county}: ${first?.record.grade}, score ${first?.record.safety_score}`;
      expect(await page.locator("svg a:focus").getAttribute("aria-label")).toBe(said);
      expect(await page.locator("[data-readout]").innerText()).toBe(said);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/explore/county/alameda");

      await page.locator("svg.map a").first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/explore/city/*");
      expect(await page.locator("h1").innerText()).toBe("Alameda");
    }));

  test("can be skipped with one key, to the table with the same grades", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore`);
      await page.locator("a.skip-map").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await page.locator(":focus").innerText()).toBe("Alameda");
    }));

  test("has all counties as links, each with its grade in its name, and names what is under the pointer", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore`);
      const labels = await page
        .locator("svg.map a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
      expect(labels).toEqual(
        releasedAtlas.snapshot.counties.map(
          ({ record }) => `${record.county}: ${record.grade}, score ${record.safety_score}`,
        ),
      );
      await page.locator('svg.map a[aria-label^="Inyo"]').hover();
      expect(await page.locator("[data-readout]").innerText()).toStartWith("Inyo County: ");
    }));
});

describe("the table of cities", () => {
  test("sorts in place by the keyboard, tells the order, and keeps the address", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore/cities`);
      const heading = page.locator("th", { hasText: "Residents" });
      await heading.locator("a").focus();
      await page.keyboard.press("Enter");
      expect(await heading.getAttribute("aria-sort")).toBe("descending");
      expect(await names(page)).toEqual(
        releasedAtlas.snapshot.cities
          .toSorted((a, b) => b.record.population - a.record.population)
          .map(({ record }) => record.city),
      );
      await page.keyboard.press("Enter");
      expect(await heading.getAttribute("aria-sort")).toBe("ascending");
      expect(await page.locator("[data-table-status]").innerText()).toBe("Sorted by Residents, ascending");
      expect(page.url()).toBe(`${site.url}/explore/cities`);
    }));

  test("has the order of the server's own table for every column and direction", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      for (const sort of ["city", "county", "score", "interval", "rate", "residents"]) {
        for (const order of ["ascending", "descending"]) {
          await page.goto(`${site.url}/explore/cities?sort=${sort}&order=${order}`);
          const served = await names(page);
          const column = page.locator(`th a[href*="sort=${sort}&"]`);
          await page.goto(`${site.url}/explore/cities`);
          if (sort !== "city" || order === "descending") {
            await column.click();
            const heading = page.locator("th[aria-sort]");
            if ((await heading.getAttribute("aria-sort")) !== order) await column.click();
          }
          expect([sort, order, await names(page)]).toEqual([sort, order, served]);
        }
      }
    }));

  test("is searched while one types, without regard to accents", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore/cities`);
      await page.locator("#q").focus();
      await page.keyboard.type("canada fl");
      expect(await names(page)).toEqual(["La Cañada Flintridge"]);
      expect(await page.locator("[data-table-status]").innerText()).toBe("1 city");
    }));

  test("sorts and searches without script too", () =>
    withPage({ viewport: DESKTOP, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.url}/explore/cities`);
      await page.fill("#q", "Orange");
      await page.click("main form button");
      const found = await names(page);
      expect(found).toContain("Irvine");
      await page.locator("th a", { hasText: "Score" }).click();
      const sorted = await names(page);
      expect(sorted.toSorted()).toEqual([...found].toSorted());
      const scores = sorted.map((name) => releasedAtlas.findCity(name)?.record.safety_score ?? -1);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }));
});

test("another spelling of a place is sent to its one address, and a place that there is not is told so", async () => {
  const spelt = await fetch(`${site.url}/explore/city/La%20Ca%C3%B1ada%20Flintridge`, { redirect: "manual" });
  expect([spelt.status, spelt.headers.get("location")]).toEqual([301, "/explore/city/la-canada-flintridge"]);
  for (const path of ["/explore/city/atlantis", "/explore/county/%E5%8C%97", "/explore/nothing"]) {
    const answer = await fetch(site.url + path, { redirect: "manual" });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
