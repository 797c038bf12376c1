import { expect, test } from "bun:test";
import { launchBrowser } from "../support/browser.ts";
import { decoded } from "../support/docs-reader.ts";
import { sharedSite } from "../support/served-site.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";
import { until } from "../support/until.ts";

const [browser, site] = await Promise.all([launchBrowser(), sharedSite()]);

/** Every chart of these pages, with the code to embed it as a visitor copies it. */
const PAGES = [
  "/explore/chart?place=oakland&place=hayward&measure=violent",
  "/explore/city/oakland",
  "/explore/county/alameda",
];
const snippets = (
  await Promise.all(
    PAGES.map(async (path) => {
      const html = await (await fetch(site.url + path)).text();
      return [...html.matchAll(/<code id="[a-z]+-embed">(.*?)<\/code>/gs)].map(([, code = ""]) =>
        decoded(code.replaceAll(/<[^>]+>/g, "")).replaceAll(/http:\/\/localhost:\d+/g, site.url),
      );
    }),
  )
).flat();

/** Another site with all of them, which is on another origin. */
const host = Bun.serve({
  port: 0,
  fetch: () =>
    new Response(`<!doctype html><body>${snippets.join("\n")}`, { headers: { "Content-Type": "text/html" } }),
});
stopAtEnd(() => host.stop(true));

const INSIDE = `[document.documentElement.offsetHeight, innerHeight, document.querySelector("figure").getBoundingClientRect().bottom]`;

const WIDTHS = [390, 800, 1280];

test("a frame of another site is as high as its chart, at any width and after another", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(host.url.href);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(snippets).toHaveLength(9);
    for (const frame of await page.locator("iframe").all()) {
      await frame.scrollIntoViewIfNeeded();
      const content = await (await frame.elementHandle())?.contentFrame();
      const measured = async () => (await content?.evaluate<[number, number, number]>(INSIDE)) ?? [0, 1, 0];
      await until("the frame has the height of its chart", async () => {
        const [own, given] = await measured();
        return Math.abs(own - given) < 1;
      });
      const [, height, bottom] = await measured();
      expect(height - bottom).toBeGreaterThanOrEqual(0);
      expect(height - bottom).toBeLessThan(60);
    }
  }
});

test("without scripts it has room for the chart and its source, at any width", async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(host.url.href);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const frame of await page.locator("iframe").all()) {
      await frame.scrollIntoViewIfNeeded();
      const figure = frame.contentFrame().locator("figure");
      const [box, outer] = [await figure.boundingBox(), await frame.boundingBox()];
      const rest = (outer?.y ?? 0) + (outer?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
      expect([await frame.getAttribute("src"), width, rest >= 0]).toEqual([
        await frame.getAttribute("src"),
        width,
        true,
      ]);
    }
  }
});
