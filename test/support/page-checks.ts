import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";
import type { BrowserContext, Page } from "playwright-core";
import { z } from "zod";
import { phoneFaults } from "./phone-faults.ts";

const VALIDATOR = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
  rules: {
    // The renderer's form of elements without content: both forms are valid.
    "void-style": "off",
    // Scripts and style sheets come from the same server, at URLs that contain their hash.
    "require-sri": ["error", { target: "crossorigin" }],
    "no-inline-style": "error",
    "heading-level": "error",
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // The search of the header is sent with Enter; axe-core judges its form.
    "wcag/h32": "off",
  },
});

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

/** axe-core judges an element by these, apart from where it stands. */
const NAME =
  "const nameOf = (one) => [one.localName, ...['class', 'role', 'type'].map((name) => one.getAttribute(name))].join(' ')";

/** Marks the elements of a name that is not in `seen`, and returns these. The shapes of a picture are not judged. */
const markNew = (seen: ReadonlySet<string>) => `(() => {
  ${NAME};
  const seen = new Set(${JSON.stringify([...seen])});
  const found = [...document.querySelectorAll("body, body :not(svg *), svg a, svg text")].map((one) => {
    if (!seen.has(nameOf(one))) one.dataset.unseen = "";
    return nameOf(one);
  });
  return [...new Set(found)].filter((name) => !seen.has(name));
})()`;

/** Leaves one of the rows, items, and words of the same names: axe-core takes its time for each. */
const LEAVE_ONE_OF_EACH = `(() => {
  ${NAME};
  const kept = new Set();
  for (const one of [...document.querySelectorAll("tr, li, details, pre span")].toReversed()) {
    const names = [one, ...one.querySelectorAll("*")].map(nameOf).join();
    if (kept.has(names)) one.remove();
    kept.add(names);
  }
})()`;

const SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

const axeSource = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

const axeResult = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
  ),
});

/** A page that records its requests outside the service, and violations of the content security policy and script errors. */
async function watchedPage(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const foreign: string[] = [];
  const browserErrors: string[] = [];
  let answers: Promise<number>[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) foreign.push(request.url());
  });
  page.on("response", (response) => {
    const sizes = response.request().sizes();
    answers.push(sizes.then((sent) => sent.responseBodySize));
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) browserErrors.push(message.text());
  });
  page.on("pageerror", (error) => browserErrors.push(error.message));
  return {
    page,
    foreign,
    browserErrors,
    /** Bytes of all response bodies since the last call, as transferred. */
    async takeBytes(): Promise<number> {
      const taken = await Promise.all(answers);
      answers = [];
      return taken.reduce((sum, bytes) => sum + bytes, 0);
    },
  };
}

/** The problems that axe-core finds with the new elements and all in them. Empty if there are none. */
async function axeFindings(page: Page, options: object = {}): Promise<readonly string[]> {
  // Leaves out the rules that pass: on a long page, describing them takes longer than checking them.
  const set = JSON.stringify({ resultTypes: ["violations"], ...options });
  const run = `axe.run("[data-unseen]", ${set}).then(({ violations }) => ({ violations }))`;
  const { violations } = axeResult.parse(await page.evaluate(run));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

async function submit(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
  await Promise.all([page.waitForNavigation(), page.evaluate("document.querySelector('main button.primary').click()")]);
}

async function faultsOf(
  { page, takeBytes }: Awaited<ReturnType<typeof watchedPage>>,
  url: string,
  { path, fields }: PageCheck,
  seen: Set<string>,
): Promise<readonly string[]> {
  await takeBytes();
  const response = await page.goto(url + path);
  const bytes = await takeBytes();
  const faults = bytes > MAX_BYTES ? [`weighs ${bytes} bytes`] : [];
  if (response?.status() !== 200 && !MISSING.test(path)) faults.push(`is answered ${response?.status()}`);
  if (new URL(page.url()).pathname !== new URL(path, url).pathname) faults.push(`leads to ${page.url()}`);
  const { results } = await VALIDATOR.validateString((await response?.text()) ?? "");
  for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages))
    faults.push(`is not valid: ${ruleId} ${message} (${line}:${column})`);
  if (fields) await submit(page, fields);
  await page.setViewportSize({ width: 390, height: 800 });
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  if (height > MAX_HEIGHT) faults.push(`is ${height} px high at 390 px`);
  await page.evaluate(OPEN_DETAILS);
  faults.push(...(await phoneFaults(page)), ...(await sidewaysFaults(page, 390)));
  await page.setViewportSize({ width: 320, height: 800 });
  faults.push(...(await sidewaysFaults(page, 320)));
  await page.setViewportSize(DESKTOP);
  faults.push(...(await page.evaluate<string[]>(TABLE_FAULTS)));
  const unseen = await page.evaluate<string[]>(markNew(seen));
  if (unseen.length > 0) faults.push(...(await axeFaults(page)));
  for (const one of unseen) seen.add(one);
  return faults.map((fault) => `${path} ${fault}`);
}

async function sidewaysFaults(page: Page, width: number): Promise<readonly string[]> {
  const sideways = await page.evaluate(SIDEWAYS);
  return sideways === 0 ? [] : [`scrolls ${sideways} px sideways at ${width} px`];
}

/** Of what is new, with all in it. In the other theme only the colors differ. */
async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(LEAVE_ONE_OF_EACH);
  await page.evaluate(axeSource);
  const faults = await axeFindings(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeFindings(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...faults, ...dark.map((finding) => `in the dark theme: ${finding}`)];
}

/**
 * Valid HTML, no requests to other hosts, at most MAX_BYTES, tables that fit. On a phone, at most MAX_HEIGHT, all key
 * figures and whole charts, text of 12 px or more, and no sideways scrolling. No findings of axe-core in either theme with an
 * element of a name, class, role, or type that none before it had, and all in it; `seen` carries these from one call to
 * the next.
 */
export async function checkPages(
  context: BrowserContext,
  url: string,
  checks: readonly PageCheck[],
  seen = new Set<string>(),
): Promise<void> {
  const watched = await watchedPage(context, url);
  const faults: string[] = [];
  for (const one of checks) faults.push(...(await faultsOf(watched, url, one, seen)));
  const foreign = watched.foreign.map((other) => `asks for ${other}`);
  expect([...faults, ...foreign, ...watched.browserErrors]).toEqual([]);
  await context.close();
}
