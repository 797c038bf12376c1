import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { URLS } from "../../src/site/urls.ts";
import { launchBrowser } from "../support/browser.ts";
import { phoneFaults } from "../support/phone-faults.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { START_MS } from "../support/stores.ts";

const PHONE = { width: 390, height: 800 } as const;
const PAGES_MS = 300_000;

/** Every public page without a parameter in its address, and one of each kind that has one. */
const PAGES = [
  ...Object.values(URLS).filter(
    (url) =>
      /^\/($|pricing|docs|explore|coverage|methodology|revoke-key|sign-)/.test(url) &&
      !/[:.]|sign-out|\/with/.test(url),
  ),
  "/?q=Orange+County",
  "/?q=Atlantis",
  "/no-such-page",
  "/explore/cities?q=Atlantis",
  "/explore/cities?sort=score&county=orange&size=50000",
  "/explore/city/irvine",
  "/explore/city/calipatria",
  "/explore/city/vernon",
  "/explore/city/la-canada-flintridge",
  "/explore/city/downey",
  "/explore/city/arvin",
  "/explore/county/los-angeles",
  "/explore/county/alpine",
  "/docs/reference/get-city",
  "/errors/key_missing",
];

let browser: Browser;
let site: ServedSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), serveSite("sqlite")]);
}, START_MS);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test(
  "at 390 px every public page shows its key figures and whole charts, in text of 12 px or more, and never scrolls sideways",
  async () => {
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    const faults: (readonly [string, string])[] = [];
    for (const path of PAGES) {
      await page.goto(site.url + path);
      for (const fault of await phoneFaults(page)) faults.push([path, fault]);
    }
    expect(faults).toEqual([]);
    await context.close();
  },
  PAGES_MS,
);
