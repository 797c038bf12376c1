import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { sharedSite } from "../support/served-site.ts";

const PHONE = { width: 360, height: 740 } as const;

const [browser, site] = await Promise.all([launchBrowser(), sharedSite()]);

describe("the languages of an example", () => {
  const PAGE = "/docs/reference/get-city";
  const shown = async (page: Page) => {
    const programs = await page.locator("[data-example]:visible").all();
    return Promise.all(programs.map((program) => program.getAttribute("data-example")));
  };

  test.each([true, false])(
    "are tabs for mouse and keyboard, and a script keeps the choice (script: %s)",
    async (javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(site.url + PAGE);
      expect(await shown(page)).toEqual(["curl"]);
      await page.click("label >> text=Python");
      expect(await shown(page)).toEqual(["python"]);
      await page.locator("#program-python-tab").focus();
      await page.keyboard.press("ArrowRight");
      expect(await shown(page)).toEqual(["curl"]);
      const outline = "getComputedStyle(document.activeElement.nextElementSibling).outlineStyle";
      if (javaScriptEnabled) expect(await page.evaluate(outline)).toBe("solid");
      await page.click("label >> text=Python");
      await page.goto(`${site.url}/docs/batch`);
      expect(await shown(page)).toEqual([javaScriptEnabled ? "python" : "curl"]);
      await context.close();
    },
  );

  test("every tab is 44 px high on a phone, and its program fits the page", async () => {
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

test("a lookup can be typed, sent, and answered on the page with only the keyboard", async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/docs/reference/get-city`);
  await page.fill("#city", "Santa Cruz");
  await page.press("#city", "Enter");
  await page.waitForURL("**city=Santa+Cruz*");
  expect(await page.textContent("main")).toContain('"county": "Santa Cruz County"');
  expect(await page.inputValue("#city")).toBe("Santa Cruz");
});
