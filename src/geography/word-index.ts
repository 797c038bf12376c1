/**
 * How well a word of a query matches a word of a name: twice the number of typing errors, plus one if it matches only
 * the beginning of the word; `NO_FIT` if they are different words.
 */
export const NO_FIT = 255;

export function errorsOf(fit: number): number {
  return fit >> 1;
}

export function isBeginning(fit: number): boolean {
  return fit % 2 === 1;
}

/** How well a word of a query matches all words of all names. */
export interface WordFits {
  /** The fit by word number. */
  readonly byWord: Uint8Array;
  /** Numbers of the words that match. */
  readonly matches: readonly number[];
}

/** A prefix: the letters from the root of the tree to this node. */
interface Node {
  readonly letter: number;
  readonly children: Node[];
  /** Number of the word that ends here; -1 if none does. */
  word: number;
}

/** All words of all names in a prefix tree, so that a common prefix is compared only once. */
export class WordIndex {
  readonly #numbers = new Map<string, number>();
  readonly #root: Node = { letter: 0, children: [], word: -1 };

  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a word. Adds the word if it is new. */
  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(word, number);
    let node = this.#root;
    for (let at = 0; at < word.length; at++) node = childOf(node, word.charCodeAt(at));
    node.word = number;
    return number;
  }

  /** Compares a word of a query with every word. */
  fits(typed: string): WordFits {
    const byWord = new Uint8Array(this.size).fill(NO_FIT);
    const matches: number[] = [];
    const take = (word: number, fit: number) => {
      byWord[word] = fit;
      matches.push(word);
    };
    const most = errorsAllowed(typed);
    if (most === 0) takeBeginnings(this.#root, typed, take);
    else new Comparison(typed, most, take).visit(this.#root);
    return { byWord, matches };
  }
}

type TakeFit = (word: number, fit: number) => void;

function childOf(node: Node, letter: number): Node {
  const known = node.children.find((child) => child.letter === letter);
  if (known !== undefined) return known;
  const made: Node = { letter, children: [], word: -1 };
  node.children.push(made);
  return made;
}

/** Short words tolerate no typing errors, because one letter more or less makes a different word. */
function errorsAllowed({ length }: string): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Takes the word itself and those that begin with it. */
function takeBeginnings(root: Node, typed: string, take: TakeFit): void {
  let node: Node | undefined = root;
  for (let at = 0; at < typed.length && node !== undefined; at++) {
    const letter = typed.charCodeAt(at);
    node = node.children.find((child) => child.letter === letter);
  }
  if (node === undefined) return;
  if (node.word >= 0) take(node.word, 0);
  for (const child of node.children) takeAll(child, 1, take);
}

function takeAll(node: Node, fit: number, take: TakeFit): void {
  if (node.word >= 0) take(node.word, fit);
  for (const child of node.children) takeAll(child, fit, take);
}

const FAR = 200;

/**
 * Damerau distance (restricted: two swapped neighboring letters are one error) between the typed letters and each word
 * or its prefixes. Each node of the tree has a row of the distance table, so words share the rows of their common
 * prefix. Only a band of `most` on either side of the diagonal is filled (Ukkonen 1985), and a branch is skipped if
 * nothing below it can match.
 */
class Comparison {
  readonly #typed: Uint16Array;
  readonly #most: number;
  readonly #take: TakeFit;
  /** Rows by depth, after one extra row that never matches, above the root's. */
  readonly #rows: Uint8Array;
  readonly #width: number;

  constructor(typed: string, most: number, take: TakeFit) {
    const { length } = typed;
    this.#typed = Uint16Array.from({ length }, (_, at) => typed.charCodeAt(at));
    this.#most = most;
    this.#take = take;
    this.#width = length + 1;
    this.#rows = new Uint8Array((length + most + 2) * this.#width).fill(FAR);
    for (let column = 0; column <= most; column++) this.#rows[column] = column;
  }

  visit(root: Node): void {
    for (const child of root.children) this.#visit(child, 1, 0, 0, FAR);
  }

  /** @param begin errors of the best prefix above @param least the smallest distance in the row above */
  #visit(node: Node, depth: number, before: number, least: number, begin: number): void {
    const typed = this.#typed;
    const most = this.#most;
    const { length } = typed;
    if (depth === 2 && !this.#mayBegin(before, node.letter)) return;
    if (depth > length + most) {
      if (begin <= most) this.#takeBelow(node, begin);
      return;
    }
    const lowest = this.#fillRow(node.letter, depth, before);
    const whole = this.#rows[depth * this.#width + length] ?? FAR;
    const beginning = Math.min(begin, whole);
    if (node.word >= 0) this.#takeWord(node.word, whole, begin);
    // A swap refers back two rows, so both must be above the limit.
    if (lowest > most && least >= most) {
      if (beginning <= most) for (const child of node.children) this.#takeBelow(child, beginning);
      return;
    }
    for (const child of node.children) this.#visit(child, depth + 1, node.letter, lowest, beginning);
  }

  /** Fills the distances for the word's first `depth` letters, and returns the smallest of them. */
  #fillRow(letter: number, depth: number, before: number): number {
    const rows = this.#rows;
    const typed = this.#typed;
    const most = this.#most;
    const row = depth * this.#width;
    const last = row - this.#width;
    const beforeLast = last - this.#width;
    rows.fill(FAR, row, row + this.#width);
    if (depth <= most) rows[row] = depth;
    let lowest = depth <= most ? depth : FAR;
    const end = Math.min(typed.length, depth + most);
    for (let column = Math.max(1, depth - most); column <= end; column++) {
      const isSame = typed[column - 1] === letter;
      let distance = Math.min(
        (rows[last + column - 1] ?? FAR) + (isSame ? 0 : 1),
        (rows[last + column] ?? FAR) + 1,
        (rows[row + column - 1] ?? FAR) + 1,
      );
      if (depth > 1 && column > 1 && typed[column - 2] === letter && typed[column - 1] === before) {
        distance = Math.min(distance, (rows[beforeLast + column - 2] ?? FAR) + 1);
      }
      rows[row + column] = Math.min(distance, FAR);
      lowest = Math.min(lowest, distance);
    }
    return lowest;
  }

  /** If more letters follow in the word, only its beginning matches. */
  #takeWord(word: number, whole: number, begin: number): void {
    if (begin === 0) this.#take(word, 1);
    else if (whole <= this.#most) this.#take(word, 2 * whole);
    else if (begin <= this.#most) this.#take(word, 2 * begin + 1);
  }

  #takeBelow(node: Node, begin: number): void {
    takeAll(node, 2 * begin + 1, this.#take);
  }

  /** People rarely mistype the first letter, but may omit it or swap it with the second. */
  #mayBegin(first: number, second: number): boolean {
    const [one, other] = this.#typed;
    return first === one || second === one || first === other;
  }
}
