import { expect, test } from "bun:test";
import { readPage } from "../support/docs-reader.ts";
import { serveSite } from "../support/served-site.ts";

const site = await serveSite();

test("the guide from an address to a score has the year of its areas, the credit line, and every kind of answer", async () => {
  const { text, links } = await readPage(`${site.url}/docs/address`);
  for (const part of [
    "ZIP code tabulation areas of 2010",
    "City and community boundaries are from 2019",
    "GeoNames, licensed under CC BY 4.0",
    "answer is null",
    "basis is hint",
    "neighborhood",
    "unincorporated",
    "found is false",
  ]) {
    expect(text.replaceAll(/\s+/g, " ")).toContain(part);
  }
  expect(links).toContain("/docs/reference/find-places");
});

test("its example of a ZIP code without an answer has none, and its candidates are in several counties", async () => {
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
