/** What the elements of a list of a file have besides small members, by the name of the list. */
export type LargeMembers<Content> = {
  readonly [List in keyof Content]?: Content[List] extends readonly (infer Element)[]
    ? readonly (keyof Element & string)[]
    : never;
};

const [NEWLINE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
/** Square brackets differ from braces by one bit alone. */
const [OPENING, CLOSING, BRACE_BIT] = [0x7b, 0x7d, 0x20];

/** Where the first of an element's large members begin and end. */
const AT = Symbol("its place in the list");

/**
 * Parses a text of `canonicalText`, whose lists have an element on each line. Large members of their elements stay bytes
 * and are parsed each time that they are read: as objects, they would take three times the memory. Do not change the
 * bytes. Whoever wrote the text checked it. @throws if it is not in that form
 */
export function parsedSmall<Content>(bytes: Buffer, large: LargeMembers<Content>): Content {
  const members = new Map(Object.entries<readonly string[] | undefined>(large));
  const lists = new Map<string, object[]>();
  const rest: string[] = [];
  let [start, list]: [number, ReturnType<typeof slimElements> | undefined] = [0, undefined];
  while (start < bytes.length) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found;
    if (list !== undefined && bytes[start] === OPENING) list.add(start, bytes[end - 1] === COMMA ? end - 1 : end);
    else {
      const text = bytes.toString("utf8", start, end);
      rest.push(text);
      const name = /^"(\w+)":\[$/.exec(text)?.[1];
      list = undefined;
      const own = name === undefined ? undefined : members.get(name);
      if (name !== undefined && own !== undefined) {
        list = slimElements(bytes, own);
        lists.set(name, list.elements);
      }
    }
    start = end + 1;
  }
  return Object.assign(JSON.parse(rest.join("\n")), Object.fromEntries(lists));
}

/** The elements of a list, each with accessors for its large members. */
function slimElements(bytes: Buffer, members: readonly string[]) {
  const elements: object[] = [];
  const places: number[] = [];
  const needles = members.map((member) => Buffer.from(`,"${member}":`));
  const prototype = Object.defineProperties(
    {},
    Object.fromEntries(
      members.map((member, index) => [
        member,
        {
          enumerable: true,
          get(this: { readonly [AT]: number }) {
            const at = this[AT] + 2 * index;
            return JSON.parse(bytes.toString("utf8", places[at], places[at + 1]));
          },
        },
      ]),
    ),
  );
  return {
    elements,
    add(start: number, end: number): void {
      const at = places.length;
      const cuts = needles.map((needle) => {
        const cut = bytes.indexOf(needle, start);
        if (cut === -1 || cut > end) throw new RangeError(`a line lacks ${needle}`);
        const value = cut + needle.length;
        places.push(value, endOfValue(bytes, value));
        return [cut, places.at(-1) ?? end] as const;
      });
      let [small, from] = ["", start];
      for (const [cut, after] of cuts.toSorted(([a], [b]) => a - b)) {
        small += bytes.toString("utf8", from, cut);
        from = after;
      }
      small += bytes.toString("utf8", from, end);
      elements.push(Object.assign(Object.create(prototype), JSON.parse(small), { [AT]: at }));
    },
  };
}

/** The end of the JSON value that begins at a place inside an object. */
function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA && depth === 0) return at;
    else if (byte > COMMA) {
      const brace = byte | BRACE_BIT;
      if (brace === OPENING) depth++;
      else if (brace === CLOSING && depth-- === 0) return at;
    }
  }
  return bytes.length;
}

/** The element with more members; its large ones stay bytes. */
export function withMembers<Element extends object, More extends object>(element: Element, more: More): Element & More {
  return Object.assign(Object.create(Object.getPrototypeOf(element)), element, more);
}
