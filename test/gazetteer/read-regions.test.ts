import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ownText } from "../../src/base/text.ts";
import { readRegions } from "../../src/gazetteer/read-regions.ts";
import { readSearchText } from "../../src/gazetteer/search-text.ts";
import { country } from "./country.ts";

const read = (text: string) => readSearchText(ownText(text), country.isCounty, () => false);

describe("what stands after a name in a search", () => {
  test.each([
    ["Austin, TX 78701, USA", "austin", "TX", null],
    ["Austin 78701-1234", "austin", null, null],
    ["Austin United States of America", "austin", null, null],
    ["Tampa, Fla.", "tampa", "FL", null],
    ["Hamilton Township, Mercer County NJ", "hamilton township", "NJ", "mercer"],
    ["Houston, Harris", "houston", null, "harris"],
    ["Marion, Ohio, Indiana", "marion", "IN", "ohio"],
    // A code in small letters may be the beginning of a name, and a state's name is no place with a state after it.
    ["palo al", "palo al", null, null],
    ["palo AL", "palo", "AL", null],
    ["West Virginia", "west virginia", null, null],
    ["West Virginia, USA", "west virginia", null, null],
    ["Washington, DC", "washington", "DC", null],
  ])("%s", (text, name, state, county) => {
    const found = read(text);
    expect([String(found.name), found.state, found.county]).toEqual([name, state, county]);
  });
});

test("a text is read in a bounded number of steps, and what is left is its beginning", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "ca", ",", "90049", "usa", "(", " "), { maxLength: 40 }), (parts) => {
      let asked = 0;
      const text = ownText(parts.join(" ").slice(0, 100));
      const { name, regions } = readRegions(text, {
        regionOf(end) {
          asked++;
          return end === "a" ? undefined : String(end);
        },
        isRegion: () => false,
        isMeant: () => true,
      });
      expect(asked).toBeLessThanOrEqual(25);
      expect(regions.length).toBeLessThanOrEqual(4);
      expect(text.trim().replace(/\s+/g, " ").startsWith(name)).toBe(true);
    }),
  );
});
