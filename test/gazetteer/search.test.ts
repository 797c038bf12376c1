import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tables from "../../data/names/california.json" with { type: "json" };
import { ownText } from "../../src/base/text.ts";
import { MATCHES } from "../../src/domain/place-query.ts";
import { QUERIES } from "../places/queries.ts";
import { currentDataset, currentGeography, currentSnapshot } from "../support/current-geography.ts";
import { placesOf } from "../support/sample-dataset.ts";

function search(q: string) {
  const result = currentGeography.list({ q: ownText(q), limit: 20 });
  if (!result.ok) throw new Error(result.fault);
  return result.page;
}

const names = (q: string) => search(q).places.map(({ kind, name }) => `${kind} ${name}`);

describe("the search", () => {
  const positions = QUERIES.map(([query, place]) => ({ query, at: names(query).indexOf(place) }));

  test("has at least 150 test queries, without duplicates", () => {
    expect(QUERIES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(QUERIES.map(([query]) => query)).size).toBe(QUERIES.length);
  });

  test("answers 95% of them with the place that a Californian expects first", () => {
    const missed = positions.filter(({ at }) => at !== 0);
    expect(missed.length / QUERIES.length).toBeLessThanOrEqual(0.05);
  });

  test("answers 99% of them with that place among the first three", () => {
    const missed = positions.filter(({ at }) => at < 0 || at > 2);
    expect(missed.length / QUERIES.length).toBeLessThanOrEqual(0.01);
  });

  test("finds every place by its whole name, among those of the same name", () => {
    for (const { kind, name, county } of everyPlace()) {
      const { places: found } = search(kind === "county" ? name : `${name} ${county}`);
      expect([
        name,
        found.some((place) => place.name === name && place.kind === kind && place.county === county),
      ]).toEqual([name, true]);
    }
  });

  test("completes from the second letter on: every city is found by its beginning", () => {
    for (const { record } of currentSnapshot.cities) {
      const [two, half] = [record.city.slice(0, 2), record.city.slice(0, Math.ceil(record.city.length / 2))];
      expect(search(two).total).toBeGreaterThan(0);
      expect([record.city, pageNames(half)]).toEqual([record.city, expect.arrayContaining([record.city])]);
    }
  });

  test("tolerates one typing error in a long name, anywhere except in the first letter", () => {
    const long = currentSnapshot.cities.map(({ record }) => record.city).filter((city) => /^[A-Za-z]{8,}$/.test(city));
    fc.assert(
      fc.property(
        fc.constantFrom(...long),
        fc.nat(),
        fc.constantFrom("left out", "doubled", "swapped"),
        (city, at, error) => {
          const position = 1 + (at % (city.length - 2));
          const [a = "", b = ""] = city.slice(position);
          const rest = city.slice(position + 2);
          const typed = { "left out": b, doubled: a + a + b, swapped: b + a }[error];
          const text = city.slice(0, position) + typed + rest;
          fc.pre(!tables.elsewhere.includes(text.toLowerCase()));
          expect(pageNames(text)).toContain(city);
        },
      ),
    );
  });

  test("gives the same answer each time and accepts any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (q) => {
        expect(JSON.stringify(search(q))).toBe(JSON.stringify(search(q)));
      }),
    );
    expect(names("")).toEqual(names(" "));
    expect(search("!!").total).toBe(0);
    expect(search("xqzw").total).toBe(0);
  });

  test("uses at most five words, of at most 24 letters", () => {
    expect(names("los angeles los angeles los angeles")).toEqual(names("los angeles los angeles los zzz"));
    expect(names(`rancho ${"cucamonga".repeat(3)}`)).toEqual(names(`rancho ${"cucamonga".repeat(9)}`));
  });

  test("finds nicknames and abbreviations that lookups of the contract do not, and only nicknames are located", () => {
    const places = placesOf(currentDataset);
    for (const [table, isLocated] of [
      [tables.nicknames, true],
      [tables.abbreviations, false],
    ] as const) {
      for (const [name, aliases] of Object.entries(table)) {
        for (const alias of aliases) {
          expect([alias, pageNames(alias)]).toEqual([alias, expect.arrayContaining([name])]);
          expect([alias, places.city(ownText(alias)), places.county(ownText(alias))]).toEqual([
            alias,
            undefined,
            undefined,
          ]);
          expect([alias, currentGeography.locate({ name: ownText(alias) }).found]).toEqual([alias, isLocated]);
        }
      }
    }
  });

  test.each([
    ["a name", "irvine", "exact"],
    ["a name without its spaces", "losangeles", "exact"],
    ["a name in an address", "San Francisco, CA 94103-1234", "exact"],
    ["a name in an address with the country", "Irvine, California, United States", "exact"],
    ["a name with its county", "Irvine, Orange County", "exact"],
    ["a name with its city", "Hollywood, Los Angeles, CA, USA", "exact"],
    ["a county", "county of orange", "exact"],
    ["a ZIP code", "90210", "exact"],
    ["a ZIP code with +4", "90210-1234", "exact"],
    ["the beginning of a ZIP code", "902", "prefix"],
    ["another name", "San Buenaventura", "alias"],
    ["an abbreviation", "LA", "alias"],
    ["a county without the word", "Marin", "alias"],
    ["the beginning of a name", "sacram", "prefix"],
    ["a word of a name", "cucamonga", "prefix"],
    ["a misspelled name", "sacremento", "approximate"],
    ["the beginning of a misspelled name", "sacremen", "approximate"],
    ["a misspelled name in an address", "San Fransisco, CA 94103", "approximate"],
  ])("says how the first place matches: %s, %s", (_, q, match) => {
    expect(search(q).places[0]).toMatchObject({ match });
  });

  test("sorts by the kind of match, unless another order is asked for", () => {
    const order = (q: string) => search(q).places.map(({ match }) => MATCHES.indexOf(match ?? "approximate"));
    for (const [q] of QUERIES) expect([q, order(q)]).toEqual([q, order(q).toSorted((a, b) => a - b)]);
    const byName = currentGeography.list({ q: ownText("orange"), limit: 20, sort: "name" });
    expect(byName.ok && byName.page.places.map(({ match }) => match)).toContain("alias");
    const all = currentGeography.list({ limit: 1 });
    expect(all.ok && all.page.places[0]?.match).toBeNull();
  });

  test("looks for misspellings only if no name has or begins with the text", () => {
    expect(names("Alame")).toEqual(["city Alameda", "county Alameda County"]);
    expect(names("murieta")).toEqual(expect.arrayContaining(["unincorporated Rancho Murieta", "city Murrieta"]));
  });

  test("does not take the name of a place elsewhere for a misspelling", () => {
    for (const q of ["Reno", "Portland", "Watts", "DTLA", "UCLA"]) expect([q, names(q)]).toEqual([q, []]);
  });

  test("matches abbreviations only as a whole, and a county without its last word after a city of that name", () => {
    expect(names("frisc")).not.toContain("city San Francisco");
    expect(names("sonoma").slice(0, 2)).toEqual(["city Sonoma", "county Sonoma County"]);
  });

  test("lists the places of a ZIP code, or of its beginning, by their shares", () => {
    expect(names("90210").slice(0, 3)).toEqual(["city Beverly Hills", "city Los Angeles", "county Los Angeles County"]);
    expect(names("902")).toContain("city Beverly Hills");
    expect(search("00000").total).toBe(0);
  });
});

function pageNames(q: string): readonly string[] {
  const result = currentGeography.list({ q: ownText(q), limit: 100 });
  return result.ok ? result.page.places.map(({ name }) => name) : [];
}

function* everyPlace() {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const result = currentGeography.list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    if (!result.ok) throw new Error(result.fault);
    yield* result.page.places;
    cursor = result.page.next;
  }
}
