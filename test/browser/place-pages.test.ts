import { test } from "bun:test";
import { launchBrowser } from "../support/browser.ts";
import { checkPages, DESKTOP } from "../support/page-checks.ts";
import { serveSite } from "../support/served-site.ts";
import { PLACE_PATHS } from "../support/site-paths.ts";

const [browser, site] = await Promise.all([launchBrowser(), serveSite("sqlite")]);

test("pages of places are without faults at any width and in both themes", async () =>
  checkPages(
    await browser.newContext({ viewport: DESKTOP }),
    site.url,
    PLACE_PATHS.map((path) => ({ path })),
  ));
