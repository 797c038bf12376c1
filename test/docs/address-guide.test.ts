import { expect, test } from "bun:test";
import { readPage } from "../support/docs-reader.ts";
import { sharedSite } from "../support/served-site.ts";

const site = await sharedSite();

test("the example of a ZIP code without an answer in the guide to addresses has none, and its candidates are in several counties", async () => {
  const { text } = await readPage(`${site.url}/docs/address`);
  const shown = /\{\s+"found": true[\s\S]*?\n\}/.exec(text)?.[0] ?? "";
  const { data }: { data: { answer: string | null; candidates: { county: string; share: number }[] } } =
    JSON.parse(shown);
  expect(data.answer).toBeNull();
  expect(new Set(data.candidates.map(({ county }) => county)).size).toBeGreaterThan(1);
  for (const { share } of data.candidates) expect(share).toBeLessThan(0.9);
});

test("the quick start and every explanation of a missing place link to the guide", async () => {
  for (const path of ["/docs/quick-start", "/docs/names", "/docs/errors", "/docs/batch", "/docs"]) {
    expect([path, (await readPage(site.url + path)).html.match(/<main[\s\S]*<\/main>/)?.[0]]).toEqual([
      path,
      expect.stringContaining('href="/docs/address"'),
    ]);
  }
});
