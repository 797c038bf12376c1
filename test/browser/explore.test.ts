import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { ownText } from "../../src/base/text.ts";
import { letterText } from "../../src/site/ui/grade.tsx";
import { shortCounty } from "../../src/site/view/addresses.ts";
import { launchBrowser } from "../support/browser.ts";
import { sharedSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const DESKTOP = { width: 1280, height: 800 } as const;

const [browser, site] = await Promise.all([launchBrowser(), sharedSite()]);

/** By their options. A new context costs a process of the browser, and the explorer keeps nothing in it. */
const pages = new Map<string, Promise<Page>>();

async function withPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const name = JSON.stringify(options);
  const page = pages.get(name) ?? browser.newContext(options).then((context) => context.newPage());
  pages.set(name, page);
  await use(await page);
}

describe("every page of the explorer", () => {
  test.each(["/explore/city/irvine", "/explore/city/colma", "/explore/county/plumas"])(
    "%s shows every formula, including its result, on a desktop",
    (path) =>
      withPage({ viewport: DESKTOP }, async (page) => {
        await page.goto(site.url + path);
        for (const summary of await page.locator("main summary").all()) await summary.click();
        const hidden = await page
          .locator("table.formula")
          .evaluateAll((tables) => tables.map(({ parentElement: box }) => box && box.scrollWidth - box.clientWidth));
        expect(hidden).toEqual([0]);
        const results = page.locator("table.formula tbody tr td:last-child");
        expect(await results.count()).toBeGreaterThan(10);
        for (const result of await results.all()) {
          expect(await result.isVisible()).toBe(true);
          expect(await result.innerText()).toMatch(/^\d/);
        }
      }),
  );
});

test("the grades of a place and of the map keep their colors on paper, which is white in the dark theme too", () =>
  withPage({ viewport: DESKTOP }, async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const [path, mark] of [
      ["/explore/city/oakland", "main .grade-box"],
      ["/explore", "main svg.map a"],
    ] as const) {
      await page.goto(site.url + path);
      const adjusted = await page.evaluate<string[]>(
        `[...document.querySelectorAll("${mark}")].map((one) => getComputedStyle(one).printColorAdjust)`,
      );
      expect([path, ...new Set(adjusted)]).toEqual([path, "exact"]);
      const theme = `document.documentElement.dataset.theme = "dark", getComputedStyle(document.documentElement).colorScheme`;
      expect([path, await page.evaluate<string>(theme)]).toEqual([path, "light"]);
    }
    await page.emulateMedia({ media: null });
  }));

describe("the map", () => {
  const [alameda] = releasedPlaces.records.counties;
  const said = `Alameda: ${alameda?.record.grade} ${alameda?.record.safety_score}, ${alameda?.record.data_year}`;

  test("leads from a county to its page and on to a city with the keyboard", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore`);
      await page.locator("svg.map a").first().focus();
      expect(await page.locator("svg a:focus").getAttribute("aria-label")).toStartWith(said);
      expect(await page.locator(".tip").innerText()).toStartWith("Alameda");
      // The same place is marked in the table, with its grade.
      expect(await page.locator("tr.marked .graded").innerText()).toContain(String(alameda?.record.safety_score));
      await page.keyboard.press("Enter");
      await page.waitForURL("**/explore/county/alameda");

      await page.locator("svg.map a").first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/explore/city/*");
      expect(await page.locator("h1").innerText()).toBe("Alameda");
    }));

  test("can be skipped with one key press, to the table with the same grades", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore`);
      await page.locator("main a.skip").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await page.locator(":focus").innerText()).toBe("County");
    }));

  test("has all counties as links with their grades in their names, and names the one under the pointer", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore`);
      const labels = await page
        .locator("svg.map a")
        .evaluateAll((links) =>
          links.map((link) => link.getAttribute("aria-label")?.split(/(?: \(\d{4}\))?, \d{4}/)[0]),
        );
      const { counties, absentCounties } = releasedPlaces.records;
      expect(labels).toEqual([
        ...counties.map(
          ({ record }) => `${shortCounty(record.county)}: ${letterText(record.grade)} ${record.safety_score}`,
        ),
        ...absentCounties.map(({ county }) => `${shortCounty(county)}: no grade`),
      ]);
      await page.locator('svg.map a[aria-label^="Inyo"]').hover();
      expect(await page.locator(".tip").innerText()).toStartWith("Inyo");
      await page.locator("tr", { hasText: "Inyo" }).hover();
      const own = await page.locator('svg.map a[aria-label^="Inyo"] path').getAttribute("d");
      expect(await page.locator("svg.map > .outline:last-child path").getAttribute("d")).toBe(own);
    }));

  test("reacts to touch: a tap names the place with its figures, and the line below opens it", () =>
    withPage({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }, async (page) => {
      for (const [path, name] of [
        ["/explore", "Kern"],
        ["/explore/county/marin", "Novato"],
      ] as const) {
        await page.goto(site.url + path);
        await page.locator(`svg.map a[aria-label^="${name}:"]`).tap();
        expect(new URL(page.url()).pathname).toBe(path);
        expect(await page.locator(".tip").innerText()).toMatch(/: probably [0-9]+ to [0-9]+/);
        const open = page.locator(".tip-name a");
        expect(await open.innerText()).toBe(name);
        expect((await open.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await open.tap();
        await page.waitForURL(/\/explore\/(county|city)\/[a-z-]+$/);
        expect(await page.locator("h1").innerText()).toStartWith(name);
      }
    }));
});

test("the completion lists the country, and Escape closes it and keeps the text", () =>
  withPage({ viewport: DESKTOP }, async (page) => {
    await page.goto(site.url);
    const field = page.getByRole("combobox").first();
    await field.pressSequentially("springf");
    const first = page.getByRole("option").first();
    await first.waitFor();
    expect(await first.innerText()).toStartWith("Springfield, MO");
    for (const _ of [1, 2]) {
      await page.keyboard.press("Escape");
      expect(await page.getByRole("listbox").count()).toBe(0);
      expect(await field.inputValue()).toBe("springf");
    }
  }));

test("a place and a chart fit a phone with twice the size of text, and words are whole", () =>
  withPage({ viewport: { width: 390, height: 800 } }, async (page) => {
    for (const path of ["/explore/city/oakland", "/explore/chart?place=oakland&measure=violent"]) {
      await page.goto(site.url + path);
      await page.evaluate("document.documentElement.style.fontSize = '32px'");
      expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      const menu = await page.locator(".bar > button").boundingBox();
      expect(menu?.height).toBeLessThan(100);
    }
  }));

test("a chart says the values of its own series at a year, from data of the picture", () =>
  withPage({ viewport: DESKTOP }, async (page) => {
    await page.goto(`${site.url}/explore/county/napa`);
    await page.locator('svg.map a[data-name="St. Helena"]').focus();
    expect(await page.locator(".tip-name").innerText()).toBe("St. Helena");
    await page.goto(`${site.url}/explore/city/st-helena`);
    const place = releasedPlaces.city(ownText("St. Helena"))?.entry;
    const { from = 0, score = [] } = place?.trend ?? {};
    await page.locator("svg[data-series]").first().focus();
    await page.keyboard.press("ArrowLeft");
    const year = from + score.length - 1;
    const said = `${year}: St. Helena ${score.at(-1) ?? "no figures"}; California 50`;
    expect(await page.locator("[data-readout] + [role=status]").first().innerText()).toBe(said);
    expect(await page.locator(".readout-value").first().textContent()).toBe(
      `${year}St. Helena ${score.at(-1)}California 50`,
    );
  }));

describe("the table of cities", () => {
  test("sorts by its headings, without JavaScript too", () =>
    withPage({ viewport: DESKTOP, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.url}/explore/browse?size=10000-50000`);
      const heading = page.locator("thead th", { hasText: "Residents" }).locator("a");
      await heading.click();
      await page.waitForURL("**/explore/browse?size=10000-50000&sort=population&order=descending#places");
      const [largest] = releasedPlaces.records.cities
        .filter(({ record }) => record.population < 50_000)
        .toSorted((a, b) => b.record.population - a.record.population);
      expect(await page.locator("table.places tbody th a").first().innerText()).toBe(largest?.record.city ?? "");
      await heading.click();
      await page.locator('th[aria-sort="ascending"]').waitFor();
    }));

  test("keeps its headings visible", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore/browse`);
      await page.evaluate("scrollTo(0, 5000)");
      const top = await page.locator("thead th").first().boundingBox();
      expect(top?.y).toBe(0);
    }));
});
