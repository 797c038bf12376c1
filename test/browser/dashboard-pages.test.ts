import { expect, test } from "bun:test";
import { launchBrowser, signedInContext, UNDRAWN } from "../support/browser.ts";
import { fillAccount } from "../support/filled-account.ts";
import { PASSWORD } from "../support/form-client.ts";
import { newAccountHolder } from "../support/new-account-holder.ts";
import { checkPages, DESKTOP, type PageCheck } from "../support/page-checks.ts";
import { serveSite } from "../support/served-site.ts";
import { DASHBOARD_PATHS } from "../support/site-paths.ts";

const FILLED: readonly PageCheck[] = [
  ...DASHBOARD_PATHS.map((path) => ({ path })),
  { path: "/dashboard/keys/new", fields: { name: "" } },
  { path: "/dashboard/security/email", fields: { email: "new@example.com", proof: PASSWORD } },
  { path: "/dashboard/security/two-factor", fields: { password: PASSWORD } },
  { path: "/dashboard/keys/new", fields: { name: "Shown" } },
];

const [browser, site] = await Promise.all([
  launchBrowser(UNDRAWN),
  serveSite("sqlite", { PLAN_LIMITS: '{"free":{"activeKeysPerType":50}}' }),
]);
const seen = new Set<string>();
const alice = await newAccountHolder(site, "alice@example.com");

test("the dashboard before any action", async () =>
  checkPages(
    await signedInContext(browser, alice, { viewport: DESKTOP }),
    site.url,
    DASHBOARD_PATHS.map((path) => ({ path: path.replace("KEY", "999") })),
    seen,
  ));

test("the dashboard with keys, usage and a notice", async () => {
  const [keyId] = await fillAccount(site, alice);
  await checkPages(
    await signedInContext(browser, alice, { viewport: DESKTOP }),
    site.url,
    FILLED.map(({ path, ...rest }) => ({ path: path.replace("KEY", String(keyId)), ...rest })),
    seen,
  );
});

test("the bar keeps its one line with a long address, which its title has in full", async () => {
  const email = `${"a".repeat(60)}@${"b".repeat(60)}.example.com`;
  const context = await signedInContext(browser, await newAccountHolder(site, email), { viewport: DESKTOP });
  const page = await context.newPage();
  const heightAt = async (width: number) => {
    await page.setViewportSize({ width, height: DESKTOP.height });
    return (await page.locator(".bar").boundingBox())?.height;
  };
  await page.goto(`${site.url}/dashboard`);
  const wide = await heightAt(2_000);
  for (const width of [1_440, 1_280, 1_200, 1_199, 1_020])
    expect([width, await heightAt(width)]).toEqual([width, wide]);
  expect(await page.getByTitle(email).isVisible()).toBe(true);
  await context.close();
});
