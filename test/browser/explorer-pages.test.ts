import { test } from "bun:test";
import { launchBrowser } from "../support/browser.ts";
import { checkPages, DESKTOP } from "../support/page-checks.ts";
import { serveSite } from "../support/served-site.ts";
import { EXPLORER_PATHS } from "../support/site-paths.ts";

const [browser, site] = await Promise.all([launchBrowser(), serveSite("sqlite")]);

test("pages of the explorer are without faults at any width and in both themes", async () =>
  checkPages(
    await browser.newContext({ viewport: DESKTOP }),
    site.url,
    EXPLORER_PATHS.map((path) => ({ path })),
  ));
