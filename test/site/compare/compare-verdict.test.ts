import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ownText } from "../../../src/base/text.ts";
import {
  canBeToldApart,
  type ScoredPlace,
  sharedRanges,
  verdictOf,
} from "../../../src/site/compare/compare-verdict.ts";
import { nationView } from "../../../src/site/view/nation-views.ts";
import type { PlaceView } from "../../../src/site/view/place-view.ts";
import { stateView } from "../../../src/site/view/views.ts";
import { releasedPlaces as places, releasedNation } from "../../support/server.ts";
import { contentOf, text } from "../../support/site-pages.ts";

const cities = places.records.cities.map((place) => stateView(place, places.records));
const city = (name: string): PlaceView => {
  const entry = places.city(ownText(name))?.entry;
  if (!entry) throw new Error(`${name} has no record`);
  return stateView(entry, places.records);
};

/** Two to eight places of one year: ranges of any width around their scores, often equal. */
const scoredPlaces = fc
  .array(fc.tuple(fc.nat(100), fc.nat(20), fc.nat(20)), { minLength: 2, maxLength: 8 })
  .map((scores) =>
    scores.map(
      ([score, down, up], index): ScoredPlace => ({
        name: `P${index}`,
        record: { data_year: 2025, safety_score: score },
        nextYear: { low: Math.max(0, score - down), high: Math.min(100, score + up) },
      }),
    ),
  );

/** Places of both editions with numbers for names. */
const searched = [
  ...[...cities, ...places.records.counties.map((place) => stateView(place, places.records))],
  ...releasedNation.entries.map((entry) => nationView(entry, releasedNation.nation)),
].map((place, index) => ({ ...place, name: `P${index}` }));

function namesIn(text: string): readonly string[] {
  return (text.match(/P\d+/g) ?? []).toSorted();
}

function ofOneYear(found: readonly ScoredPlace[]) {
  const years = Map.groupBy(
    found.filter(({ nextYear }) => nextYear !== null),
    ({ record }) => record.data_year,
  );
  return fc
    .constantFrom(...[...years.values()].filter((of) => of.length >= 3))
    .chain((of) => fc.uniqueArray(fc.constantFrom(...of), { minLength: 3, maxLength: 3 }));
}

describe("the verdict of a comparison", () => {
  test("names the best and the lowest, and what cannot be told apart", () => {
    expect(verdictOf([city("Woodland"), city("Dixon"), city("Davis")])).toBe(
      "Woodland or Dixon scores best of the three, Davis lowest",
    );
    expect(verdictOf([city("Newark"), city("Calimesa"), city("Avalon")])).toBe(
      "Calimesa or Avalon scores best of the three, Avalon or Newark lowest",
    );
    expect(verdictOf([city("Oakland"), city("Piedmont")])).toBe("Piedmont scores better than Oakland");
    expect(verdictOf([city("Oakland"), city("Hayward"), city("Dublin")])).toBe(
      "Dublin scores best of the three, Oakland lowest",
    );
    expect(verdictOf([city("Oakland"), city("Fremont")])).toContain("Fremont has an older year");
    const unknown = { ...city("Davis"), nextYear: null };
    expect(verdictOf([city("Oakland"), unknown])).toBe("Oakland scores 9; Davis scores 63, with no known range");
  });

  test.each([
    ["any ranges", scoredPlaces],
    ["three places of the search, of one year and with a range", ofOneYear(searched)],
  ])(
    "names an end alone only if it can be told apart from every other place, otherwise with those that it cannot: %s",
    (_, some) => {
      fc.assert(
        fc.property(some, (places) => {
          const verdict = verdictOf(places);
          const [, best] = /^(.*) scores (?:best|better) /.exec(verdict) ?? [];
          const [, lowest] =
            / than (.*)$/.exec(verdict) ?? /^(?:.* of the \w+, )?(.*?)(?: scores)? lowest/.exec(verdict) ?? [];
          const ordered = places.toSorted((a, b) => b.record.safety_score - a.record.safety_score);
          const isAlike = (one: ScoredPlace, other: ScoredPlace) => one === other || !canBeToldApart(one, other);
          for (const [named, end] of [
            [best, ordered[0]],
            [lowest, ordered.at(-1)],
          ] as const) {
            const alike = end ? places.filter((place) => isAlike(place, end)).map(({ name }) => name) : [];
            if (named === undefined) expect(alike).toHaveLength(places.length);
            else expect(namesIn(named)).toEqual(alike.toSorted());
          }
          const areAllAlike = places.every((one) => places.every((other) => isAlike(one, other)));
          expect(verdict.endsWith("cannot be told apart")).toBe(areAllAlike);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  test("shades what the ranges share of places that cannot be told apart", async () => {
    const [woodland, dixon, davis] = [city("Woodland"), city("Dixon"), city("Davis")];
    expect(sharedRanges([woodland, dixon, davis])).toEqual([{ places: [woodland, dixon], low: 72, high: 79 }]);
    expect(sharedRanges([dixon, davis])).toEqual([]);
    const pictures = (query: string) => contentOf("/explore/compare", query);
    expect(await pictures("place=woodland&place=dixon&place=davis")).toContain("shaded: both ranges, 72 to 79");
    expect(await pictures("place=dixon&place=davis")).not.toContain("shaded:");
  });

  test("never orders two places whose ranges share half of the shorter one", () => {
    for (const [index, one] of cities.entries()) {
      const other = cities[(index * 7 + 1) % cities.length];
      if (!other || other === one || one.record.data_year !== other.record.data_year) continue;
      const [a, b] = [one.nextYear, other.nextYear];
      if (a === null || b === null) throw new Error("a record of the state has no range");
      const shared = Math.min(a.high, b.high) - Math.max(a.low, b.low);
      const isChance = shared > 0 && shared >= Math.min(a.high - a.low, b.high - b.low) / 2;
      expect(canBeToldApart(one, other)).toBe(!isChance);
      expect(verdictOf([one, other]).includes("cannot be told apart")).toBe(isChance);
    }
  });

  test("has four offenses with their counts, and what the figures cannot say", async () => {
    const query = "place=woodland&place=dixon&place=davis";
    const page = await text("/explore/compare", query);
    expect(await contentOf("/explore/compare", query)).toContain('aria-label="Homicide: Woodland too few (0), Dixon');
    expect(page).toContain("189 (118)");
    expect(page).toContain("How likely a certain person, such as a child");
    expect(page).toContain("Davis: Campus police.");
    expect(page).toContain("Woodland 71 78 +7");
  });

  test("keeps a name that matches no place in its field", async () => {
    expect(await contentOf("/explore/compare", "place=irvine&add=Atlantis")).toContain('value="Atlantis"');
  });
});
