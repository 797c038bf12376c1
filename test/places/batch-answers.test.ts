import { expect, test } from "bun:test";
import fc from "fast-check";
import { createPlaces } from "../../src/places/places.ts";
import { sampleCity, sampleDataset } from "../support/sample-dataset.ts";

const places = createPlaces(
  sampleDataset([sampleCity("Carmel-by-the-Sea", ["Carmel"]), sampleCity("St. Helena", [], 33)]),
);

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
  const record = places.city(city)?.entry.record;
  if (record === undefined) return { city, found: false, data: null };
  const { safety_score, grade, grade_label, crime_rate_per_1k } = record;
  return { city, found: true, data: { safety_score, grade, grade_label, crime_rate_per_1k } };
}
