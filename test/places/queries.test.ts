import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { createPlaces } from "../../src/places/places.ts";
import { currentDataset, currentGeography } from "../support/current-geography.ts";

/**
 * What people type into `locate`, with the answer that a Californian expects: `answer` is the city or county whose
 * record applies, or the places that must be listed if there are several. Without one, nothing may be found; then
 * `hint` is in the hint, `suggested` is the first suggestion, and `never` is none of them. Written before the code.
 */
const QUERIES = z
  .array(
    z.object({ query: z.string(), answer: z.string(), hint: z.string(), suggested: z.string(), never: z.string() }),
  )
  .parse(parse(readFileSync(join(import.meta.dir, "queries.csv")), { columns: true }));

function answerTo(name: string) {
  const located = currentGeography.locate({ name });
  if (!located.found) return { ...located, names: located.suggestions.map((place) => place.name) };
  const { city, county, answer, candidates } = located.data;
  const record = answer === "city" ? city?.city : answer === "county" ? county?.county : undefined;
  return { found: true, record, listed: candidates.map((one) => one.city ?? one.county) } as const;
}

test("there are at least 150 queries, each once", () => {
  expect(QUERIES.length).toBeGreaterThanOrEqual(150);
  expect(new Set(QUERIES.map(({ query }) => query)).size).toBe(QUERIES.length);
});

test.each(QUERIES)("$query", ({ query, answer, hint, suggested, never }) => {
  const got = answerTo(query);
  if (answer === "") {
    if (got.found) throw new Error(`found: ${got.record}`);
    expect(got.hint?.toLowerCase() ?? "").toContain(hint.toLowerCase());
    if (suggested !== "") expect(got.names[0]).toBe(suggested);
    expect(got.names).not.toContain(never);
  } else if (answer.startsWith("several: ")) {
    expect(got).toMatchObject({ found: true, listed: expect.arrayContaining(answer.slice(9).split("; ")) });
  } else {
    expect(got).toMatchObject({ found: true, record: answer });
  }
});

test("the contract's lookups find nothing where nothing may be found, except that they ignore a ZIP code", () => {
  const places = createPlaces(currentDataset);
  const names = QUERIES.filter(({ answer, query }) => answer === "" && query !== "Brentwood, CA 90049");
  for (const { query } of names) {
    expect([query, places.city(query), places.county(query)]).toEqual([query, undefined, undefined]);
  }
});
