import { ownText, type Typed } from "../base/text.ts";
import { normalized } from "./fold.ts";
import { SHORT_WORDS } from "./legal-names.ts";
import type { Spelling } from "./search-forms.ts";

/** Letters of a word that are compared, so that the work of a search is bounded. */
const MAX_WORD_LENGTH = 24;

const LONG: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SHORT_WORDS).map(([long, short]) => [short, long]),
);

/** Words of at most `MAX_WORD_LENGTH` letters, as in most names. */
const PLAIN = /^[a-z]{1,24}(?: [a-z]{1,24})*$/;

/** The words of a text, without case, accents, and punctuation. */
export function wordsOf(text: Typed): readonly string[] {
  const folded = normalized(text);
  if (PLAIN.test(folded)) return folded.split(" ");
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, MAX_WORD_LENGTH));
}

/** A name in one word, as a name of several words may be typed. */
export function joinedWords(words: readonly string[]): string {
  return words.join("").slice(0, MAX_WORD_LENGTH);
}

/** A name in each of its spellings: "St. Helena" is also "Saint Helena" and "sthelena". */
export function spellingsOf(name: string, cost: number): readonly Spelling[] {
  const words = wordsOf(ownText(name));
  const apart = [words];
  for (const forms of [LONG, SHORT_WORDS]) {
    if (words.some((word) => forms[word] !== undefined)) apart.push(words.map((word) => forms[word] ?? word));
  }
  const joined = words.length === 1 ? [] : apart.map((own) => [joinedWords(own)]);
  return [...apart, ...joined].map((own) => ({ words: own, cost }));
}
