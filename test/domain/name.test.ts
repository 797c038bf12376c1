import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { foldCityName, foldCountyName, isTooLong, typedName } from "../../src/domain/name.ts";

const place = fc
  .array(fc.stringMatching(/^[a-zñáéü]{2,9}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(" "))
  .filter((name) => !/^(saint|st|mount|mt|fort|ft|city|town|county) | (county|co)$/.test(name))
  // Such a last word is the end of an address, not part of a name.
  .filter((name) => !/\b(ca|calif|us|usa)$/.test(name.normalize("NFD").replace(/\p{M}/gu, "")));
const affix = fc.constantFrom(
  "City of ",
  "Town of ",
  "County of ",
  "Saint ",
  "St. ",
  " County",
  " Co.",
  ", CA",
  ", California",
  " City",
  " (CA)",
  ", USA",
  " 92618",
  ", Orange County",
  ", ",
  ".",
);
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.array(fc.oneof(place, affix)).map((a) => a.join("")),
);

describe("two names of the same city fold to the same text", () => {
  test.each([
    ["LA CANADA FLINTRIDGE", "La Cañada Flintridge"],
    ["la canada-flintridge", "La Cañada Flintridge"],
    ["O’Hara", "O'Hara"],
    ["Oʻahu", "Oahu"],
    ["Carmel by the Sea", "Carmel-by-the-Sea"],
    ["  san \t francisco ", "San Francisco"],
    ["San_Jose", "San José"],
    ["Ｉｒｖｉｎｅ", "Irvine"],
    ["STRAẞE", "strasse"],
    ["Saint Helena", "St. Helena"],
    ["St Helena", "St. Helena"],
    ["Mt. Shasta", "Mount Shasta"],
    ["Ft Bragg", "Fort Bragg"],
    ["City of Irvine", "Irvine"],
    ["TOWN OF LOS GATOS", "Los Gatos"],
    ["Irvine, CA", "Irvine"],
    ["Irvine,ca", "Irvine"],
    ["Irvine, California", "Irvine"],
    ["City of California City, California", "California City"],
    ["Los Angeles, CA, USA", "Los Angeles"],
    ["Los Angeles CA", "Los Angeles"],
    ["Los Angeles California", "Los Angeles"],
    ["Los Angeles, Calif.", "Los Angeles"],
    ["Los Angeles, C.A., U.S.A.", "Los Angeles"],
    ["Irvine, United States", "Irvine"],
    ["Irvine, CA 92618", "Irvine"],
    ["Irvine CA 92618-1234, USA", "Irvine"],
    ["Irvine, CA, USA 92618", "Irvine"],
    ["Irvine 92618", "Irvine"],
    ["Irvine (CA)", "Irvine"],
    ["Irvine [California]", "Irvine"],
    ["The City of Los Angeles", "Los Angeles"],
    ["City and County of San Francisco, California", "San Francisco"],
    ["St.Helena", "St. Helena"],
    ["Mt.Shasta", "Mount Shasta"],
    ["I\u200brv\u00adine\ufeff", "Irvine"],
    ["Los\r\nAngeles\u0085", "Los Angeles"],
    ["Irvine (Orange County, CA)", "Irvine, Orange County"],
    ["Irvine, CA (Orange County)", "Irvine Orange County"],
  ])("%j is %j", (given, name) => expect(foldCityName(given)).toBe(foldCityName(name)));

  test("whatever the letter case, accents, and runs of spaces, hyphens, underscores, and slashes", () => {
    fc.assert(
      fc.property(place, fc.constantFrom("-", "_", "/", "  ", "\t", " - ", "–"), (name, space) => {
        const folded = foldCityName(name);
        expect(foldCityName(name.toUpperCase())).toBe(folded);
        expect(foldCityName(name.normalize("NFD"))).toBe(folded);
        expect(foldCityName(name.normalize("NFD").replace(/\p{M}/gu, ""))).toBe(folded);
        expect(foldCityName(` ${name.replaceAll(" ", space)} `)).toBe(folded);
        expect(foldCityName(`City of ${name}, CA`)).toBe(folded);
      }),
    );
  });
});

describe("names of different places stay apart", () => {
  test.each([
    ["Yuba City", "Yuba"],
    ["Daly City", "Daly"],
    ["King City", "King"],
    ["California City", "California"],
    ["Mount Saint Helena", "Mount St Helena"],
    ["Irvine city, Nevada", "Irvine"],
    ["City of City of Irvine", "Irvine"],
    ["Irvine, CA, CA", "Irvine"],
    ["Irvine, CA 92618, California", "Irvine"],
    ["Irvine, Orange County", "Irvine"],
    ["Irvine, Nevada 92618", "Irvine"],
    ["Ontario, 97914", "Ontario"],
    ["Los, Angeles", "Los Angeles"],
    ["City and County of Los Angeles", "Los Angeles"],
    ["So. San Francisco", "San Francisco"],
    ["CA", ""],
    ["Tıburon", "Tiburon"],
  ])("%j is not %j", (given, name) => expect(foldCityName(given)).not.toBe(foldCityName(name)));
});

describe("a county is the same with and without the word County", () => {
  test.each([
    "Orange",
    "orange COUNTY",
    "Orange Co.",
    "orange co",
    "County of Orange",
    "Orange County, CA",
    "Orange County California",
    "Orange County, CA 92618, USA",
    "The County of Orange",
    " ORANGE  county ",
  ])("%j", (given) => expect(foldCountyName(given)).toBe("orange"));

  test("San Francisco is found by its legal name", () => {
    expect(foldCountyName("City and County of San Francisco")).toBe("san francisco");
  });

  test.each([
    "Orange County County",
    "County of Orange County",
    "Orange County Co.",
    "City and County of Orange",
    "Orange Countyy",
    "Irvine, Orange County",
    "Orange, CO",
  ])("%j is not a county", (given) => expect(foldCountyName(given)).not.toBe("orange"));
});

test.each(["", " ", "...", "-_/", "'’ʻ", "́"])("%j folds to nothing", (given) => {
  expect(foldCityName(given)).toBe("");
  expect(foldCountyName(given)).toBe("");
});

test("a name of ASCII letters folds the same way alone and among other letters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
      const folded = foldCityName(text);
      fc.pre(folded !== "");
      expect(foldCityName(`${text}\u200d`)).toBe(folded);
    }),
    { numRuns: 2_000 },
  );
});

test("folding is idempotent for any text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const city = foldCityName(text);
      const county = foldCountyName(text);
      expect(foldCityName(city)).toBe(city);
      expect(foldCountyName(county)).toBe(county);
    }),
    { numRuns: 2_000 },
  );
});

describe("a typed name", () => {
  test("is valid for the API, whatever was typed, and unchanged if it was already valid", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const name = typedName(text);
        expect(isTooLong(name)).toBe(false);
        expect(name).not.toMatch(/\p{Cc}/u);
        expect(name.isWellFormed()).toBe(true);
        expect(typedName(name)).toBe(name);
      }),
    );
    expect(typedName(" La Cañada Flintridge ")).toBe("La Cañada Flintridge");
  });

  test("is cut at a whole character", () => {
    expect(typedName(`${"x".repeat(99)}💥💥`)).toBe(`${"x".repeat(99)}💥`);
  });
});
