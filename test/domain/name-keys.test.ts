import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  cityKeys,
  foldCityName,
  foldCountyName,
  isTooLong,
  MAX_NAME_LENGTH,
  typedName,
} from "../../src/domain/name.ts";

describe("the keys of a city", () => {
  test("are its folded name, with and without its county", () => {
    expect(cityKeys("Irvine", "Orange County")).toEqual(["irvine", "irvine orange county"]);
    expect(cityKeys("La Cañada Flintridge", "Los Angeles")).toEqual([
      "la canada flintridge",
      "la canada flintridge los angeles county",
    ]);
  });

  test.each([
    ["North Highlands", ["n highlands", "no highlands"]],
    ["South San Francisco", ["s san francisco", "so san francisco"]],
    ["East Palo Alto", ["e palo alto"]],
    ["West Hollywood", ["w hollywood"]],
    ["Port Hueneme", ["pt hueneme"]],
  ])("of %s have its short forms too, with the county as well", (name, forms) => {
    const all = [name.toLowerCase(), ...forms];
    expect(cityKeys(name, "San Mateo County")).toEqual(all.flatMap((key) => [key, `${key} san mateo county`]));
  });

  test.each(["Northridge", "Southgate", "Eastvale", "Westminster", "Portola", "El Port", "Morro South Bay"])(
    "of %s have no short form: the word is part of another one, or not the first",
    (name) => expect(cityKeys(name, "Any County")).toHaveLength(2),
  );

  test("find the city for every way to write its county after it", () => {
    const keys = new Set(cityKeys("Irvine", "Orange County"));
    for (const text of [
      "Irvine, Orange County",
      "Irvine (Orange County)",
      "Irvine [Orange County]",
      "Irvine ,Orange County",
      "Irvine,Orange County",
      "irvine orange county",
      "Irvine(Orange County)",
      "Irvine,(Orange County)",
      "City of Irvine, Orange County, CA 92618-1234, USA",
      "Irvine, CA, Orange County",
    ]) {
      expect([text, keys.has(foldCityName(text))]).toEqual([text, true]);
    }
  });
});

describe("a name that is too long", () => {
  test("has more than 100 characters, whatever their size in memory", () => {
    expect(MAX_NAME_LENGTH).toBe(100);
    expect(["x".repeat(100), "💥".repeat(100), "é".repeat(100)].map(isTooLong)).toEqual([false, false, false]);
    expect(["x".repeat(101), "💥".repeat(101), `${"💥".repeat(99)}xx`].map(isTooLong)).toEqual([true, true, true]);
    expect([`${"💥".repeat(50)}${"x".repeat(50)}`, "x".repeat(201), "x".repeat(200)].map(isTooLong)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

test("each run of control characters in typed text becomes one space, and those at the ends are removed", () => {
  expect(typedName("\tSan\r\n\u0000Jose\u0085\u001b")).toBe("San Jose");
  expect(typedName(`${"x".repeat(99)} y`)).toBe("x".repeat(99));
  expect(typedName(`  \t${"x".repeat(100)}`)).toBe("x".repeat(100));
});

describe("folding removes", () => {
  test.each([
    // Apostrophes of every kind are removed; so are dots, but before a letter they separate words.
    ["O'`‘’ʻʼHara", "ohara"],
    ["St..Helena", "st helena"],
    ["St. Helena.", "st helena"],
    ["C.A", "c a"],
    ["San.2", "san2"],
    ["San—Jose", "san jose"],
    ["San//__--Jose", "san jose"],
    // Different forms of the same letters.
    ["ΣΑΣ", "σασ"],
    ["ﬀoo", "ffoo"],
    ["㎒ville", "mhzville"],
    ["e\u0301\u200d\u2060\u180e\ufeff\u00ad", "e"],
    // Long first words have one short form.
    ["Saint Helena", "st helena"],
    ["Mount Shasta", "mt shasta"],
    ["Fort Bragg", "ft bragg"],
    ["Sainte Helena", "sainte helena"],
    ["Mountain View", "mountain view"],
    ["Fortuna", "fortuna"],
    ["Big Fort Bragg", "big fort bragg"],
    // What an address has after the name.
    ["Irvine C A", "irvine"],
    ["Irvine CALIF", "irvine"],
    ["Irvine, U.S.", "irvine"],
    ["Irvine, us a", "irvine"],
    ["Irvine, United States of America", "irvine"],
    ["Irvine, (California)", "irvine"],
    ["Irvine 90001", "irvine"],
    ["Irvine 96162", "irvine"],
    ["Irvine 92618 1234", "irvine"],
    ["Irvine 89999", "irvine 89999"],
    ["Irvine 96200", "irvine 96200"],
    ["Irvine 9261", "irvine 9261"],
    ["Irvine 926188", "irvine 926188"],
    ["Irvine 92618 123", "irvine 92618 123"],
    ["Irvine, CAA", "irvine, caa"],
    ["Irvinecalifornia", "irvinecalifornia"],
    ["California", "california"],
    ["92618", "92618"],
    ["USA, CA", "usa"],
    // What an address has before the name.
    ["The Town of Los Gatos", "los gatos"],
    ["The Dalles", "the dalles"],
    ["New City of Irvine", "new city of irvine"],
    ["City of Irvine City", "irvine city"],
    ["The City and County of San Francisco", "san francisco"],
    ["City and County of San Franciscoo", "city and county of san franciscoo"],
    ["City and County of San Francisco, San Francisco County", "san francisco san francisco county"],
    ["Town of Saint Helena", "st helena"],
    // A county needs a name besides the word, and only one.
    ["Irvine, County", "irvine, county"],
    [", Orange County", ", orange county"],
    ["Irvine, Orange County, Orange County", "irvine, orange county, orange county"],
    ["Irvine (Orange County", "irvine orange county"],
    ["Irvine, Orange Countyy", "irvine, orange countyy"],
  ])("%j becomes %j", (text, folded) => expect(foldCityName(text)).toBe(folded));

  test.each([
    ["County of Orange", "orange"],
    ["The Orange", "the orange"],
    ["Orange Co", "orange"],
    ["Orange County", "orange"],
    ["Orange Co County", "orange co county"],
    ["County", "county"],
    ["Co", "co"],
    ["Contra Costa", "contra costa"],
    ["City and County of San Francisco", "san francisco"],
    ["City and County of San Francisco County", "city and county of san francisco county"],
    ["City and County of San Franciscoo", "city and county of san franciscoo"],
    ["City and County of San Francisco Bay", "city and county of san francisco bay"],
    ["City and County of Alameda", "city and county of alameda"],
    ["New County of Orange", "new county of orange"],
    ["Orange County 92618", "orange"],
  ])("of the county %j is %j", (text, folded) => expect(foldCountyName(text)).toBe(folded));
});

test("a folded name has no marks and no other forms of its letters", () => {
  const codePoint = fc.oneof(fc.integer({ min: 0x80, max: 0x2fff }), fc.integer({ min: 0x80, max: 0x10_ffff }));
  fc.assert(
    fc.property(codePoint, (point) => {
      const folded = foldCityName(`a${String.fromCodePoint(point)}`);
      expect(folded).toBe(foldCityName(folded.normalize("NFKC")));
      expect(folded.normalize("NFKD")).not.toMatch(/\p{M}/u);
    }),
    { numRuns: 1_000 },
  );
});
