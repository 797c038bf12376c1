import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { z } from "zod";
import { launchBrowser, UNDRAWN } from "../support/browser.ts";
import { sharedSite } from "../support/served-site.ts";

const [browser, site] = await Promise.all([launchBrowser(UNDRAWN), sharedSite()]);
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });

const focus = z.object({ href: z.string().nullable(), isSeen: z.boolean(), within: z.string().nullable() });

/** The href of the focused link, whether it can be seen, and the selector of the first of some parts that it is in. */
async function focused(on: Page, ...parts: readonly string[]) {
  return focus.parse(
    await on.evaluate(`(() => {
      const one = document.activeElement;
      const box = one.getBoundingClientRect();
      return {
        href: one.getAttribute("href"),
        isSeen: box.width > 1 && box.top >= 0 && box.bottom <= innerHeight,
        within: ${JSON.stringify(parts)}.find((selector) => one.closest(selector)) ?? null,
      };
    })()`),
  );
}

test.each([
  "/",
  "/search?q=springfield",
  "/explore",
  "/explore/city/oakland",
  "/explore/county/alameda",
  "/us",
  "/us/tx",
  "/us/tx/austin",
  "/us/il/chicago",
  "/us/va/area/fairfax-county",
  "/us/browse",
  "/us/near?q=Denver%2C+CO",
  "/us/compare?place=tx/austin&place=co/denver",
  "/docs",
  "/docs/reference/get-city",
  "/status",
  "/sign-up",
])("on %s, Tab and Enter pass the header", async (path) => {
  await page.goto(site.url + path);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toMatchObject({ href: "#content", isSeen: true });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect((await focused(page, "header", "main", "footer")).within).toBe("main");
});

test.each([
  ["/us", "#after-map"],
  ["/explore", "#places"],
])("on %s, Enter on the link before the map passes its areas, to %s", async (path, after) => {
  await page.goto(`${site.url}${path}#content`);
  const areas = await page.locator("main svg.map a").count();
  expect(areas).toBeGreaterThan(40);
  const hrefs: (string | null)[] = [];
  while (hrefs.at(-1) !== after) {
    await page.keyboard.press("Tab");
    hrefs.push((await focused(page)).href);
    expect(hrefs.length).toBeLessThan(areas);
  }
  expect(await focused(page, "svg")).toMatchObject({ isSeen: true, within: null });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const { within } = await focused(page, "svg.map", `${after}, ${after} ~ *`);
  expect(within).toBe(`${after}, ${after} ~ *`);
});

test("on /us, Enter on the link before the states passes their list", async () => {
  await page.goto(`${site.url}/us#states`);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toMatchObject({ href: "#other-half", isSeen: true });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect((await focused(page, "#other-half")).within).toBe("#other-half");
});
