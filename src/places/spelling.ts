import { normalized } from "../domain/name.ts";

/** Maximum number of words of a query; further words are ignored, so the work of a search is bounded. */
export const MAX_WORDS = 5;
/** Letters of a word that are compared. */
export const MAX_WORD_LENGTH = 24;

/** Words with two spellings, anywhere in a name. */
const SPELLINGS = [
  ["saint", "st"],
  ["mount", "mt"],
  ["fort", "ft"],
] as const;

/** The words of a text, without case, accents, and punctuation. */
export function wordsOf(text: string): readonly string[] {
  return normalized(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, MAX_WORD_LENGTH));
}

/** The words of a name in each of its spellings: "St. Helena" is also "Saint Helena" and "sthelena". */
export function spellingsOf(name: string): readonly (readonly string[])[] {
  const words = wordsOf(name);
  const pair = SPELLINGS.find((spellings) => spellings.some((spelling) => words.includes(spelling)));
  const [long = "", short = ""] = pair ?? [];
  const spelled = (from: string, to: string) => words.map((word) => (word === from ? to : word));
  const apart = pair === undefined ? [words] : [spelled(short, long), spelled(long, short)];
  if (words.length === 1) return apart;
  return [...apart, ...apart.map((own) => [own.join("").slice(0, MAX_WORD_LENGTH)])];
}
