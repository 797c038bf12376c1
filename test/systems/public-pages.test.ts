import { test } from "bun:test";
import { launchBrowser, UNDRAWN } from "../support/browser.ts";
import { checkPages, DESKTOP } from "../support/page-checks.ts";
import { serveSite } from "../support/served-site.ts";
import { PUBLIC_PATHS } from "../support/site-paths.ts";

const [browser, site] = await Promise.all([launchBrowser(UNDRAWN), serveSite()]);

test("every kind of public page and its forms are valid, and without faults at any width and in both themes", async () =>
  checkPages(await browser.newContext({ viewport: DESKTOP }), site.url, [
    ...PUBLIC_PATHS.map((path) => ({ path })),
    { path: "/sign-up", fields: { email: "x", password: "short" } },
    { path: "/sign-in", fields: { email: "nobody@example.com", password: "wrong" } },
    { path: "/forgot-password", fields: { email: "nobody@example.com" } },
  ]));
