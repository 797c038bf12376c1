/** What may stand after a name, in folded text. */

/** Matches any of the words after a name, with or without a comma, brackets, or spaces around them. */
export function endingOf(words: string): RegExp {
  return new RegExp(`(?<=[^ ,([])[ ,([]+(?:${words})[ ,)\\]]*$`);
}

const COUNTRY_WORDS = "u ?s(?: ?a)?|united states(?: of america)?";
export const COUNTRY_NAME = new RegExp(`^(?:${COUNTRY_WORDS})$`);
export const COUNTRY_ENDING = endingOf(COUNTRY_WORDS);
/** Its first group is the five digits. */
export const ZIP_ENDING = endingOf("(\\d{5})(?: ?\\d{4})?");

/** What stands before the last comma or bracket, and after it. */
const AFTER_COMMA = /^(.*[^ ,([]) *[,([] *([^,()[\]]+?)[ )\]]*$/;
const HAS_COMMA = /[,([]/;

export interface Apart {
  readonly name: string;
  readonly end: string;
}

/** The text before and after its last comma or bracket; undefined without one. */
export function atComma(text: string): Apart | undefined {
  const [, name, end] = (HAS_COMMA.test(text) ? AFTER_COMMA.exec(text) : null) ?? [];
  return name === undefined || end === undefined ? undefined : { name, end };
}

/** The last words of a text apart from those before them: from `most` of them to `least`. */
export function* lastWords(text: string, most: number, least = 1): Iterable<Apart> {
  const words = text.split(" ");
  for (let count = Math.min(most, words.length - 1); count >= least; count--) {
    yield { name: words.slice(0, -count).join(" "), end: words.slice(-count).join(" ") };
  }
}

/** A name without the commas and brackets that are left at its end. */
export function withoutComma(name: string): string {
  return name.replace(/[ ,([]+$/, "");
}
