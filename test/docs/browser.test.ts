import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { GUIDES, TOOLS } from "../../src/site/docs/guides.ts";
import { launchBrowser } from "../support/browser.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { axeFindings, watchedPage } from "../support/watched-page.ts";

const PATHS = [
  "/docs",
  "/docs/reference/get-city?name=Tustin",
  "/docs/reference/explain-city",
  "/docs/reference/look-up-batch",
  "/docs/reference/get-statistics",
  ...[...GUIDES, ...TOOLS].map((guide) => guide.path),
  "/errors/batch_too_large",
  "/errors/body_too_large",
];
const PHONE = { width: 360, height: 740 } as const;

let browser: Browser;
let site: ServedSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), serveSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  test("every page is free of axe findings and foreign requests, everything opened, and fits a phone", async () => {
    const context = await browser.newContext({ colorScheme });
    const { page, foreign, complaints } = await watchedPage(context, site.url);
    const faults: string[] = [];
    for (const path of PATHS) {
      await page.goto(site.url + path);
      await page.evaluate("document.querySelectorAll('main details').forEach((one) => one.removeAttribute('name'))");
      await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
      for (const finding of await axeFindings(page)) faults.push(`${path} ${finding}`);
      await page.setViewportSize(PHONE);
      const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      if (over !== 0) faults.push(`${path} scrolls ${over} px sideways on a phone`);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect([...faults, ...foreign, ...complaints]).toEqual([]);
    await context.close();
  }, 240_000);
});

describe("the languages of an example", () => {
  const PAGE = "/docs/reference/get-city";
  const shown = async (page: Page) => {
    const programs = await page.locator("[data-example]:visible").all();
    return Promise.all(programs.map((program) => program.getAttribute("data-example")));
  };

  test.each([true, false])(
    "are tabs for mouse and keyboard, and nothing is stored (script: %s)",
    async (javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(site.url + PAGE);
      expect(await shown(page)).toEqual(["curl"]);
      await page.click("label >> text=Python");
      expect(await shown(page)).toEqual(["python"]);
      await page.locator("#program-python-tab").focus();
      await page.keyboard.press("ArrowRight");
      expect(await shown(page)).toEqual(["go"]);
      await page.keyboard.press("ArrowRight");
      expect(await shown(page)).toEqual(["curl"]);
      const outline = "getComputedStyle(document.activeElement.nextElementSibling).outlineStyle";
      if (javaScriptEnabled) expect(await page.evaluate(outline)).toBe("solid");
      expect((await context.storageState()).origins).toEqual([]);
      await context.close();
    },
  );

  test("every tab is 44 px high on a phone, and its program stays within the page", async () => {
    const page = await browser.newPage({ viewport: PHONE });
    await page.goto(site.url + PAGE);
    for (const label of await page.locator(".tabs > label").all()) {
      expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await label.click();
      const box = await page.locator(".tab-panel:visible .scroll").boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
    }
    await page.close();
  });
});

test("a look-up is typed, sent and answered on the page, with the keyboard alone", async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/docs/reference/get-city`);
  await page.fill("#name", "Santa Cruz");
  await page.press("#name", "Enter");
  await page.waitForURL("**name=Santa+Cruz*");
  expect(await page.textContent("main")).toContain('"county": "Santa Cruz County"');
  expect(await page.inputValue("#name")).toBe("Santa Cruz");
});
