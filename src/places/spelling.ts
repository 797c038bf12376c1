import { STATE } from "../domain/california.ts";

/** Maximum number of words of a query; further words are ignored, so the running time of a search is bounded. */
export const MAX_WORDS = 5;
/** Letters of a word that are compared. */
export const MAX_WORD_LENGTH = 24;

/** Words with two spellings, anywhere in a name. */
const SPELLINGS = [
  ["saint", "st"],
  ["mount", "mt"],
  ["fort", "ft"],
] as const;

/** Abbreviated first words of a query: "s san francisco", "e palo alto". */
const SHORT_FIRST_WORDS: ReadonlyMap<string, string> = new Map([
  ["n", "north"],
  ["no", "north"],
  ["s", "south"],
  ["so", "south"],
  ["e", "east"],
  ["w", "west"],
  ["pt", "port"],
]);

/** The normalized words of a name or query: without case, accents, and punctuation. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{DI}'’ʻʼ.]+/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, MAX_WORD_LENGTH));
}

/** The words of a name in each of its spellings: "St. Helena" is also "Saint Helena". */
export function spellingsOf(name: string): readonly (readonly string[])[] {
  const words = wordsOf(name);
  const pair = SPELLINGS.find(([long, short]) => words.includes(long) || words.includes(short));
  if (pair === undefined) return [words];
  const [long, short] = pair;
  const spelled = (from: string, to: string) => words.map((word) => (word === from ? to : word));
  return [spelled(short, long), spelled(long, short)];
}

/** The words of a query without the other parts of an address. */
export function queryWords(query: string): readonly string[] {
  const words = wordsOf(query.replace(/\b[sn]o?\.|\b[ew]\./giu, (short) => `${short} `));
  const bare = withoutState(withoutLegalForm(words));
  return bare.slice(0, MAX_WORDS);
}

/** What the first word of a query stands for, if it is an abbreviation before other words; otherwise null. */
export function longFormOf([first = "", ...rest]: readonly string[]): string | null {
  return rest.length === 0 ? null : (SHORT_FIRST_WORDS.get(first) ?? null);
}

/** "City of Irvine" is "Irvine", "County of Orange" is "Orange County". */
function withoutLegalForm(words: readonly string[]): readonly string[] {
  const [first, second, ...rest] = words;
  if (second !== "of" || rest.length === 0) return words;
  if (first === "county") return [...rest, "county"];
  return first === "city" || first === "town" ? rest : words;
}

const IN_ADDRESS = new RegExp(`^(${STATE.inAddress}|usa|\\d{5})$`);

/** The state, the country, and a ZIP code after a name are ignored. */
function withoutState(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  return words.length > 1 && IN_ADDRESS.test(last) ? withoutState(words.slice(0, -1)) : words;
}
