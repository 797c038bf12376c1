import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parsedSmall, withMade } from "../../src/base/large-members.ts";
import { canonicalText } from "../../src/base/sealed-file.ts";
import { sharedBytes } from "../../src/base/shared-bytes.ts";
import { openNation, readNation } from "../../src/figures/nation-file.ts";

interface Content {
  readonly before: unknown;
  readonly list: readonly {
    readonly id: number;
    readonly text: string;
    readonly one: unknown;
    readonly two: unknown;
  }[];
  readonly after: unknown;
}

/** Every member, also those that are read from the bytes. */
function whole(element: object): object {
  const keys = [element, Object.getPrototypeOf(element)].flatMap(Object.keys);
  return Object.fromEntries(keys.map((key) => [key, Reflect.get(element, key)]));
}

const value = fc.jsonValue({ maxDepth: 3 });
const element = fc.record({ id: fc.nat(), text: fc.string({ unit: "binary" }), one: value, two: value });

test("a file whose large members stay bytes has the same content as the whole file", () => {
  fc.assert(
    fc.property(value, fc.array(element), value, (before, list, after) => {
      const text = canonicalText({ before, list, after });
      const read = parsedSmall<Content>(sharedBytes(Buffer.from(text)), { list: ["one", "two"] });
      expect({ ...read, list: read.list.map(whole) }).toEqual(JSON.parse(text));
      for (const own of read.list)
        expect([Object.hasOwn(own, "one"), Object.hasOwn(own, "two")]).toEqual([false, false]);
    }),
  );
});

test("an element without one of its large members is no content", () => {
  const read = () => parsedSmall<Content>(Buffer.from(canonicalText({ list: [{ id: 1, one: 2 }] })), { list: ["two"] });
  expect(read).toThrow("lacks");
});

test("members that are made are made once for each element, when one of them is first read", () => {
  const content = parsedSmall<Content>(
    Buffer.from(
      canonicalText({
        list: [
          { id: 1, two: 2 },
          { id: 3, two: 4 },
        ],
      }),
    ),
    {
      list: ["two"],
    },
  );
  const made: number[] = [];
  const list = withMade(content.list, ["sum", "product"], ({ id, two }) => {
    made.push(id);
    return { sum: id + Number(two), product: id * Number(two) };
  });
  expect([made, list.map(({ id, two }) => [id, two])]).toEqual([
    [],
    [
      [1, 2],
      [3, 4],
    ],
  ]);
  expect(list.map(({ product, sum }) => [product, sum])).toEqual([
    [2, 3],
    [12, 7],
  ]);
  expect(list.map(({ sum }) => sum)).toEqual([3, 7]);
  expect(made).toEqual([1, 3]);
  expect(withMade([], ["sum"], () => ({ sum: 1 }))).toEqual([]);
});

test("the nation's dataset as it is served is the dataset", () => {
  const path = join(import.meta.dir, "../../data/united-states.json");
  const [served, read] = [openNation(readFileSync(path)), readNation(path)];
  for (const list of ["places", "absent", "areas", "absentAreas"] as const)
    expect(served[list].map(whole)).toEqual([...read[list]]);
  expect({ ...served, places: [], absent: [], areas: [], absentAreas: [] }).toEqual({
    ...read,
    places: [],
    absent: [],
    areas: [],
    absentAreas: [],
  });
});
