import { describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { z } from "zod";
import { shortCounty } from "../../src/site/explore/place-name.ts";
import { launchBrowser } from "../support/browser.ts";
import { serveSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const DESKTOP = { width: 1280, height: 800 } as const;

const [browser, site] = await Promise.all([launchBrowser(), serveSite("sqlite")]);

/** By their options. A new context costs a process of the browser, and the explorer keeps nothing in it. */
const pages = new Map<string, Promise<Page>>();

async function withPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const name = JSON.stringify(options);
  const page = pages.get(name) ?? browser.newContext(options).then((context) => context.newPage());
  pages.set(name, page);
  await use(await page);
}

/** The position of each place's letter on the screen. */
const PLACES_ON_MAP = `[...document.querySelectorAll("svg.map a")].map((link) => {
  const text = link.querySelector("text");
  const at = new DOMPoint(+text.getAttribute("x"), +text.getAttribute("y")).matrixTransform(text.ownerSVGElement.getScreenCTM());
  return { label: link.getAttribute("aria-label"), x: at.x, y: at.y };
})`;
const placesOnMap = z.array(z.object({ label: z.string(), x: z.number(), y: z.number() }));
type PlaceOnMap = z.infer<typeof placesOnMap>[number];

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
      await page.locator("a.skip-map").focus();
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
        ...counties.map(({ record }) => `${shortCounty(record.county)}: ${record.grade} ${record.safety_score}`),
        ...absentCounties.map(({ county }) => `${shortCounty(county)}: no record`),
      ]);
      await page.locator('svg.map a[aria-label^="Inyo"]').hover();
      expect(await page.locator(".tip").innerText()).toStartWith("Inyo");
      await page.locator("tr", { hasText: "Inyo" }).hover();
      expect(await page.locator("svg.map a.selected").getAttribute("aria-label")).toStartWith("Inyo: ");
    }));

  test("reacts to touch: a place within 22 px is named, and the line below opens it", () =>
    withPage({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }, async (page) => {
      for (const path of ["/explore", "/explore/county/marin"]) {
        await page.goto(site.url + path);
        await page.evaluate("document.querySelector('svg.map').scrollIntoView()");
        const places = placesOnMap.parse(await page.evaluate(PLACES_ON_MAP));
        const box = await page.locator("svg.map").boundingBox();
        if (!box) throw new Error("the map has no box");
        const away = (x: number, y: number) => (place: PlaceOnMap) => Math.hypot(place.x - x, place.y - y);
        // A tap 20 px from a place with no closer neighbor still selects it.
        const spots = places.flatMap(({ x, y }) => [
          [x + 20, y],
          [x - 20, y],
          [x, y + 20],
          [x, y - 20],
          [x, y],
        ]);
        for (const [x = 0, y = 0] of spots) {
          const [nearest, next] = places.toSorted((a, b) => away(x, y)(a) - away(x, y)(b));
          // The line at the bottom may be over the map.
          const tip = await page.locator(".tip").boundingBox();
          const bottom = Math.min(box.y + box.height - 2, tip?.y ?? 800, 790);
          const isInside = x > Math.max(0, box.x) + 2 && x < 388 && y > box.y + 2 && y < bottom;
          if (!nearest || !next || !isInside || away(x, y)(nearest) > 21) continue;
          // A tap has integer coordinates.
          if (away(x, y)(next) - away(x, y)(nearest) < 2) continue;
          await page.touchscreen.tap(x, y);
          expect(await page.locator(".tip-name a").innerText()).toBe(nearest.label.split(":")[0] ?? "");
        }
        const [first] = places;
        await page.touchscreen.tap(first?.x ?? 0, first?.y ?? 0);
        expect(new URL(page.url()).pathname).toBe(path);
        const open = page.locator(".tip-name a");
        expect((await open.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await open.tap();
        await page.waitForURL(/\/explore\/(county|city)\/[a-z-]+$/);
        expect(await page.locator("h1").innerText()).toStartWith((first?.label ?? "").split(":")[0] ?? "");
      }
    }));
});

describe("the table of cities", () => {
  test("sorts by its headings, without JavaScript too", () =>
    withPage({ viewport: DESKTOP, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${site.url}/explore/cities`);
      const heading = page.locator("th", { hasText: "Residents" }).locator("a");
      await heading.click();
      await page.waitForURL("**/explore/cities?sort=population&order=descending#places");
      const byPopulation = releasedPlaces.records.cities.toSorted((a, b) => b.record.population - a.record.population);
      expect((await page.locator("table.places tbody th").allInnerTexts())[0]).toBe(byPopulation[0]?.record.city ?? "");
      await heading.click();
      await page.locator('th[aria-sort="ascending"]').waitFor();
    }));

  test("keeps its headings visible", () =>
    withPage({ viewport: DESKTOP }, async (page) => {
      await page.goto(`${site.url}/explore/cities`);
      await page.evaluate("scrollTo(0, 5000)");
      const top = await page.locator("thead th").first().boundingBox();
      expect(top?.y).toBe(0);
    }));
});
