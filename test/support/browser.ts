import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import type { FormClient } from "./form-client.ts";
import { stopAtEnd } from "./stop-at-end.ts";

/** The names that systems give it. The headless shell has no interface of its own, so a page costs a third of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
] as const;

/** Disables background network requests. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const;

/** Lays pages out and draws none, for two thirds of the CPU time. Playwright's clicks wait for a drawing. */
export const UNDRAWN = "--disable-threaded-compositing";

/** Starts the system's Chromium, headless, until the end of the test or file. @throws if there is none. */
export async function launchBrowser(...flags: readonly string[]): Promise<Browser> {
  const executablePath = NAMES.map((name) => Bun.which(name)).find((path) => path !== null);
  if (!executablePath) throw new Error(`no Chromium found; install one that is called ${NAMES.join(", ")}`);
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
  stopAtEnd(() => browser.close());
  return browser;
}

/** A new context of the browser with the session of a client. */
export async function signedInContext(
  browser: Browser,
  { url, cookieHeader }: FormClient,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const pairs = cookieHeader.split("; ").map((pair) => pair.split("="));
  await context.addCookies(pairs.map(([name = "", ...value]) => ({ name, value: value.join("="), url })));
  return context;
}
