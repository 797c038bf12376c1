import { expect, test } from "bun:test";
import fc from "fast-check";
import { ownText } from "../../src/base/text.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { CALIFORNIA_CITY_NAMES } from "../../src/gazetteer/california/alias.ts";
import { CALIFORNIA_NAMES } from "../../src/gazetteer/california/names.ts";
import { createCatalog } from "../../src/lookup/state-catalog.ts";
import { createStateNames } from "../../src/lookup/state-names.ts";
import { createPlaceSearch } from "../../src/lookup/state-search.ts";
import { currentGeographyTables, currentSnapshot } from "../support/current-geography.ts";

const file = currentGeographyTables;
const catalog = createCatalog(file, currentSnapshot, CALIFORNIA_CITY_NAMES.aliasesOf);
const names = createStateNames(catalog, file.zips, CALIFORNIA_NAMES, CALIFORNIA);
const { search, places } = createPlaceSearch(catalog, names, file.zips, currentSnapshot);

/** Maximum number of words and names that a search compares, so that it takes at most 2 ms of the event loop. */
const MAX_WORK = 2_500;

/** The most expensive queries found. */
const HARDEST = [
  ["many words that resemble the beginnings of many others", "s anta anta asta anta my atandis lardkin hartley"],
  ["two long words that resemble the beginnings of many others", "astandie astandis"],
  ["long words with two errors each", "losangele losangelez losangels angelesl angelezes"],
  ["a word that most places have around them", "county"],
  ["words that most places have", "county county county co ca"],
  ["a letter that many names begin with", "c"],
  ["an abbreviation that many names begin with", "s san"],
  ["100 characters of one word", "santa".repeat(20)],
  ["100 characters of short words", "sa ".repeat(33)],
] as const;

test.each(HARDEST)("%s stays within the bound: %s", (_, query) => {
  expect(search(ownText(query)).work).toBeLessThanOrEqual(MAX_WORK);
});

const words = [...new Set(places.flatMap(({ name, county }) => `${name} ${county}`.toLowerCase().split(/\P{L}+/u)))];

/** A word of a place with some typing errors, or the beginning of one. */
const mistyped = fc
  .tuple(
    fc.constantFrom(...words.filter((word) => word !== "")),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("", ..."aeinst")), { maxLength: 3 }),
    fc.integer({ min: 1, max: 24 }),
  )
  .map(([word, errors, length]) => {
    const typed = errors.reduce((text, [at, letter]) => {
      const position = 1 + (at % text.length);
      return text.slice(0, position) + letter + text.slice(position + (at % 2));
    }, word);
    return typed.slice(0, length);
  });
const query = fc
  .tuple(fc.constantFrom("", "s ", "so ", "e ", "n "), fc.array(mistyped, { minLength: 1, maxLength: 12 }))
  .map(([first, typed]) => `${first}${typed.join(" ")}`.slice(0, 100));

test("every search stays within the bound", () => {
  fc.assert(
    fc.property(fc.oneof(query, fc.string({ unit: "grapheme", maxLength: 100 })), (q) => {
      expect(search(ownText(q)).work).toBeLessThanOrEqual(MAX_WORK);
    }),
    { numRuns: 5_000 },
  );
});

test("words may have two wrong letters together", () => {
  const found = (q: string) => [...search(ownText(q)).matches.keys()].map((number) => places[number]?.name);
  expect(found("rancho cucmonqa san bernardino")).toEqual([]);
  expect(found("ranho cucmonga san bernardino")).toContain("Rancho Cucamonga");
  expect(found("ranho cucmonga san bernardinno")).toEqual([]);
});

test("every place that a table of names refers to is in the dataset", () => {
  expect([...names.unknown]).toEqual([]);
});
