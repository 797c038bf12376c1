/** The one folding of names, on both sides of every comparison (decisions 1). Nothing is guessed. */

import { oncePer } from "../base/once-per.ts";
import { MAX_NAME_LENGTH, madeOf, NO_TEXT, ownText, type Typed } from "../base/text.ts";
import type { StateEdition } from "../editions/edition.ts";
import { STATE_EDITIONS } from "../editions/table.ts";
import { COUNTRY_ENDING, endingOf } from "./endings.ts";

/** `St. Helena` = `Saint Helena`, `Ft Bragg` = `Fort Bragg`: only at the start of a name. */
const LEADING_WORDS = [
  ["saint ", "st "],
  ["mount ", "mt "],
  ["fort ", "ft "],
] as const;

/** The name with the short form of its first word. */
export function withShortLead(name: Typed): Typed {
  return madeOf(name, shortLead(name));
}

function shortLead(name: string): string {
  const word = LEADING_WORDS.find(([long]) => name.startsWith(long));
  return word === undefined ? name : word[1] + name.slice(word[0].length);
}

/** Abbreviations of a first word, each only for the cities listed with it: `So. San Francisco`, `Pt. Hueneme`. */
export const SHORT_FORMS = [
  ["north ", ["n ", "no "]],
  ["south ", ["s ", "so "]],
  ["east ", ["e "]],
  ["west ", ["w "]],
  ["port ", ["pt "]],
] as const;

/** A county after a comma or in brackets. Without them, the county must match a key of the index. */
const COUNTY_ENDING = /(?<=[^ ,([]) ?(?:,|,? ?[([]) ?([^,()[\]]+ county)[)\]]?$/;

const COUNTY_SUFFIX = / (?:county|co)$/;

/** How names are folded. */
export type Folds = ReturnType<typeof foldsIn>;

/** The folds of a state's names. */
export const foldsOf = oncePer((edition: StateEdition) => foldsIn([edition]));

const ownState = oncePer(({ inAddress }: StateEdition) => new RegExp(`^(?:${inAddress})$`));

/** Whether a text is a state, by its code or name. */
export function isState(text: Typed, edition: StateEdition): boolean {
  return ownState(edition).test(normalized(text));
}

/** An address may have the state, the country, and a ZIP code of the state after the name, each once, in any order. */
function foldsIn(states: readonly StateEdition[]) {
  const any = (partOf: (edition: StateEdition) => string) => states.map(partOf).join("|");
  const endings = [
    endingOf(any((edition) => edition.inAddress)),
    COUNTRY_ENDING,
    endingOf(`(?:${any(({ zip }) => zip)})(?: \\d{4})?`),
  ];
  const both = states.flatMap(({ cityAndCounty }) => (cityAndCounty ? [normalized(ownText(cityAndCounty.name))] : []));
  const prefixOf = (own: string, end: string) =>
    new RegExp(`^(?:the )?(?:${own}|city and county of(?= (?:${both.join("|") || "(?!)"})${end})) `);
  const [cityPrefix, countyPrefix] = [prefixOf("city of|town of", "\\b"), prefixOf("county of", "$")];
  const bareName = (text: string) => shortLead(text.replace(cityPrefix, ""));
  const bareCity = (text: string) => {
    const address = withoutEndings(text, endings);
    const county = COUNTY_ENDING.exec(address.name);
    if (county === null) return bareName(address.name);
    const name = withoutEndings(address.name.slice(0, county.index), address.left).name;
    return `${bareName(name)} ${county[1]}`;
  };
  const bareCounty = (text: string) => {
    const { name } = withoutEndings(text, endings);
    const county = name.replace(countyPrefix, "");
    return county === name ? name.replace(COUNTY_SUFFIX, "") : county;
  };
  const city = (name: Typed) => madeOf(name, foldOnce(normalized(name), bareCity));
  const county = (name: Typed) => madeOf(name, foldOnce(normalized(name), bareCounty));
  return {
    /**
     * The form in which a city's name is compared, with its county if it has one: `Irvine, Orange County, CA 92618` is
     * `irvine orange county`. Keeps the suffix "City", for Yuba City. Idempotent. "" if nothing is left.
     */
    city,
    /** The form in which a county's name is compared, without the word "County" (decisions 1). Idempotent. */
    county,
    /** The folded names under which a city is found: its name and its short forms, with and without its county. */
    cityKeys: (name: Typed, own: Typed) =>
      shortForms(city(name)).flatMap((key) => [key, `${key} ${county(own)} county`]),
  };
}

/** A folded name, and its forms with an abbreviated first word. */
function shortForms(folded: string): readonly string[] {
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
export function normalized(name: Typed): Typed {
  if (SIMPLE.test(name)) return madeOf(name, name.toLowerCase());
  if (name !== last.name) last = { name, folded: madeOf(name, folded(name)) };
  return last.folded;
}

/** A name is compared in several forms, one after the other. */
let last: { readonly name: Typed; readonly folded: Typed } = { name: NO_TEXT, folded: NO_TEXT };

function folded(name: Typed): string {
  return (
    (isAscii(name) ? name.toLowerCase() : foldLetters(name))
      .replace(/['`‘’‛ʹʻʼʽ′]+/g, "")
      // A run of dots is read once, whatever follows it.
      .replace(/\.+(\p{L}?)/gu, (_, letter: string) => (letter === "" ? "" : ` ${letter}`))
      .replace(/[\s\u0085\p{Pd}\u2212_/]+/gu, " ")
      .trim()
  );
}

function isAscii(name: string): boolean {
  return /^\p{ASCII}*$/u.test(name);
}

/** A character may become 18 (U+FDFA). No place has so long a name, so what follows is not compared. */
const MAX_FOLDED = 2 * MAX_NAME_LENGTH;

/** Marks, invisible characters, and the acute accent in place of an apostrophe, which would decompose into a space. */
const DROPPED = /[\p{M}\p{DI}´]+/gu;

/** Characters that are folded at once: what follows enough letters is not even decomposed. */
const PART = /.{1,25}/gsu;

/**
 * Removes marks and invisible characters, and folds case. Marks are also removed before they are decomposed: NFKD sorts
 * each run of them, in quadratic time (UAX #15, 13), and none decomposes into a letter. Without marks, each character is
 * decomposed by itself.
 */
function foldLetters(name: string): string {
  let folded = "";
  for (const [part] of name.replace(DROPPED, "").matchAll(PART)) {
    folded += part
      .normalize("NFKD")
      .replace(DROPPED, "")
      .replace(/[^ı]+/gu, (letters) => letters.toLowerCase().toUpperCase().toLowerCase())
      .replace(/ς/g, "σ");
    if (folded.length >= MAX_FOLDED) break;
  }
  return folded.slice(0, MAX_FOLDED).toWellFormed();
}

const SEPARATOR = /[ ,([]/;

/** The bare name, or the text unchanged if one more ending could be removed: `Orange County County` is not a county. */
function foldOnce(text: string, bare: (text: string) => string): string {
  // Everything that could be removed is separated from the name.
  if (!SEPARATOR.test(text)) return text;
  const name = bare(text);
  return name === text || bare(name) === name ? name : text;
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

/** The folds where a name may be in any state: it may still end as addresses in the states with an edition do. */
export const NATION_FOLDS = foldsIn(STATE_EDITIONS);
