/** Called with the number of a word, and how well it matches (`WordFits`). */
export type TakeFit = (word: number, fit: number) => void;

const ROOT = 0;
/** More errors than are counted. */
const FAR = 3;

/**
 * All prefixes of sorted words. Each is followed by the longer ones that begin with it, so these are a range, and the
 * words that begin with it are one, too.
 */
export class PrefixTree {
  /** The last letter of each prefix, as its number in the alphabet of the words. */
  readonly #letters: Uint16Array;
  readonly #lengths: Uint8Array;
  /** The next prefix that does not begin with each one. */
  readonly #ends: Uint32Array;
  /** The first word that begins with each prefix. */
  readonly #words: Uint16Array;
  readonly #alphabet = new Map<number, number>();
  /** By letter of the alphabet: where the typed word has it. Bit n is its letter n, from 1. */
  readonly #places: Int32Array;
  /** The rows of `takeSimilar`, one per length of a prefix. */
  readonly #placesOfLast: Int32Array;
  readonly #exact: Int32Array;
  readonly #single: Int32Array;
  readonly #double: Int32Array;
  readonly #fewestErrors: Uint8Array;

  constructor(sorted: readonly string[]) {
    const letters = [0];
    const lengths = [0];
    const ends = [0];
    const words = [0];
    const open = [ROOT];
    const close = (kept: number) => {
      for (const prefix of open.splice(kept)) ends[prefix] = letters.length;
    };
    for (const [number, word] of sorted.entries()) {
      const shared = sharedLength(sorted[number - 1] ?? "", word);
      close(shared + 1);
      for (let at = shared; at < word.length; at++) {
        open.push(letters.length);
        letters.push(this.#addLetter(word.charCodeAt(at)));
        lengths.push(at + 1);
        ends.push(0);
        words.push(number);
      }
    }
    close(ROOT);
    words.push(sorted.length);
    this.#letters = Uint16Array.from(letters);
    this.#lengths = Uint8Array.from(lengths);
    this.#ends = Uint32Array.from(ends);
    this.#words = Uint16Array.from(words);
    const rows = 1 + lengths.reduce((longest, length) => Math.max(longest, length));
    this.#places = new Int32Array(this.#alphabet.size);
    this.#placesOfLast = new Int32Array(rows);
    this.#exact = new Int32Array(rows).fill(0b1, 0, 1);
    this.#single = new Int32Array(rows).fill(0b11, 0, 1);
    this.#double = new Int32Array(rows).fill(0b111, 0, 1);
    this.#fewestErrors = new Uint8Array(rows).fill(FAR, 0, 1);
  }

  /** Takes the word itself and those that begin with it. */
  takeBeginnings(typed: string, take: TakeFit): void {
    const prefix = this.#find(typed);
    if (prefix === ROOT) return;
    if (this.#isWord(prefix)) take(this.#words[prefix] ?? 0, 0);
    this.#takeLonger(prefix, 1, take);
  }

  /** The number of a word; undefined if it is none of the words. */
  numberOf(word: string): number | undefined {
    const prefix = this.#find(word);
    return prefix !== ROOT && this.#isWord(prefix) ? this.#words[prefix] : undefined;
  }

  /**
   * Takes the words that `typed` may mean with at most `most` errors, 1 or 2, in the word or its beginning. An error is
   * a letter too many or too few, another letter, or two swapped ones (restricted Damerau distance). Returns the number
   * of prefixes that were compared.
   *
   * Each prefix has a row of the distance table as three sets of bits: bit n of the set for a number of errors says
   * whether the first n typed letters differ from the prefix by at most so many (Wu and Manber 1992). It follows from
   * the row of the prefix without its last letter, which is shared. What begins with a prefix whose sets are empty is
   * skipped.
   */
  takeSimilar(typed: string, most: number, take: TakeFit): number {
    this.#findPlaces(typed);
    const [letters, lengths, ends, places] = [this.#letters, this.#lengths, this.#ends, this.#places];
    const [exactRows, singleRows, doubleRows] = [this.#exact, this.#single, this.#double];
    const [placesOfLast, fewestErrors] = [this.#placesOfLast, this.#fewestErrors];
    const whole = 1 << typed.length;
    const beginnings = 2 * whole - 1;
    let compared = 0;
    for (let prefix = ROOT + 1; prefix < letters.length; ) {
      const length = lengths[prefix] ?? 0;
      const above = length - 1;
      const last = places[letters[prefix] ?? 0] ?? 0;
      const before = placesOfLast[above] ?? 0;
      if (length === 2 && !mayBegin(before, last)) {
        prefix = ends[prefix] ?? 0;
        continue;
      }
      compared++;
      const exactAbove = exactRows[above] ?? 0;
      const singleAbove = singleRows[above] ?? 0;
      const swapped = before & (last << 1);
      const exact = (exactAbove << 1) & last;
      let single = ((singleAbove << 1) & last) | exactAbove | (exactAbove << 1) | (exact << 1);
      if (swapped !== 0) single |= ((exactRows[above - 1] ?? 0) << 2) & swapped;
      single &= beginnings;
      let double = 0;
      if (most > 1) {
        double = (((doubleRows[above] ?? 0) << 1) & last) | singleAbove | (singleAbove << 1) | (single << 1);
        if (swapped !== 0) double |= ((singleRows[above - 1] ?? 0) << 2) & swapped;
        double &= beginnings;
      }
      const errors = (exact & whole) !== 0 ? 0 : (single & whole) !== 0 ? 1 : (double & whole) !== 0 ? 2 : FAR;
      const errorsAbove = fewestErrors[above] ?? FAR;
      const fewest = Math.min(errors, errorsAbove);
      if (this.#isWord(prefix)) takeWord(this.#words[prefix] ?? 0, errors, errorsAbove, take);
      // A swap refers back two rows, so the set for one error less in the row above counts as well.
      const isAlive = most > 1 ? (double | singleAbove) !== 0 : (single | exactAbove) !== 0;
      if (fewest > 0 && isAlive && length < typed.length + most) {
        placesOfLast[length] = last;
        exactRows[length] = exact;
        singleRows[length] = single;
        doubleRows[length] = double;
        fewestErrors[length] = fewest;
        prefix++;
      } else {
        if (fewest < FAR) this.#takeLonger(prefix, 2 * fewest + 1, take);
        prefix = ends[prefix] ?? 0;
      }
    }
    return compared;
  }

  /** Takes the words that begin with the prefix and are longer. */
  #takeLonger(prefix: number, fit: number, take: TakeFit): void {
    const first = (this.#words[prefix] ?? 0) + (this.#isWord(prefix) ? 1 : 0);
    const end = this.#words[this.#ends[prefix] ?? 0] ?? 0;
    for (let word = first; word < end; word++) take(word, fit);
  }

  /** After a word, the next prefix belongs to the next word. */
  #isWord(prefix: number): boolean {
    return this.#words[prefix + 1] !== this.#words[prefix];
  }

  /** The prefix with these letters; the root if no word begins with them. */
  #find(typed: string): number {
    let prefix = ROOT;
    for (let at = 0; at < typed.length; at++) {
      prefix = this.#longerBy(prefix, this.#alphabet.get(typed.charCodeAt(at)));
      if (prefix === ROOT) break;
    }
    return prefix;
  }

  /** The prefix with one more letter; the root if no word begins with it. */
  #longerBy(prefix: number, letter: number | undefined): number {
    const end = this.#ends[prefix] ?? 0;
    let longer = prefix + 1;
    while (longer < end && this.#letters[longer] !== letter) longer = this.#ends[longer] ?? end;
    return longer < end ? longer : ROOT;
  }

  #addLetter(code: number): number {
    const known = this.#alphabet.get(code);
    if (known !== undefined) return known;
    const letter = this.#alphabet.size;
    this.#alphabet.set(code, letter);
    return letter;
  }

  #findPlaces(typed: string): void {
    this.#places.fill(0);
    for (let at = 0; at < typed.length; at++) {
      const letter = this.#alphabet.get(typed.charCodeAt(at));
      if (letter !== undefined) this.#places[letter] = (this.#places[letter] ?? 0) | (2 << at);
    }
  }
}

/** If more letters follow in the word, only its beginning matches. */
function takeWord(word: number, errors: number, errorsAbove: number, take: TakeFit): void {
  if (errors < FAR) take(word, 2 * errors);
  else if (errorsAbove < FAR) take(word, 2 * errorsAbove + 1);
}

const FIRST = 0b010;
const SECOND = 0b100;

/**
 * Whether two letters may begin a word, given where the typed word has them. People rarely mistype the first letter, but
 * may omit it or swap it with the second.
 */
function mayBegin(first: number, second: number): boolean {
  return (first & (FIRST | SECOND)) !== 0 || (second & FIRST) !== 0;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
