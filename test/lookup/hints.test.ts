import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ownText } from "../../src/base/text.ts";
import { locateAnswer } from "../../src/domain/place.ts";
import type { LocateQuery } from "../../src/domain/place-query.ts";
import { currentGeography } from "../support/current-geography.ts";

function notFound(query: LocateQuery) {
  const answer = currentGeography.locate(query);
  if (answer.found) throw new Error(`found: ${JSON.stringify(query)}`);
  return { names: answer.suggestions.map(({ name }) => name), hint: answer.hint };
}

describe("where nothing is found, a hint says what is recognizably wrong", () => {
  test.each([
    ["a positive longitude", { latitude: 34.05, longitude: 118.24 }, /negative: with lon=-118.24/],
    ["a point in another state", { latitude: 39.5, longitude: -119.8 }, /not in California/],
    ["a point at sea", { latitude: 33, longitude: -125 }, /not in California/],
    ["a ZIP code of another state", { zip: "10001" }, /not a ZIP code of California/],
    ["a ZIP code of another state as a name", { name: ownText("10001") }, null],
    ["a ZIP code that does not exist", { zip: "90000" }, null],
    ["a city in another state with a ZIP code", { name: ownText("Reno, NV 89501") }, /Only places in California/],
    ["a state", { name: ownText("Oregon") }, /outside California/],
    ["a name that nothing resembles", { name: ownText("Xqzw") }, null],
  ] as const)("%s", (_, query, hint) => {
    const found = notFound(query);
    expect(found.names).toEqual([]);
    if (hint === null) expect(found.hint).toBeNull();
    else expect(found.hint).toMatch(hint);
  });

  test("a name with an unknown region has the region named", () => {
    expect(notFound({ name: ownText("Irvine, Nowhere, CA") })).toEqual({
      names: ["Irvine"],
      hint: "No city, county, or state is called Nowhere. Send the name alone.",
    });
    expect(notFound({ name: ownText("Xqzw, Nowhere") })).toEqual({ names: [], hint: null });
  });

  test.each([
    ["a street address", "123 Main St, Irvine, CA 92618", "Irvine", /street address/],
    ["a street address with an apartment", "1 N Oak Avenue, Apt 4, Davis, CA", "Davis", /street address/],
    ["a street address without commas", "500 W Temple St Los Angeles CA 90012", "Los Angeles", /street address/],
    ["a post-office box", "PO Box 12, Fresno", "Fresno", /street address/],
    ["an abbreviation of several", "SB", "Santa Barbara", null],
  ] as const)("%s", (_, name, first, hint) => {
    const found = notFound({ name: ownText(name) });
    expect(found.names[0]).toBe(first);
    if (hint === null) expect(found.hint).toBeNull();
    else expect(found.hint).toMatch(hint);
  });
});

test("a ZIP code is accepted as a name, with or without +4", () => {
  for (const name of ["90210", " 90210-1234 "])
    expect(currentGeography.locate({ name: ownText(name) })).toEqual(currentGeography.locate({ zip: "90210" }));
});

test("any name has at most five suggestions, and an answer of the same shape", () => {
  const name = fc.oneof(fc.string({ unit: "binary", maxLength: 100 }), fc.constantFrom(",,,,", "1 a,b,c,d,e,f", "st"));
  fc.assert(
    fc.property(name, (text) => {
      const answer = currentGeography.locate({ name: ownText(text) });
      expect(() => locateAnswer.parse(answer)).not.toThrow();
      expect(answer.found || answer.suggestions.length <= 5).toBe(true);
    }),
  );
});
