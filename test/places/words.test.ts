import { expect, test } from "bun:test";
import fc from "fast-check";
import { NO_FIT, WordIndex } from "../../src/places/words.ts";

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

function expectedFit(typed: string, word: string): number {
  if (word === typed) return 0;
  if (word.startsWith(typed)) return 1;
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  const mayBegin = typed[0] === word[0] || typed[0] === word[1] || typed[1] === word[0];
  if (most === 0 || !mayBegin || word.length < typed.length - most) return NO_FIT;
  const beginnings = distances(typed, word);
  const whole = beginnings.at(-1) ?? NO_FIT;
  if (whole <= most) return 2 * whole;
  const least = Math.min(...beginnings);
  return least <= most ? 2 * least + 1 : NO_FIT;
}

// Few letters, so that words are often similar.
const word = fc.string({ unit: fc.constantFrom(..."abcé"), minLength: 1, maxLength: 12 });

test("each word matches according to its distance and those of its prefixes", () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), word, word, (words, typed, before) => {
      const index = new WordIndex(words);
      index.release(index.fits(before, 2));
      const numbers = words.map((one) => index.numberOf(one));
      const { byWord, matches } = index.fits(typed, 2);
      expect(numbers.map((number) => byWord[number])).toEqual(words.map((one) => expectedFit(typed, one)));
      const fitting = numbers.filter((number) => byWord[number] !== NO_FIT);
      expect(new Set(matches)).toEqual(new Set(fitting));
      expect(matches.length).toBe(fitting.length);
    }),
    { numRuns: 2_000 },
  );
});

test("the number of a word is unknown if only a longer word begins with it", () => {
  const index = new WordIndex(["san", "santa"]);
  expect([index.numberOf("san"), index.numberOf("santa")]).toEqual([0, 1]);
  for (const unknown of ["", "sa", "sant", "santas"]) expect(() => index.numberOf(unknown)).toThrow(RangeError);
});

test("released memory is used again", () => {
  const index = new WordIndex(["san", "santa"]);
  const before = index.fits("san", 2);
  expect(index.fits("san", 2).byWord).not.toBe(before.byWord);
  index.release(before);
  expect(index.fits("santa", 2).byWord).toBe(before.byWord);
});
