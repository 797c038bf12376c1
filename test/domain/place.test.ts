import { expect, test } from "bun:test";
import { locateAnswer } from "../../src/domain/place.ts";
import { PLACE_SORTS } from "../../src/domain/place-query.ts";

test("places can be sorted by six figures, in both orders", () => {
  const keys = ["name", "score", "population", "rate", "violent", "property"];
  expect<readonly string[]>(PLACE_SORTS).toEqual(keys.flatMap((key) => [key, `-${key}`]));
});

test("a location has data if it was found, and null if it was not", () => {
  const data = {
    matched: { kind: "zip", name: "92618" },
    answer: null,
    city: null,
    county: null,
    candidates: [{ city: null, county: "Orange County", share: 1, basis: "area" }],
  };
  const accepts = (value: unknown) => locateAnswer.safeParse(value).success;
  expect(accepts({ found: true, data })).toBe(true);
  expect(accepts({ found: false, data: null, suggestions: [], hint: null })).toBe(true);
  for (const wrong of [
    {},
    { found: true, data: null },
    { found: false, data },
    { found: true, data, unknown: 1 },
    { found: false, data: null },
    { found: false, data: null, suggestions: [], hint: null, unknown: 1 },
    { found: true, data: { ...data, unknown: 1 } },
    { found: true, data: { ...data, matched: { ...data.matched, unknown: 1 } } },
    { found: true, data: { ...data, candidates: [{ ...data.candidates[0], share: 1.1 }] } },
    { found: true, data: { ...data, answer: "place" } },
  ]) {
    expect([wrong, accepts(wrong)]).toEqual([wrong, false]);
  }
});
