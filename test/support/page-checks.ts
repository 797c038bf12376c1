import { expect } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { phoneFaults } from "./phone-faults.ts";
import { axeFindings, watchedPage } from "./watched-page.ts";

/** A page with everything that it loads, on a first visit: 60 KB and the font of 27 KB. */
const MAX_BYTES = 87_000;
/** On a phone, before anything is unfolded. */
const MAX_HEIGHT = 12_000;
export const DESKTOP = { width: 1280, height: 800 } as const;

export interface PageCheck {
  readonly path: string;
  /** The form fields that are filled in and sent before the check. */
  readonly fields?: Readonly<Record<string, string>>;
}

const MISSING = /no-such-page|token=x|\/999/;

/** Those with the same name exclude each other, so the name is removed. */
const OPEN_DETAILS = `document.querySelectorAll("main details").forEach((one) => {
  one.removeAttribute("name");
  one.open = true;
})`;

/** Tables that do not fit into their box, or with a row that has not as many cells as the first. */
const TABLE_FAULTS = `[...document.querySelectorAll("table")].flatMap((table) => {
  const [first, ...rows] = [...table.rows].map(({ cells }) => [...cells].reduce((sum, { colSpan }) => sum + colSpan, 0));
  const box = table.closest(".scroll");
  const faults = [
    ...(box && box.scrollWidth > box.clientWidth + 1 ? ["wider than its box"] : []),
    ...(rows.some((cells) => cells !== first) ? ["with rows of different lengths"] : []),
  ];
  return faults.map((fault) => "has a table " + fault + ": " + table.textContent.slice(0, 60));
})`;

/** The rows after the 30th have the markup of those before, and axe-core takes its time for each. */
const SHORTEN_TABLES = "document.querySelectorAll('tbody tr:nth-child(n + 31)').forEach((row) => row.remove())";

const SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

async function submit(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
  await page.click("main button.primary");
  await page.waitForLoadState();
}

async function faultsOf(page: Page, url: string, { path, fields }: PageCheck, takeBytes: () => Promise<number>) {
  await takeBytes();
  const response = await page.goto(url + path);
  const bytes = await takeBytes();
  const faults = bytes > MAX_BYTES ? [`weighs ${bytes} bytes`] : [];
  if (response?.status() !== 200 && !MISSING.test(path)) faults.push(`is answered ${response?.status()}`);
  if (new URL(page.url()).pathname !== new URL(path, url).pathname) faults.push(`leads to ${page.url()}`);
  if (fields) await submit(page, fields);
  await page.setViewportSize({ width: 390, height: 800 });
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  if (height > MAX_HEIGHT) faults.push(`is ${height} px high at 390 px`);
  await page.setViewportSize(DESKTOP);
  await page.evaluate(OPEN_DETAILS);
  faults.push(...(await page.evaluate<string[]>(TABLE_FAULTS)));
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 390) faults.push(...(await phoneFaults(page)));
    const sideways = await page.evaluate(SIDEWAYS);
    if (sideways !== 0) faults.push(`scrolls ${sideways} px sideways at ${width} px`);
  }
  await page.setViewportSize(DESKTOP);
  await page.evaluate(SHORTEN_TABLES);
  // The page stays open for the other theme: the style sheet follows the system, and only the colors differ.
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const findings = await axeFindings(page, colorScheme === "dark" ? [] : ["color-contrast"]);
    faults.push(...findings.map((finding) => `in the ${colorScheme} theme: ${finding}`));
  }
  return faults.map((fault) => `${path} ${fault}`);
}

/**
 * No findings of axe-core in either theme, no requests to other hosts, at most MAX_BYTES, tables that fit. On a phone,
 * at most MAX_HEIGHT, all key figures and whole charts, text of 12 px or more, and no sideways scrolling.
 */
export async function checkPages(context: BrowserContext, url: string, checks: readonly PageCheck[]): Promise<void> {
  const { page, foreign, browserErrors, takeBytes } = await watchedPage(context, url);
  const faults: string[] = [];
  for (const one of checks) faults.push(...(await faultsOf(page, url, one, takeBytes)));
  expect([...faults, ...foreign.map((other) => `asks for ${other}`), ...browserErrors]).toEqual([]);
  await context.close();
}
