/** Twice the number of wrong letters, plus one if only the word's beginning fits; `NO_FIT` for another word. */
export const NO_FIT = 255;

export function errorsOf(fit: number): number {
  return fit >> 1;
}

export function isBeginning(fit: number): boolean {
  return fit % 2 === 1;
}

/** The words that a word of a query may mean, by their numbers. */
export interface TypedWord {
  /** It is itself a word or the beginning of those from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  readonly isWord: boolean;
  /** The fits of words that it misspells. */
  readonly misspelled: ReadonlyMap<number, number>;
}

export function fitOf({ first, end, isWord, misspelled }: TypedWord, word: number): number {
  if (word >= first && word < end) return isWord && word === first ? 0 : 1;
  return misspelled.get(word) ?? NO_FIT;
}

/** Letters that a word has at least, and the words that may have one or two wrong letters (decisions 8). */
const LENGTH_WITH_ERRORS = [5, 9] as const;
/** Letters of a word that may misspell only the beginning of another, with one wrong letter: `few` where the name is still typed. */
export const LENGTH_OF_BEGINNING = { few: 5, many: 7 } as const;
const NONE: ReadonlyMap<number, number> = new Map();

/** All words of all names, in alphabetical order. */
export class Words {
  readonly size: number;
  /** All words, one after the other, and where each begins: as texts, they would take six times the memory. */
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #letters: Int32Array;
  /** The first number of the words that begin with a letter, or with two, and that after the last one. */
  readonly #firsts = new Map<string, number>();
  readonly #ends = new Map<string, number>();

  constructor(texts: Iterable<string>) {
    const words = [...new Set(texts)].sort();
    this.size = words.length;
    this.#starts = new Uint32Array(words.length + 1);
    this.#letters = Int32Array.from(words, lettersOf);
    for (const [number, word] of words.entries()) {
      this.#starts[number + 1] = (this.#starts[number] ?? 0) + word.length;
      for (const beginning of [word.slice(0, 1), word.slice(0, 2)]) {
        if (!this.#firsts.has(beginning)) this.#firsts.set(beginning, number);
        this.#ends.set(beginning, number + 1);
      }
    }
    this.#units = new Uint16Array(this.#starts[words.length] ?? 0);
    let at = 0;
    for (const word of words) for (let unit = 0; unit < word.length; unit++) this.#units[at++] = word.charCodeAt(unit);
  }

  /** All words, in lines. */
  get lines(): string {
    return Array.from({ length: this.size }, (_, number) => String.fromCharCode(...this.#word(number))).join("\n");
  }

  numberOf(word: string): number {
    return this.#firstFrom(word);
  }

  /** The word itself, and those that begin with it. */
  find(typed: string): TypedWord {
    const first = this.#firstFrom(typed);
    // No letter of a word comes after U+FFFF.
    return {
      first,
      end: this.#firstFrom(`${typed}\uffff`),
      isWord: first < this.size && this.#order(first, typed) === 0,
      misspelled: NONE,
    };
  }

  /** The words that are misspelled, with their fits. Returns how many words were compared. */
  findMisspelled(
    typed: string,
    leastOfBeginning: number = LENGTH_OF_BEGINNING.many,
  ): { readonly misspelled: TypedWord["misspelled"]; readonly compared: number } {
    const max = maxErrors(typed);
    if (max === 0) return { misspelled: NONE, compared: 0 };
    const misspelled = new Map<number, number>();
    let compared = 0;
    const letters = lettersOf(typed);
    const isWhole = typed.length < leastOfBeginning;
    for (const beginning of beginningsOf(typed)) {
      const { first, end } = this.#range(beginning);
      for (let number = first; number < end; number++) {
        const own = this.#letters[number] ?? 0;
        if (hasMore(letters & ~own, max) || (isWhole && hasMore(own & ~letters, max))) continue;
        compared++;
        const fit = misspelling(typed, this.#word(number), max, isWhole);
        if (fit !== NO_FIT) misspelled.set(number, fit);
      }
    }
    return { misspelled, compared };
  }

  /** The number of the first word with the text's first letter that is not before it, or that after the last one. */
  #firstFrom(text: string): number {
    let { first: low, end: high } = this.#range(text.slice(0, 1));
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order(middle, text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #range(beginning: string) {
    return { first: this.#firsts.get(beginning) ?? 0, end: this.#ends.get(beginning) ?? 0 };
  }

  #word(number: number): Uint16Array {
    return this.#units.subarray(this.#starts[number], this.#starts[number + 1]);
  }

  /** Less than 0 for a word before a text, 0 for the text itself. */
  #order(number: number, text: string): number {
    const start = this.#starts[number] ?? 0;
    const length = (this.#starts[number + 1] ?? 0) - start;
    for (let at = 0; at < length && at < text.length; at++) {
      const difference = (this.#units[start + at] ?? 0) - text.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }
}

function maxErrors({ length }: string): number {
  return LENGTH_WITH_ERRORS.filter((letters) => length >= letters).length;
}

/** People rarely mistype the first letter, but may add one before it or swap it with the second. */
function beginningsOf(typed: string): ReadonlySet<string> {
  const [first = "", second = "", third = ""] = typed;
  return new Set(first === second ? [first] : [first, second + first, second + third]);
}

/** The letters of a word as bits. A letter that is not in both words is an error. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) % 32);
  return letters;
}

function hasMore(bits: number, max: number): boolean {
  let left = bits;
  for (let bit = 0; bit < max; bit++) left &= left - 1;
  return left !== 0;
}

/** More errors than are counted. */
const FAR = 9;
/** A row of the table of distances and the two above it. Each comparison fills them again. */
const ROWS = [new Uint8Array(40), new Uint8Array(40), new Uint8Array(40)] as const;

/**
 * The fit of a word of which at most `max` letters are changed, left out, added, or swapped with the next (restricted
 * Damerau distance). Only the cells near the diagonal of the table can be as small as `max`, so only they are computed.
 */
function misspelling(typed: string, word: Uint16Array, max: number, isWhole: boolean): number {
  let [twoAbove, above, row] = ROWS;
  for (let column = 0; column <= max + 1; column++) row[column] = column <= max ? column : FAR;
  let [low, high] = [0, max];
  for (let letter = 1; letter <= typed.length; letter++) {
    const unused = twoAbove;
    twoAbove = above;
    above = row;
    row = unused;
    const typedLetter = typed.charCodeAt(letter - 1);
    low = letter > max ? letter - max : 1;
    high = letter + max < word.length ? letter + max : word.length;
    row[low - 1] = letter > max ? FAR : letter;
    row[high + 1] = FAR;
    let fewest = row[low - 1] ?? FAR;
    for (let column = low; column <= high; column++) {
      let errors = above[column - 1] ?? FAR;
      if (typedLetter !== word[column - 1]) {
        errors = 1 + Math.min(errors, above[column] ?? FAR, row[column - 1] ?? FAR);
        const isSwapped = typedLetter === word[column - 2] && typed.charCodeAt(letter - 2) === word[column - 1];
        if (isSwapped) errors = Math.min(errors, 1 + (twoAbove[column - 2] ?? FAR));
      }
      row[column] = errors;
      if (errors < fewest) fewest = errors;
    }
    if (fewest > max) return NO_FIT;
  }
  const whole = high === word.length ? (row[high] ?? FAR) : FAR;
  if (whole <= max) return 2 * whole;
  const isBeginningOf = !isWhole && row.subarray(low, high + 1).includes(1);
  return isBeginningOf ? 2 + 1 : NO_FIT;
}
