import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
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

test("a look-up is typed, sent and answered on the page, with the keyboard alone", async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/docs/reference/get-city`);
  await page.fill("#name", "Santa Cruz");
  await page.press("#name", "Enter");
  await page.waitForURL("**name=Santa+Cruz*");
  expect(await page.textContent("main")).toContain('"county": "Santa Cruz County"');
  expect(await page.inputValue("#name")).toBe("Santa Cruz");
});
