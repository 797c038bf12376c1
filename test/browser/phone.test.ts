import { afterAll, expect, test } from "bun:test";
import { URLS } from "../../src/site/urls.ts";
import { launchBrowser, signedInContext } from "../support/browser.ts";
import { fillAccount } from "../support/filled-account.ts";
import { PASSWORD } from "../support/form-client.ts";
import { newAccountHolder } from "../support/new-account-holder.ts";
import { phoneFaults } from "../support/phone-faults.ts";
import { serveSite } from "../support/served-site.ts";

const PHONE = { width: 390, height: 800 } as const;

/** Every public page without a parameter in its URL, and one of each kind with a parameter. */
const PAGES = [
  ...Object.values(URLS).filter(
    (url) =>
      /^\/($|pricing|docs|downloads|explore|coverage|methodology|revoke-key|sign-|forgot)/.test(url) &&
      !/[:.]|sign-out|\/with/.test(url),
  ),
  "/?q=Orange+County",
  "/?q=Atlantis",
  "/no-such-page",
  "/explore/cities?q=Atlantis",
  "/explore/cities?sort=score&county=orange&size=50000",
  "/explore/city/irvine",
  "/explore/city/colma",
  "/explore/city/vernon",
  "/explore/city/la-canada-flintridge",
  "/explore/city/downey",
  "/explore/city/arvin",
  "/explore/county/los-angeles",
  "/explore/county/alpine",
  "/explore/place/east-los-angeles-los-angeles-county",
  "/explore/place/hollywood-los-angeles",
  "/explore/zip/90210",
  "/explore/compare?place=irvine&place=fresno&place=downey",
  "/explore/search?q=Irvne",
  "/docs/reference/get-city",
  "/reset-password?token=x",
  "/confirm-email?token=x",
  "/errors/key_missing",
];

interface DashboardCheck {
  readonly path: string;
  /** The form fields that are filled in and sent before the check. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Every page of the dashboard; KEY is the id of a key. */
const DASHBOARD: readonly DashboardCheck[] = [
  ...Object.values(URLS)
    .filter(
      (url) =>
        /^\/dashboard/.test(url) && !/[:.]|dismiss|withdraw|end-others|off$|start$|password|codes|cancel/.test(url),
    )
    .map((path) => ({ path })),
  { path: "/dashboard/usage?days=90" },
  { path: "/dashboard/keys/KEY/revoke" },
  { path: "/dashboard/keys/KEY/reissue" },
  { path: "/dashboard/keys/999/revoke" },
  { path: "/dashboard/security/email/confirm?token=x" },
  { path: "/dashboard/security/email", fields: { email: "new@example.com", proof: PASSWORD } },
  { path: "/dashboard/try", fields: { name: "Irvine" } },
  { path: "/dashboard/keys/new", fields: { name: "" } },
  { path: "/dashboard/keys/new", fields: { name: "Shown" } },
  { path: "/dashboard/security/two-factor", fields: { password: PASSWORD } },
];

const [browser, site] = await Promise.all([launchBrowser(), serveSite("sqlite")]);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test("at 390 px every public page shows its key figures and whole charts, in text of 12 px or more, and never scrolls sideways", async () => {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const faults: (readonly [string, string])[] = [];
  for (const path of PAGES) {
    await page.goto(site.url + path);
    for (const fault of await phoneFaults(page)) faults.push([path, fault]);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test("at 390 px the same applies to every page of the dashboard, before the first key and with 90 days of usage", async () => {
  const alice = await newAccountHolder(site, "alice@example.com");
  const context = await signedInContext(browser, alice, { viewport: PHONE });
  const page = await context.newPage();
  const faults: (readonly [string, string])[] = [];
  const look = async (path: string, fields: DashboardCheck["fields"]) => {
    await page.goto(site.url + path);
    expect(new URL(page.url()).pathname).toBe(new URL(path, site.url).pathname);
    if (fields) {
      for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
      await page.click("main button.primary");
      await page.waitForLoadState();
    }
    for (const fault of await phoneFaults(page)) faults.push([path, fault]);
  };
  for (const { path } of DASHBOARD.filter(({ fields }) => !fields)) await look(path.replace("KEY", "999"), undefined);
  const [keyId = 0] = await fillAccount(site, alice);
  for (const { path, fields } of DASHBOARD) await look(path.replace("KEY", String(keyId)), fields);
  expect(faults).toEqual([]);
  await context.close();
});

test("at 390 px the usage chart shows its last day and its highest bar, at the width of the page", async () => {
  const bob = await newAccountHolder(site, "bob@example.com");
  await fillAccount(site, bob);
  const context = await signedInContext(browser, bob, { viewport: PHONE });
  const page = await context.newPage();
  for (const days of [30, 90]) {
    await page.goto(`${site.url}/dashboard/usage?days=${days}`);
    const bars = page.locator("svg.chart.narrow rect");
    expect(await page.locator("svg.chart.wide").isVisible()).toBe(false);
    expect(await bars.count()).toBe(3 * days);
    const labels = await page.locator('svg.chart.narrow text[y="212"]').all();
    const boxes = await Promise.all(labels.map((label) => label.boundingBox()));
    const sorted = boxes.flatMap((box) => box ?? []).toSorted((a, b) => a.x - b.x);
    expect(sorted.length).toBeGreaterThan(1);
    for (const [index, box] of sorted.entries()) {
      const previous = sorted[index - 1];
      if (previous) expect(box.x).toBeGreaterThan(previous.x + previous.width);
    }
    for (const bar of await bars.all()) {
      const { x = -1, width = PHONE.width } = (await bar.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    }
  }
  await context.close();
});
