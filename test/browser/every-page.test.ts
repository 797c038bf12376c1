import { afterAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { URLS } from "../../src/site/urls.ts";
import { launchBrowser, signedInContext } from "../support/browser.ts";
import { fillAccount } from "../support/filled-account.ts";
import { PASSWORD } from "../support/form-client.ts";
import { newAccountHolder } from "../support/new-account-holder.ts";
import { serveSite } from "../support/served-site.ts";
import { axeFindings, type WatchedPage, watchedPage } from "../support/watched-page.ts";

/** A page with everything that it loads, on a first visit: 60 KB and the font of 27 KB. */
const MAX_BYTES = 87_000;
const PHONE = { width: 360, height: 740 } as const;
const DESKTOP = { width: 1280, height: 800 } as const;

interface PageCheck {
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
}

const PUBLIC: readonly PageCheck[] = [
  { path: "/" },
  { path: "/?q=Orange+County" },
  { path: "/?q=Atlantis" },
  { path: "/pricing" },
  { path: "/no-such-page" },
  { path: "/sign-up" },
  { path: "/sign-up", act: (page) => submit(page, { email: "x", password: "short" }) },
  { path: "/sign-in" },
  { path: "/sign-in?after=sign-out" },
  { path: "/sign-in", act: (page) => submit(page, { email: "nobody@example.com", password: "wrong" }) },
  { path: "/sign-in/code" },
  { path: "/forgot-password" },
  { path: "/forgot-password", act: (page) => submit(page, { email: "nobody@example.com" }) },
  { path: "/reset-password?token=x" },
  { path: "/confirm-email?token=x" },
];

/** The pages for reading: docs, explorer, methodology, errors. Their details are opened. */
const READING: readonly PageCheck[] = [
  ...Object.values(URLS).filter(
    (url) => /^\/(docs|explore|coverage|methodology|revoke-key)(\/|$)/.test(url) && !/:|\.json$/.test(url),
  ),
  "/explore/cities?q=Atlantis",
  "/explore/search?q=Irvne",
  "/explore/search?q=92612",
  "/explore/compare?place=irvine&place=fresno",
  "/explore/cities?county=orange&sort=score&order=ascending",
  "/explore/city/irvine",
  "/explore/city/industry",
  "/explore/city/colma",
  "/explore/city/downey",
  "/explore/city/arvin",
  "/explore/city/wasco",
  "/explore/place/east-los-angeles-los-angeles-county",
  "/explore/zip/90210",
  "/downloads",
  "/explore/county/los-angeles",
  "/explore/county/plumas",
  "/docs/reference/get-city",
  "/docs/reference/get-city?name=Tustin",
  "/docs/reference/explain-city",
  "/docs/reference/look-up-batch",
  "/docs/reference/get-statistics",
  "/errors/key_missing",
  "/errors/batch_too_large",
  "/errors/body_too_large",
].map((path) => ({ path, act: openDetails }));

/** The empty states, before the first key. */
const EMPTY: readonly PageCheck[] = [
  { path: "/dashboard" },
  { path: "/dashboard/keys" },
  { path: "/dashboard/usage" },
  { path: "/dashboard/try" },
];

const FILLED: readonly PageCheck[] = [
  { path: "/dashboard" },
  { path: "/dashboard/keys" },
  { path: "/dashboard/keys/new" },
  { path: "/dashboard/keys/new", act: (page) => submit(page, { name: "" }) },
  { path: "/dashboard/keys/KEY/revoke" },
  { path: "/dashboard/keys/KEY/reissue" },
  { path: "/dashboard/keys/999/revoke" },
  { path: "/dashboard/usage" },
  { path: "/dashboard/usage?days=90", act: (page) => page.click("#chart-table > summary") },
  { path: "/dashboard/plan" },
  { path: "/dashboard/try", act: (page) => submit(page, { name: "Irvine" }) },
  { path: "/dashboard/security" },
  { path: "/dashboard/security/email" },
  { path: "/dashboard/security/email", act: (page) => submit(page, { email: "new@example.com", proof: PASSWORD }) },
  { path: "/dashboard/security/email/confirm?token=x" },
  { path: "/dashboard/security/two-factor" },
  { path: "/dashboard/security/two-factor", act: (page) => submit(page, { password: PASSWORD }) },
  { path: "/dashboard/security/delete" },
  { path: "/dashboard/keys/new", act: (page) => submit(page, { name: "Shown" }) },
];

/** Those with the same name exclude each other, so the name is removed. */
async function openDetails(page: Page): Promise<void> {
  await page.evaluate("document.querySelectorAll('main details').forEach((one) => one.removeAttribute('name'))");
  await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
}

/** The labels of the boxes that a table does not fit into. */
async function clippedTables(page: Page): Promise<readonly string[]> {
  return page
    .locator(".scroll:has(> table)")
    .evaluateAll((boxes) =>
      boxes
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((box) => box.getAttribute("aria-label") ?? ""),
    );
}

async function submit(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
  await page.click("main button.primary");
  await page.waitForLoadState();
}

let keyIds: readonly number[] = [];
const [browser, site] = await Promise.all([
  launchBrowser(),
  serveSite("sqlite", { PLAN_LIMITS: '{"free":{"activeKeysPerType":50}}' }),
]);
const alice = await newAccountHolder(site, "alice@example.com");
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Opens each page and collects its problems. The page stays open for the other theme: the style sheet follows the system. */
async function faultsOf(watched: WatchedPage, checks: readonly PageCheck[]): Promise<readonly string[]> {
  const { page, foreign, browserErrors, takeBytes } = watched;
  const faults: string[] = [];
  for (const { path, act } of checks) {
    await takeBytes();
    const response = await page.goto(site.url + path.replace("KEY", String(keyIds[0])));
    const isThere = path.includes("KEY") || READING.some((check) => check.path === path);
    if (isThere && response?.status() !== 200) faults.push(`${path} is not there`);
    const bytes = await takeBytes();
    await act?.(page);
    for (const label of await clippedTables(page)) faults.push(`${path} has a table wider than its box: ${label}`);
    if (bytes > MAX_BYTES) faults.push(`${path} weighs ${bytes} bytes`);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const finding of await axeFindings(page)) faults.push(`${path} in the ${colorScheme} theme: ${finding}`);
    }
    await page.setViewportSize(PHONE);
    const sideways = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    if (sideways !== 0) faults.push(`${path} scrolls ${sideways} px sideways on a phone`);
    await page.setViewportSize(DESKTOP);
  }
  return [...faults, ...foreign.map((url) => `asks for ${url}`), ...browserErrors];
}

describe("no page has axe findings in either theme, requests to other hosts, or sideways scrolling on a phone", () => {
  async function check(checks: readonly PageCheck[], signedIn: boolean): Promise<void> {
    const options = { viewport: DESKTOP };
    const context = signedIn ? await signedInContext(browser, alice, options) : await browser.newContext(options);
    const watched = await watchedPage(context, site.url);
    expect(await faultsOf(watched, checks)).toEqual([]);
    await context.close();
  }

  test("public pages and forms", () => check(PUBLIC, false));

  test("docs, explorer and methodology", () => check(READING, false));

  test("the dashboard before any action", () => check(EMPTY, true));

  test("the dashboard with keys, usage and a notice", async () => {
    keyIds = await fillAccount(site, alice);
    await check(FILLED, true);
  });
});
