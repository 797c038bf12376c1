import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { ownText } from "../../src/base/text.ts";
import { currentDataset, currentGeography } from "../support/current-geography.ts";
import { placesOf } from "../support/sample-dataset.ts";

/** What people type into `locate`, with the place that a Californian expects. Written before the code. */
const TYPED = z
  .array(z.object({ how: z.string(), place: z.string(), names: z.string().transform((text) => text.split("; ")) }))
  .parse(parse(readFileSync(join(import.meta.dir, "typed-names.csv")), { columns: true }));

function answerTo(name: string) {
  const answer = currentGeography.locate({ name: ownText(name) });
  if (!answer.found) return { suggested: answer.suggestions.map((place) => place.name), hint: answer.hint };
  const { city, county, candidates } = answer.data;
  return { record: city?.city ?? county?.county ?? null, listed: candidates.map((one) => one.city ?? one.county) };
}

/** What the answer has, by how a name belongs to its place. */
const EXPECTED: Readonly<Record<string, (place: string, name: string) => object>> = {
  /** Its record applies. */
  located: (record) => ({ record }),
  /** A city of that name comes first, otherwise the place with the most residents. */
  several: (places) => ({ listed: places.split("; ") }),
  /** The place that has no entry is in another one, or in one of several. */
  within: (place) => ({
    hint: expect.stringContaining(` in ${place} and has no entry`),
    suggested: place.split(/, or | or |, /),
  }),
  misspelled: (place) => ({ hint: null, suggested: expect.arrayContaining([place]) }),
  meant: (place, name) => ({ hint: expect.stringContaining(`did you mean ${place}?`), suggested: [name] }),
  region: (where) => ({ hint: expect.stringContaining(` is a region ${where}, not one place`) }),
  elsewhere: (words) => ({ hint: expect.stringContaining(words), suggested: [] }),
};

test("there are at least 350 names, each once", () => {
  const all = TYPED.flatMap(({ how, names }) => (how === "several" ? [] : names));
  expect(all.length).toBeGreaterThanOrEqual(350);
  expect(new Set(all).size).toBe(all.length);
});

test.each(TYPED.filter(({ how }) => how in EXPECTED))("$how: $place", ({ how, place, names }) => {
  for (const name of names) {
    const answer = answerTo(name);
    expect([name, answer]).toEqual([name, expect.objectContaining(EXPECTED[how]?.(place, name) ?? {})]);
    if (how === "misspelled") expect([name, answer.suggested?.[0]]).toEqual([name, place]);
  }
});

test("there is no answer for a place elsewhere, and the search finds at most a place whose name begins so, or the counties of a region", () => {
  for (const name of TYPED.flatMap(({ how, names }) => (["nothing", "region"].includes(how) ? names : []))) {
    expect([name, answerTo(name).record ?? null]).toEqual([name, null]);
    const result = currentGeography.list({ q: ownText(name), limit: 1 });
    const { kind, match = "none" } = (result.ok ? result.page.places[0] : undefined) ?? {};
    expect([name, kind === "county" || match === "none" || match === "prefix"]).toEqual([name, true]);
  }
});

test("the contract's lookups find nothing where nothing may be found, except that they ignore a ZIP code", () => {
  const places = placesOf(currentDataset);
  for (const { how, names } of TYPED) {
    if (how === "located" || how === "several") continue;
    for (const name of names.filter((one) => one !== "Brentwood, CA 90049")) {
      expect([name, places.city(ownText(name)), places.county(ownText(name))]).toEqual([name, undefined, undefined]);
    }
  }
});
