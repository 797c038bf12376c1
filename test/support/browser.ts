import { type Browser, chromium } from "playwright-core";

/** The names that systems give it. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"] as const;

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

/** Starts the system's Chromium, headless. @throws if there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = NAMES.map((name) => Bun.which(name)).find((path) => path !== null);
  if (!executablePath) throw new Error(`no Chromium found; install one that is called ${NAMES.join(", ")}`);
  return chromium.launch({ executablePath, args: [...FLAGS] });
}
