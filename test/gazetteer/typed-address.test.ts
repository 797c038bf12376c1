import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { z } from "zod";
import { ownText } from "../../src/base/text.ts";
import { country } from "./country.ts";

const ROWS = z.array(
  z.object({ address: z.string(), zip: z.string(), state: z.string(), city: z.string(), means: z.string() }),
);
const addresses = ROWS.parse(parse(readFileSync(join(import.meta.dir, "addresses.csv")), { columns: true }));

const officialName = (row: number) => country.place(row).officialName;

/** What an address means, in words. */
function meaningOf({ meaning }: ReturnType<typeof country.address>): string {
  switch (meaning?.is) {
    case "one":
      return officialName(meaning.row);
    case "part":
      return `part of ${officialName(meaning.city)}`;
    case "none":
      return meaning.contradiction === null ? "none" : `contradicts ${meaning.contradiction}`;
    default:
      return meaning?.is ?? "nothing";
  }
}

describe("an address", () => {
  test("has its city, state, and ZIP code read, for 60 of more than 30 states", () => {
    expect(addresses.length).toBeGreaterThanOrEqual(60);
    expect(new Set(addresses.map(({ state }) => state)).size).toBeGreaterThanOrEqual(30);
    for (const expected of addresses) {
      const found = country.address(ownText(expected.address));
      expect({
        address: expected.address,
        zip: found.zip ?? "",
        state: found.state ?? "",
        city: found.name ?? "",
        means: meaningOf(found),
      }).toEqual(expected);
    }
  });

  test("without a city is in the state of its ZIP code", () => {
    expect(country.address(ownText("78701"))).toEqual({ zip: "78701", state: "TX", name: null, meaning: null });
    expect(country.address(ownText("12 Elm Street, 78701-1234"))).toMatchObject({ zip: "78701", name: null });
  });

  test("without a state and a ZIP code is nowhere", () => {
    for (const text of ["500 S Grand Ave, Los Angeles", "12 Elm St", "", ",", "Apt 4"]) {
      expect(country.address(ownText(text))).toEqual({ zip: null, state: null, name: null, meaning: null });
    }
  });

  test("without a number has no city in the last words of a name", () => {
    for (const text of ["Wicker Park, IL", "Wicker Park IL"]) {
      expect(meaningOf(country.address(ownText(text)))).not.toBe("Park City city");
    }
  });

  test("may be any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (text) => {
        const { zip, name } = country.address(ownText(text.slice(0, 100)));
        return (zip === null || /^\d{5}$/.test(zip)) && name !== "";
      }),
      { numRuns: 300 },
    );
  });
});
