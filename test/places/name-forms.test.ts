import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { z } from "zod";
import { isTooLong, ownText } from "../../src/base/text.ts";
import { CALIFORNIA_CITY_NAMES } from "../../src/gazetteer/california/alias.ts";
import { placesOf, sampleCity, sampleDataset } from "../support/sample-dataset.ts";

const { aliasesOf } = CALIFORNIA_CITY_NAMES;
const RUNS = 3_000;

/** All incorporated places of California, including those without a record: none may be mistaken for another. */
const listed = z
  .array(z.object({ city: z.string(), county: z.string() }))
  .parse(parse(readFileSync(join(import.meta.dir, "../../data/places.csv")), { columns: true }));
const counties = [...new Set(listed.map(({ county }) => county))];

const places = placesOf(
  sampleDataset(
    listed.map(({ city, county }) => {
      const sample = sampleCity(city, aliasesOf(city));
      return { ...sample, record: { ...sample.record, county } };
    }),
  ),
);

const place = fc.constantFrom(...listed);
const spelling = fc.constantFrom(
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => name.toLowerCase(),
  (name: string) => name.normalize("NFD").replace(/\p{M}/gu, ""),
  (name: string) => name.replaceAll(" ", "-"),
  (name: string) => name.replaceAll(" ", "\r\n"),
  (name: string) => [...name].join("\u200b"),
);
const prefix = fc.constantFrom("", "City of ", "The City of ", "Town of ", "The Town of ");
const separator = fc.constantFrom(", ", ",", " ", " , ");
const state = fc.constantFrom("CA", "C.A.", "Calif", "Calif.", "California", "california");
const zip = fc.constantFrom("92618", "90001", "96162", "92618-1234", "95030–0001");
const country = fc.constantFrom("USA", "U.S.A.", "US", "United States", "United States of America");
const ending = fc
  .tuple(fc.shuffledSubarray(["state", "zip", "country"] as const), state, zip, country, separator)
  .map(([parts, ...[ofState, ofZip, ofCountry, between]]) => ({ county = "" }: { readonly county?: string }) => {
    const words = { state: ofState, zip: ofZip, country: ofCountry };
    return [...(county === "" ? [] : [county]), ...parts.map((part) => words[part])]
      .map((word) => between + word)
      .join("");
  });
const brackets = fc.constantFrom(
  (name: string, rest: string) => name + rest,
  (name: string, rest: string) => (rest === "" ? name : `${name} (${rest.replace(/^[ ,]+/, "")})`),
);

test("in any combination of the forms of an address, a city is found as itself and as no other", () => {
  fc.assert(
    fc.property(
      place,
      fc.nat(),
      spelling,
      prefix,
      ending,
      brackets,
      fc.boolean(),
      ({ city, county }, which, spell, front, address, around, withCounty) => {
        const names = [city, ...aliasesOf(city)];
        const name = spell(front + names[which % names.length]);
        const asked = around(name, address(withCounty ? { county } : {}));
        fc.pre(!isTooLong(asked));
        expect([asked, places.city(ownText(asked))?.entry.record.city]).toEqual([asked, city]);
      },
    ),
    { numRuns: RUNS },
  );
});

test("with a county that it is not in, no city is found", () => {
  fc.assert(
    fc.property(
      place,
      fc.constantFrom(...counties),
      spelling,
      prefix,
      ending,
      brackets,
      ({ city, county }, other, spell, front, address, around) => {
        fc.pre(other !== county);
        const asked = around(spell(front + city), address({ county: other }));
        fc.pre(!isTooLong(asked));
        expect([asked, places.city(ownText(asked))?.entry]).toEqual([asked, undefined]);
      },
    ),
    { numRuns: RUNS },
  );
});

test("a name with one letter changed is not found; nor is a county, the state, or a ZIP code alone", () => {
  const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
  const bare = (name: string) => name.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const known = new Set(listed.flatMap(({ city }) => [city, ...aliasesOf(city)]).map(bare));
  fc.assert(
    fc.property(place, fc.nat(), letter, ending, ({ city }, at, other, address) => {
      const index = at % city.length;
      const changed = city.slice(0, index) + other + city.slice(index + 1);
      fc.pre(!known.has(bare(changed)));
      const asked = changed + address({});
      expect([asked, places.city(ownText(asked))?.entry]).toEqual([asked, undefined]);
    }),
    { numRuns: RUNS },
  );
  for (const asked of [...counties, ...counties.map((county) => `${county}, CA`), "California", "CA 92618", "USA"]) {
    expect([asked, places.city(ownText(asked))?.entry]).toEqual([asked, undefined]);
  }
});
