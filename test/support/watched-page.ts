import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { z } from "zod";

const axeSource = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

const axeResult = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
  ),
});

/** A page that records its requests and the browser's errors. */
export interface WatchedPage {
  readonly page: Page;
  /** URLs outside the service. */
  readonly foreign: string[];
  /** Violations of the content security policy, and script errors. */
  readonly browserErrors: string[];
  /** Bytes of all response bodies since the last call, as transferred. */
  takeBytes(): Promise<number>;
}

export async function watchedPage(context: BrowserContext, url: string): Promise<WatchedPage> {
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
    async takeBytes() {
      const taken = await Promise.all(answers);
      answers = [];
      return taken.reduce((sum, bytes) => sum + bytes, 0);
    },
  };
}

/** The problems that axe-core finds on the page, or in the selected elements alone. Empty if there are none. */
export async function axeFindings(page: Page, options: object, within?: string): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  // Leaves out the rules that pass: on a long page, describing them takes longer than checking them.
  const set = JSON.stringify({ resultTypes: ["violations"], ...options });
  const run = `axe.run(${within ? JSON.stringify(within) : "document"}, ${set}).then(({ violations }) => ({ violations }))`;
  const { violations } = axeResult.parse(await page.evaluate(run));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
