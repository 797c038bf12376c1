import type { HeldFile } from "./held-file.ts";
import { recentPer } from "./recent-per.ts";

/**
 * The elements of a list of a file end with large members, by the name of the list. The name of the first occurs in an
 * element only once.
 */
export type LargeMembers<Content> = {
  readonly [List in keyof Content]?: Content[List] extends readonly (infer Element)[]
    ? readonly (keyof Element & string)[]
    : never;
};

const [NEWLINE, COMMA, OPENING] = [0x0a, 0x2c, 0x7b];

/** The number of an element in its list, which is none of its enumerable members. */
const NUMBER = Symbol("number");
interface Numbered {
  readonly [NUMBER]: number;
}

/**
 * Parses a file of `canonicalText`, whose lists have an element on each line. Large members of their elements stay in the
 * file and are parsed when they are read: as objects, those of all elements would take three times the memory, and most of
 * the time of a start. They are members of their own, so that a copy of an element has them.
 * @throws if the file is not in that form
 */
export function parsedSmall<Content>(file: HeldFile, large: LargeMembers<Content>): Content {
  const bytes = file.bytes();
  const members = new Map(Object.entries<readonly string[] | undefined>(large));
  const lists = new Map<string, object[]>();
  const rest: string[] = [];
  let [start, list]: [number, ReturnType<typeof slimElements> | undefined] = [0, undefined];
  while (start < bytes.length) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found;
    if (list !== undefined && bytes[start] === OPENING)
      list.add(bytes, start, bytes[end - 1] === COMMA ? end - 1 : end);
    else {
      const text = bytes.toString("utf8", start, end);
      rest.push(text);
      const name = /^"(\w+)":\[$/.exec(text)?.[1];
      list = undefined;
      const own = name === undefined ? undefined : members.get(name);
      if (name !== undefined && own !== undefined) {
        list = slimElements(file, own);
        lists.set(name, list.elements);
      }
    }
    start = end + 1;
  }
  return Object.assign(JSON.parse(rest.join("\n")), Object.fromEntries(lists));
}

/** In place of all empty lists: most elements have a few. */
const EMPTY: readonly never[] = Object.freeze([]);

/** How many elements keep their large members, in each generation of the cache: several are read one after the other. */
const LARGE_KEPT = 4;

/** The elements of a list, each with accessors for its large members. */
function slimElements(file: HeldFile, members: readonly string[]) {
  const elements: object[] = [];
  /** Where the large members of each element begin, and where the element ends. */
  const [starts, ends]: [number[], number[]] = [[], []];
  const needle = `,"${members[0]}":`;
  const largeOf = recentPer(LARGE_KEPT, ({ [NUMBER]: number }: Numbered) => {
    const text = file.text((starts[number] ?? 0) + 1, ends[number] ?? 0);
    return JSON.parse(`{${text}`);
  });
  const accessors = members.map((member) => accessorOf(member, (element: Numbered) => largeOf(element)[member]));
  return {
    elements,
    add(bytes: Buffer, start: number, end: number): void {
      const cut = bytes.indexOf(needle, start);
      if (cut === -1 || cut > end) throw new RangeError(`a line lacks ${needle}`);
      const element = JSON.parse(`${bytes.toString("utf8", start, cut)}}`);
      for (const name in element) if (Array.isArray(element[name]) && element[name].length === 0) element[name] = EMPTY;
      Object.defineProperty(element, NUMBER, { value: elements.length });
      define(element, accessors);
      elements.push(element);
      starts.push(cut);
      ends.push(end);
    },
  };
}

/**
 * Gives the elements of a list more members, all of which are made when one of them is read. A copy of an element has
 * them, and makes them.
 */
export function withMade<Element extends object, More extends object>(
  elements: readonly Element[],
  names: readonly (keyof More & string)[],
  madeFor: (element: Element) => More,
): readonly (Element & More)[] {
  const accessors = names.map((name) => accessorOf(name, (element: Element) => madeFor(element)[name]));
  return elements.map((element) => {
    define<Element, More>(element, accessors);
    return element;
  });
}

type Accessor = readonly [string, PropertyDescriptor];

function accessorOf<Element>(name: string, read: (element: Element) => unknown): Accessor {
  const get = function (this: Element) {
    return read(this);
  };
  return [name, { get, enumerable: true, configurable: true }];
}

/** As members of the element itself, not of a prototype: spread, rest, `Object.assign`, JSON, and clones have them. */
function define<Element extends object, More>(
  element: Element,
  accessors: readonly Accessor[],
): asserts element is Element & More {
  for (const [name, accessor] of accessors) Object.defineProperty(element, name, accessor);
}
