import { STATE } from "./california.ts";
/** The one folding of names, on both sides of every comparison (decisions 1). Nothing is guessed. */

/** Longest name in characters (Unicode code points), wherever one is taken (decisions 1). */
export const MAX_NAME_LENGTH = 100;

export function isTooLong(name: string): boolean {
  return name.length > MAX_NAME_LENGTH && (name.length > 2 * MAX_NAME_LENGTH || [...name].length > MAX_NAME_LENGTH);
}

/** Removes control characters from typed text, and cuts it at a whole character to the longest length. */
export function typedName(text: string): string {
  const name = text.replace(/\p{Cc}+/gu, " ").trim();
  return [...name].slice(0, MAX_NAME_LENGTH).join("").trim();
}

/** `St. Helena` = `Saint Helena`, `Ft Bragg` = `Fort Bragg`: only at the start of a name. */
const LEADING_WORDS = [
  ["saint ", "st "],
  ["mount ", "mt "],
  ["fort ", "ft "],
] as const;

/** Abbreviations of a first word, each only for the cities listed with it: `So. San Francisco`, `Pt. Hueneme`. */
const SHORT_FORMS = [
  ["north ", ["n ", "no "]],
  ["south ", ["s ", "so "]],
  ["east ", ["e "]],
  ["west ", ["w "]],
  ["port ", ["pt "]],
] as const;

/** What an address may have after the name: state, country, and a ZIP code of the state, once each, in any order. */
const ADDRESS_ENDINGS = [
  endingOf(STATE.inAddress),
  endingOf("u ?s(?: ?a)?|united states(?: of america)?"),
  endingOf(`${STATE.zip}(?: \\d{4})?`),
] as const;

/** A county after a comma or in brackets. Without them, the county must match a key of the index. */
const COUNTY_ENDING = /(?<=[^ ,([]) ?(?:,|,? ?[([]) ?([^,()[\]]+ county)[)\]]?$/;

const CITY_PREFIX = /^(?:the )?(?:city of|town of|city and county of(?= san francisco\b)) /;
const COUNTY_PREFIX = /^(?:the )?(?:county of|city and county of(?= san francisco$)) /;
const COUNTY_SUFFIX = / (?:county|co)$/;

/**
 * The form in which a city's name is compared, with its county if it has one: `Irvine, Orange County, CA 92618` is
 * `irvine orange county`. Keeps the suffix "City", for Yuba City. Idempotent. "" if nothing is left.
 */
export function foldCityName(name: string): string {
  return foldOnce(normalized(name), bareCity);
}

/** The form in which a county's name is compared, without the word "County" (decisions 1). Idempotent. */
export function foldCountyName(name: string): string {
  return foldOnce(normalized(name), bareCounty);
}

/** The folded names under which a city is found: its name and its short forms, with and without its county. */
export function cityKeys(name: string, county: string): readonly string[] {
  const ownCounty = ` ${foldCountyName(county)} county`;
  return shortForms(foldCityName(name)).flatMap((key) => [key, key + ownCounty]);
}

/** A folded name, and its forms with an abbreviated first word. */
export function shortForms(folded: string): readonly string[] {
  const forms = SHORT_FORMS.find(([word]) => folded.startsWith(word));
  return [folded, ...(forms?.[1] ?? []).map((form) => form + folded.slice(forms?.[0].length))];
}

/** ASCII letters with single spaces between words: most names. Only their letter case needs to be normalized. */
const SIMPLE = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/**
 * Normalizes letter case, marks, punctuation, and spaces. Lower, upper, lower case amounts to full case folding (ẞ = ß
 * = ss; a dotless ı, whose capital is I, is another letter: CaseFolding.txt, status T). Compatibility characters are
 * decomposed first, because some decompose into capitals. A next line (U+0085) is a line end, too.
 */
export function normalized(name: string): string {
  if (SIMPLE.test(name)) return name.toLowerCase();
  return (isAscii(name) ? name.toLowerCase() : foldLetters(name))
    .replace(/['`‘’ʻʼ]+/g, "")
    .replace(/\.+(?=\p{L})/gu, " ")
    .replaceAll(".", "")
    .replace(/[\s\u0085\p{Pd}_/]+/gu, " ")
    .trim();
}

function isAscii(name: string): boolean {
  return /^\p{ASCII}*$/u.test(name);
}

/** Removes marks and zero-width characters, and folds case. Keeps overrides of the text direction. */
function foldLetters(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/(?:\p{M}|[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff])+/gu, "")
    .replace(/[^ı]+/gu, (letters) => letters.toLowerCase().toUpperCase().toLowerCase())
    .replace(/ς/g, "σ");
}

const SEPARATOR = /[ ,([]/;

/** The bare name, or the text unchanged if one more ending could be removed: `Orange County County` is not a county. */
function foldOnce(text: string, bare: (text: string) => string): string {
  // Everything that could be removed is separated from the name.
  if (!SEPARATOR.test(text)) return text;
  const name = bare(text);
  return name === text || bare(name) === name ? name : text;
}

function bareCity(text: string): string {
  const address = withoutEndings(text, ADDRESS_ENDINGS);
  const county = COUNTY_ENDING.exec(address.name);
  if (county === null) return bareName(address.name);
  const name = withoutEndings(address.name.slice(0, county.index), address.left).name;
  return `${bareName(name)} ${county[1]}`;
}

function bareName(text: string): string {
  const name = text.replace(CITY_PREFIX, "");
  const word = LEADING_WORDS.find(([long]) => name.startsWith(long));
  return word === undefined ? name : word[1] + name.slice(word[0].length);
}

function bareCounty(text: string): string {
  const { name } = withoutEndings(text, ADDRESS_ENDINGS);
  const county = name.replace(COUNTY_PREFIX, "");
  return county === name ? name.replace(COUNTY_SUFFIX, "") : county;
}

interface WithoutEndings {
  readonly name: string;
  /** The endings that the text did not have. */
  readonly left: readonly RegExp[];
}

function withoutEndings(text: string, endings: readonly RegExp[]): WithoutEndings {
  const ending = endings.find((one) => one.test(text));
  if (ending === undefined) return { name: text, left: endings };
  return withoutEndings(
    text.replace(ending, ""),
    endings.filter((one) => one !== ending),
  );
}

/** Matches any of the words after a name, with or without a comma, brackets, or spaces around them. */
function endingOf(words: string): RegExp {
  return new RegExp(`(?<=[^ ,([])[ ,([]+(?:${words})[ ,)\\]]*$`);
}
