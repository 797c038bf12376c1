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
  /** Number of prefixes that were compared. */
  readonly work: number;
}

/** All words of all names in a prefix tree, so that a common prefix is compared only once. */
export class WordIndex {
  readonly #numbers = new Map<string, number>();
  readonly #tree = new LetterTree();

  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a word. Adds the word if it is new. */
  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(word, number);
    this.#tree.add(word, number);
    return number;
  }

  /** Compares a word of a query with every word. @param maxErrors typing errors that a long word may have */
  fits(typed: string, maxErrors: number): WordFits {
    const byWord = new Uint8Array(this.size).fill(NO_FIT);
    const matches: number[] = [];
    const take = (word: number, fit: number) => {
      byWord[word] = fit;
      matches.push(word);
    };
    const most = Math.min(maxErrors, errorsAllowed(typed));
    if (most === 0) takeBeginnings(this.#tree, typed, take);
    const work = most === 0 ? 0 : new Comparison(this.#tree, typed, most, take).visitAll();
    return { byWord, matches, work: work + matches.length };
  }
}

const ROOT = 0;
const NONE = 0;

/** A prefix tree. Nodes are numbers; each is a prefix: the letters from the root to it. */
class LetterTree {
  readonly letters = [0];
  readonly firstChildren = [NONE];
  readonly nextSiblings = [NONE];
  /** Number of the word that ends at each node; -1 if none does. */
  readonly words = [-1];

  add(word: string, number: number): void {
    let node = ROOT;
    for (let at = 0; at < word.length; at++) {
      const letter = word.charCodeAt(at);
      node = this.childOf(node, letter) || this.#addChild(node, letter);
    }
    this.words[node] = number;
  }

  /** `NONE` if no word continues with the letter. */
  childOf(node: number, letter: number): number {
    let child = this.firstChildOf(node);
    while (child !== NONE && this.letters[child] !== letter) child = this.nextSiblingOf(child);
    return child;
  }

  firstChildOf(node: number): number {
    return this.firstChildren[node] ?? NONE;
  }

  nextSiblingOf(node: number): number {
    return this.nextSiblings[node] ?? NONE;
  }

  wordOf(node: number): number {
    return this.words[node] ?? -1;
  }

  #addChild(node: number, letter: number): number {
    const child = this.letters.push(letter) - 1;
    this.firstChildren.push(NONE);
    this.nextSiblings.push(this.firstChildOf(node));
    this.words.push(-1);
    this.firstChildren[node] = child;
    return child;
  }
}

type TakeFit = (word: number, fit: number) => void;

/** Short words tolerate no typing errors: one letter more or less makes a different word. */
function errorsAllowed({ length }: string): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Takes the word itself and those that begin with it. */
function takeBeginnings(tree: LetterTree, typed: string, take: TakeFit): void {
  let node = ROOT;
  for (let at = 0; at < typed.length; at++) {
    node = tree.childOf(node, typed.charCodeAt(at));
    if (node === NONE) return;
  }
  if (tree.wordOf(node) >= 0) take(tree.wordOf(node), 0);
  takeBelow(tree, node, 1, take);
}

function takeBelow(tree: LetterTree, node: number, fit: number, take: TakeFit): void {
  for (let child = tree.firstChildOf(node); child !== NONE; child = tree.nextSiblingOf(child)) {
    const word = tree.wordOf(child);
    if (word >= 0) take(word, fit);
    takeBelow(tree, child, fit, take);
  }
}

const FAR = 200;

/**
 * Damerau distance (restricted: two swapped neighboring letters are one error) between the typed letters and each word
 * or its prefixes. Each node of the tree has a row of the distance table, so words share the rows of their common
 * prefix. Only a band of `most` on either side of the diagonal is filled (Ukkonen 1985), and a branch is skipped if
 * nothing below it can match.
 */
class Comparison {
  readonly #tree: LetterTree;
  readonly #typed: Uint16Array;
  readonly #most: number;
  readonly #take: TakeFit;
  /** Rows by depth, after one extra row that never matches, above the root's. */
  readonly #rows: Uint8Array;
  readonly #width: number;
  #compared = 0;

  constructor(tree: LetterTree, typed: string, most: number, take: TakeFit) {
    this.#tree = tree;
    const { length } = typed;
    this.#typed = Uint16Array.from({ length }, (_, at) => typed.charCodeAt(at));
    this.#most = most;
    this.#take = take;
    this.#width = length + 1;
    this.#rows = new Uint8Array((length + most + 2) * this.#width).fill(FAR);
    for (let column = 0; column <= most; column++) this.#rows[column] = column;
  }

  /** Returns the number of prefixes that were compared. */
  visitAll(): number {
    this.#visitChildren(ROOT, 1, 0, 0, FAR);
    return this.#compared;
  }

  #visitChildren(node: number, depth: number, before: number, least: number, begin: number): void {
    const tree = this.#tree;
    for (let child = tree.firstChildOf(node); child !== NONE; child = tree.nextSiblingOf(child))
      this.#visit(child, depth, before, least, begin);
  }

  /** @param begin errors of the best prefix above @param least the smallest distance in the row above */
  #visit(node: number, depth: number, before: number, least: number, begin: number): void {
    const tree = this.#tree;
    const most = this.#most;
    const { length } = this.#typed;
    const letter = tree.letters[node] ?? 0;
    const word = tree.wordOf(node);
    if (depth === 2 && !this.#mayBegin(before, letter)) return;
    this.#compared++;
    const lowest = this.#fillRow(letter, depth, before);
    const whole = depth + most < length ? FAR : (this.#rows[depth * this.#width + length] ?? FAR);
    const beginning = Math.min(begin, whole);
    if (word >= 0) this.#takeWord(word, whole, begin);
    // A swap refers back two rows, so both must be above the limit. After the last row of the band, only the beginning counts.
    if ((lowest <= most || least < most) && depth < length + most) {
      this.#visitChildren(node, depth + 1, letter, lowest, beginning);
    } else if (beginning <= most) takeBelow(tree, node, 2 * beginning + 1, this.#take);
  }

  /** Fills the distances for the word's first `depth` letters within the band, and returns the smallest of them. */
  #fillRow(letter: number, depth: number, before: number): number {
    const rows = this.#rows;
    const typed = this.#typed;
    const most = this.#most;
    const row = depth * this.#width;
    const last = row - this.#width;
    const beforeLast = last - this.#width;
    const start = Math.max(1, depth - most);
    const end = Math.min(typed.length, depth + most);
    let left = start > 1 || depth > most ? FAR : depth;
    let lowest = left;
    rows[row + start - 1] = left;
    for (let column = start; column <= end; column++) {
      let distance = (rows[last + column - 1] ?? FAR) + (typed[column - 1] === letter ? 0 : 1);
      const above = (rows[last + column] ?? FAR) + 1;
      if (above < distance) distance = above;
      if (left + 1 < distance) distance = left + 1;
      if (column > 1 && typed[column - 2] === letter && typed[column - 1] === before) {
        const swapped = (rows[beforeLast + column - 2] ?? FAR) + 1;
        if (swapped < distance) distance = swapped;
      }
      if (distance > FAR) distance = FAR;
      rows[row + column] = distance;
      if (distance < lowest) lowest = distance;
      left = distance;
    }
    if (end < typed.length) rows[row + end + 1] = FAR;
    return lowest;
  }

  /** If more letters follow in the word, only its beginning matches. */
  #takeWord(word: number, whole: number, begin: number): void {
    if (begin === 0) this.#take(word, 1);
    else if (whole <= this.#most) this.#take(word, 2 * whole);
    else if (begin <= this.#most) this.#take(word, 2 * begin + 1);
  }

  /** People rarely mistype the first letter, but may omit it or swap it with the second. */
  #mayBegin(first: number, second: number): boolean {
    const [one, other] = this.#typed;
    return first === one || second === one || first === other;
  }
}
