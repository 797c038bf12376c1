/**
 * The one folding of city and county names, used on both sides of every comparison (decisions 1).
 * All functions are pure, idempotent and linear in the length of the name; a name with nothing left folds to "".
 */

/** Longest name in characters (Unicode code points), wherever one is taken (decisions 1). */
export const MAX_NAME_LENGTH = 100;

export function isTooLong(name: string): boolean {
  return name.length > MAX_NAME_LENGTH && (name.length > 2 * MAX_NAME_LENGTH || [...name].length > MAX_NAME_LENGTH);
}

/** What a person typed, as a name that the API takes: without control characters, cut to the longest name at a whole character. */
export function typedName(text: string): string {
  const name = text.replace(/\p{Cc}+/gu, " ").trim();
  return [...name].slice(0, MAX_NAME_LENGTH).join("").trim();
}

/** `St. Helena` = `Saint Helena`, `Mt Shasta` = `Mount Shasta`, `Ft Bragg` = `Fort Bragg`: at the start of a name only. */
const LEADING_WORDS = [
  ["saint ", "st "],
  ["mount ", "mt "],
  ["fort ", "ft "],
] as const;

const STATE_SUFFIXES = [", california", ",california", ", ca", ",ca"] as const;
const CITY_PREFIXES = ["city of ", "town of "] as const;
const COUNTY_PREFIXES = ["county of "] as const;
const COUNTY_SUFFIXES = [" county", " co"] as const;

/** California's one consolidated city and county, in the legal form of its name. */
const CONSOLIDATED = "city and county of san francisco";

/** A city's name as it is compared. The suffix "City" stays: Yuba City and California City are places of that name. */
export function foldCityName(name: string): string {
  return settle(plain(name), bareCity);
}

/** A county's name as it is compared, without the word "County" in any of its decided forms. */
export function foldCountyName(name: string): string {
  return settle(plain(name), bareCounty);
}

/**
 * Letter case, marks, punctuation and spaces. Lower, upper, lower case is the full case folding (ẞ = ß = ss; a dotless ı,
 * which has the capital of i, is another letter: CaseFolding.txt, status T). Compatibility characters are taken apart
 * first, since some of them come apart into capitals.
 */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\p{M}.'`‘’ʻʼ]+/gu, "")
    .replace(/[^ı]+/gu, (letters) => letters.toLowerCase().toUpperCase().toLowerCase())
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/ς/g, "σ")
    .replace(/[\s\p{Pd}_/]+/gu, " ")
    .trim();
}

/**
 * The bare name, unless it could be bared once more: then the text is left whole. `Orange County County` is not a
 * county, and a second folding must not make it one.
 */
function settle(text: string, bare: (text: string) => string): string {
  const name = bare(text);
  return bare(name) === name ? name : text;
}

function bareCity(text: string): string {
  return shortenLeadingWord(without(withoutState(text), CITY_PREFIXES, []));
}

function bareCounty(text: string): string {
  const name = withoutState(text);
  return name === CONSOLIDATED ? "san francisco" : without(name, COUNTY_PREFIXES, COUNTY_SUFFIXES);
}

function withoutState(text: string): string {
  return without(text, [], STATE_SUFFIXES);
}

/** Takes off at most one prefix or suffix. */
function without(text: string, prefixes: readonly string[], suffixes: readonly string[]): string {
  const prefix = prefixes.find((candidate) => text.startsWith(candidate));
  if (prefix !== undefined) return text.slice(prefix.length).trim();
  const suffix = suffixes.find((candidate) => text.endsWith(candidate));
  return suffix === undefined ? text : text.slice(0, -suffix.length).trim();
}

function shortenLeadingWord(text: string): string {
  const word = LEADING_WORDS.find(([long]) => text.startsWith(long));
  return word === undefined ? text : word[1] + text.slice(word[0].length);
}
