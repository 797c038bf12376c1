import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ownText } from "../../src/base/text.ts";
import { CALIFORNIA_CITY_NAMES, CITY_ALIASES } from "../../src/gazetteer/california/alias.ts";
import { placesOf, sampleCity, sampleCounty, sampleDataset } from "../support/sample-dataset.ts";
import { releasedPlaces } from "../support/server.ts";

const { aliasesOf, canonical: canonicalOf } = CALIFORNIA_CITY_NAMES;
const sample = sampleDataset(
  [sampleCity("Carmel-by-the-Sea", ["Carmel"]), sampleCity("St. Helena")],
  [sampleCounty("Orange County")],
);
const places = placesOf(sample);

test("unknown names are not found, including names of JavaScript's own properties", () => {
  for (const name of ["", "Atlantis", "__proto__", "constructor", "valueOf", "\ud800"]) {
    expect([places.city(ownText(name)), places.county(ownText(name))]).toEqual([undefined, undefined]);
    expect([places.absentCity(ownText(name)), places.absentCounty(ownText(name))]).toEqual([undefined, undefined]);
  }
  expect(places.notFound.body).toBe('{"found":false,"data":null}');
});

test("every published name and alias, and counties with and without County, have the answer with their record", () => {
  const { records } = releasedPlaces;
  for (const { record, aliases } of records.cities) {
    for (const name of [record.city, ...aliases]) {
      const known = releasedPlaces.city(ownText(name));
      expect(known?.entry.record).toBe(record);
      expect(JSON.parse(known?.answer.body ?? "")).toEqual({ found: true, data: record });
    }
  }
  for (const { record } of records.counties) {
    for (const name of [record.county, record.county.replace(" County", "")]) {
      expect(JSON.parse(releasedPlaces.county(ownText(name))?.answer.body ?? "")).toEqual({
        found: true,
        data: record,
      });
    }
  }
});

test("an entity tag depends on the dataset and the answer: no two resources share one, and another dataset has others", () => {
  const tags = releasedPlaces.records.cities.map(
    ({ record }) => releasedPlaces.city(ownText(record.city))?.answer.etag,
  );
  expect(new Set(tags).size).toBe(tags.length);
  expect(places.notFound.etag).not.toBe(releasedPlaces.notFound.etag);
  expect(placesOf(sample).notFound.etag).toBe(places.notFound.etag);
});

test("a snapshot in which two places have the same name is refused with that name", () => {
  const twice = sampleDataset([sampleCity("St. Helena"), sampleCity("Saint Helena")]);
  expect(() => placesOf(twice)).toThrow('two places have the name "st helena"');
  const aliased = sampleDataset([sampleCity("Carmel"), sampleCity("Carmel-by-the-Sea", ["Carmel"])]);
  expect(() => placesOf(aliased)).toThrow('"Carmel"');
});

test("a batch answer equals plain JSON, byte for byte, whatever the names", () => {
  const anyName = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("Carmel", "Carmel-by-the-Sea", "carmel by the sea", "st helena", "St. Helena", "", "__proto__"),
  );
  fc.assert(
    fc.property(fc.array(anyName), (names) => {
      expect(places.batch(names).toString()).toBe(JSON.stringify({ results: names.map(itemOf) }));
    }),
  );
});

/** An item of contract 2.3. */
function itemOf(city: string) {
  const record = places.city(ownText(city))?.entry.record;
  if (record === undefined) return { city, found: false, data: null };
  const { safety_score, grade, grade_label, crime_rate_per_1k } = record;
  return { city, found: true, data: { safety_score, grade, grade_label, crime_rate_per_1k } };
}

describe.each(Object.entries(CITY_ALIASES))("the aliases of %s", (canonical, aliases) => {
  test("lead to the name that the service shows, in any spelling", () => {
    for (const alias of aliases) {
      expect(canonicalOf(alias)).toBe(canonical);
      expect(canonicalOf(` ${alias.toUpperCase()}, CA`)).toBe(canonical);
    }
  });

  test("are listed with it", () => expect(aliasesOf(canonical)).toEqual(aliases));
});

test("every other name stays unchanged and has no alias", () => {
  expect(canonicalOf("  Irvine ")).toBe("  Irvine ");
  expect(aliasesOf("Irvine")).toEqual([]);
  expect(aliasesOf("constructor")).toEqual([]);
});
