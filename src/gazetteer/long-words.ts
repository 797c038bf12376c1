import words from "../../data/names/words.json" with { type: "json" };

/** Words of names written out, as the postal service abbreviates them (Publication 28), and as people do. */
export const LONG_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(words));
