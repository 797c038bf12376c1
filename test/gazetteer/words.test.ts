import { expect, test } from "bun:test";
import fc from "fast-check";
import { fitOf, NO_FIT, Words } from "../../src/gazetteer/words.ts";

/** The Damerau distances, with swaps of neighboring letters, of a word from each beginning of another. */
function distances(one: string, other: string): readonly number[] {
  const table = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 0; column <= other.length; column++) if (table[0]) table[0][column] = column;
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 2] === other[column - 1] && one[row - 1] === other[column - 2];
      const swapped = isSwapped && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      const line = table[row];
      if (line) {
        line[column] = Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          swapped,
        );
      }
    }
  }
  return table[one.length] ?? [];
}

/** Decisions 8: one wrong letter in a word of five or more, two in one of nine or more. */
function expectedFit(typed: string, word: string, leastOfBeginning: number): number {
  if (word === typed) return 0;
  if (word.startsWith(typed)) return 1;
  const max = typed.length < 5 ? 0 : typed.length < 9 ? 1 : 2;
  const beginsAlike = word[0] === typed[0] || (word[0] === typed[1] && (word[1] === typed[0] || word[1] === typed[2]));
  if (max === 0 || !beginsAlike) return NO_FIT;
  const beginnings = distances(typed, word);
  const whole = beginnings.at(-1) ?? NO_FIT;
  if (whole <= max) return 2 * whole;
  return typed.length >= leastOfBeginning && Math.min(...beginnings) <= 1 ? 3 : NO_FIT;
}

// Few letters, so that words are often similar.
const word = fc.string({ unit: fc.constantFrom(..."abcé"), minLength: 1, maxLength: 12 });

test("each word fits according to its distance and those of its beginnings", () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), word, fc.nat(12), (texts, typed, least) => {
      const words = new Words(texts);
      const { misspelled, compared } = words.findMisspelled(typed, least);
      const found = { ...words.find(typed), misspelled };
      expect(texts.map((text) => fitOf(found, words.numberOf(text)))).toEqual(
        texts.map((text) => expectedFit(typed, text, least)),
      );
      expect(compared).toBeLessThanOrEqual(texts.length);
    }),
    { numRuns: 2_000 },
  );
});
