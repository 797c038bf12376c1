import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ownText } from "../../src/base/text.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { foldsOf } from "../../src/gazetteer/fold.ts";

const { city: foldCityName, county: foldCountyName, cityKeys } = foldsOf(CALIFORNIA);

const PARTS =
  "City of |Town of |County of |Saint |St. |Irvine|San José| County| Co.|, CA| City| (CA)|, USA| 92618|, |.";
const anyText = fc
  .oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(...PARTS.split("|"))).map((parts) => parts.join("")),
  )
  .map((text) => ownText([...text].slice(0, 100).join("")));

describe("the name of a city folds to", () => {
  test.each([
    // Letter case, accents, apostrophes, and separators do not matter. Before a letter, a dot separates words.
    ["la cañada-flintridge", "la canada flintridge"],
    ["O'`‘’ʻʼHara", "ohara"],
    ["Coeur d´Alene", "coeur dalene"],
    ["Coeur d‛Alene", "coeur dalene"],
    ["Coeur d′Alene", "coeur dalene"],
    ["Carmel-by-the-Sea", "carmel by the sea"],
    ["Winston−Salem", "winston salem"],
    ["Los\r\nAngeles\u0085", "los angeles"],
    ["San//__--\t–José", "san jose"],
    ["St..Helena", "st helena"],
    ["St. Helena.", "st helena"],
    ["C.A", "c a"],
    ["San.2", "san2"],
    // Different forms of the same letters.
    ["Ｉｒｖｉｎｅ", "irvine"],
    ["STRAẞE", "strasse"],
    ["ΣΑΣ", "σασ"],
    ["ﬀoo", "ffoo"],
    ["㎒ville", "mhzville"],
    ["e\u0301\u200d\u2060\u180e\ufeff\u00ad", "e"],
    ["\u202aSan\u202c \u2068Ma\u061cteo\u2069", "san mateo"],
    ["Tıburon", "tıburon"],
    // Long first words have one short form.
    ["Saint Helena", "st helena"],
    ["Mt.Shasta", "mt shasta"],
    ["Mount Shasta", "mt shasta"],
    ["Fort Bragg", "ft bragg"],
    ["Sainte Helena", "sainte helena"],
    ["Mountain View", "mountain view"],
    ["Big Fort Bragg", "big fort bragg"],
    ["Mount Saint Helena", "mt saint helena"],
    // What an address has after the name, each once.
    ["Irvine C A", "irvine"],
    ["Irvine, (California)", "irvine"],
    ["Irvine [California]", "irvine"],
    ["Irvine, us a", "irvine"],
    ["Irvine 92618 1234", "irvine"],
    ["Irvine 89999", "irvine 89999"],
    ["Irvine 96200", "irvine 96200"],
    ["Irvine 9261", "irvine 9261"],
    ["Irvine 926188", "irvine 926188"],
    ["Irvine 92618 123", "irvine 92618 123"],
    ["Irvine, CAA", "irvine, caa"],
    ["Irvine, CA, CA", "irvine, ca, ca"],
    ["Irvine, Nevada 92618", "irvine, nevada"],
    ["Irvinecalifornia", "irvinecalifornia"],
    ["California", "california"],
    ["92618", "92618"],
    ["USA, CA", "usa"],
    ["Los, Angeles", "los, angeles"],
    // What an address has before the name. The suffix "City" stays.
    ["The Dalles", "the dalles"],
    ["New City of Irvine", "new city of irvine"],
    ["City of City of Irvine", "city of city of irvine"],
    ["City of California City, California", "california city"],
    ["The City and County of San Francisco", "san francisco"],
    ["City and County of San Franciscoo", "city and county of san franciscoo"],
    ["City and County of Los Angeles", "city and county of los angeles"],
    ["City and County of San Francisco, San Francisco County", "san francisco san francisco county"],
    ["Town of Saint Helena", "st helena"],
    // A county needs a name besides the word, and only one.
    ["Irvine, CA (Orange County)", "irvine orange county"],
    ["Irvine, County", "irvine, county"],
    [", Orange County", ", orange county"],
    ["Irvine, Orange County, Orange County", "irvine, orange county, orange county"],
    ["Irvine (Orange County", "irvine orange county"],
    ["Irvine, Orange Countyy", "irvine, orange countyy"],
  ])("%j: %j", (text, folded) => expect<string>(foldCityName(ownText(text))).toBe(folded));

  test("the same alone and among other letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        const folded = foldCityName(ownText(text));
        fc.pre(folded !== "");
        expect<string>(foldCityName(ownText(`${text}\u200d`))).toBe(folded);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a text without marks and other forms of its letters", () => {
    const codePoint = fc.oneof(fc.integer({ min: 0x80, max: 0x2fff }), fc.integer({ min: 0x80, max: 0x10_ffff }));
    fc.assert(
      fc.property(codePoint, (point) => {
        const folded = foldCityName(ownText(`a${String.fromCodePoint(point)}`));
        expect(folded).toBe(foldCityName(ownText(folded.normalize("NFKC"))));
        expect(folded.normalize("NFKD")).not.toMatch(/\p{M}/u);
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ["Orange", "orange"],
  [" orange  COUNTY ", "orange"],
  ["Orange Co.", "orange"],
  ["The County of Orange", "orange"],
  ["Orange County, CA 92618, USA", "orange"],
  ["The Orange", "the orange"],
  ["Orange County County", "orange county county"],
  ["County of Orange County", "county of orange county"],
  ["Orange Co County", "orange co county"],
  ["Orange, CO", "orange,"],
  ["County", "county"],
  ["Co", "co"],
  ["Contra Costa", "contra costa"],
  ["City and County of San Francisco", "san francisco"],
  ["City and County of San Francisco County", "city and county of san francisco county"],
  ["City and County of San Francisco Bay", "city and county of san francisco bay"],
  ["City and County of Alameda", "city and county of alameda"],
  ["New County of Orange", "new county of orange"],
])("the name of a county folds without the word County: %j: %j", (text, folded) => {
  expect<string>(foldCountyName(ownText(text))).toBe(folded);
});

test.each(["", " ", "...", "-_/", "'’ʻ", "́"])("%j folds to nothing", (given) => {
  expect<string>(foldCityName(ownText(given))).toBe("");
  expect<string>(foldCountyName(ownText(given))).toBe("");
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

describe("the keys of a city", () => {
  test.each([
    ["La Cañada Flintridge", []],
    ["North Highlands", ["n highlands", "no highlands"]],
    ["South San Francisco", ["s san francisco", "so san francisco"]],
    ["East Palo Alto", ["e palo alto"]],
    ["West Hollywood", ["w hollywood"]],
    ["Port Hueneme", ["pt hueneme"]],
    // The word is part of another one, or not the first.
    ["Northridge", []],
    ["Portola", []],
    ["Morro South Bay", []],
  ])("of %s are its folded name and its short forms, with and without its county", (name, forms) => {
    const all = [foldCityName(ownText(name)), ...forms];
    expect(cityKeys(ownText(name), ownText("San Mateo County"))).toEqual(
      all.flatMap((key) => [key, `${key} san mateo county`]),
    );
  });
});

/** Texts whose folding once took time that grew with the square of their length. */
const HARD = {
  dots: "tx".padEnd(99, ".").concat("1"),
  marks: "\u0301\u0323".repeat(50),
  ligatures: "\ufdfa".repeat(100),
} as const;

test("folding gives the runtime no run of marks to sort, and decomposes no more letters than it keeps", () => {
  const { normalize } = String.prototype;
  const given: string[] = [];
  String.prototype.normalize = function (form?: string) {
    given.push(String(this));
    return normalize.call(this, form);
  };
  try {
    for (const text of Object.values(HARD)) foldCityName(ownText(text));
  } finally {
    String.prototype.normalize = normalize;
  }
  // Of 100 ligatures, the first 25 have more letters than any name.
  expect(given).toEqual(["\ufdfa".repeat(25)]);
});

test("a name folds to at most 200 letters, and its parts as the whole does", () => {
  expect(foldCityName(ownText(HARD.ligatures)).length).toBeLessThanOrEqual(200);
  const name = "Σίσυφος é💥 ﷺ ﬀ ß ".repeat(5);
  const words = name.trim().split(" ");
  expect<string>(foldCityName(ownText(name))).toBe(words.map((word) => foldCityName(ownText(word))).join(" "));
});

test("marks are removed before compatibility forms are taken apart, and the folded name stays the same", () => {
  const marked = fc.array(fc.constantFrom("a", "é", "\u0301", "\u0323", "\ufdfa", "ﾞ", "가", ".", "ı", "İ", " "), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(marked, (letters) => {
      const text = letters.join("");
      expect(foldCityName(ownText(text))).toBe(foldCityName(ownText(text.normalize("NFD"))));
    }),
    { numRuns: 2_000 },
  );
});
