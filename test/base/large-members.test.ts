import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { HeldFile } from "../../src/base/held-file.ts";
import { parsedSmall, withMade } from "../../src/base/large-members.ts";
import { recentPer } from "../../src/base/recent-per.ts";
import { canonicalText } from "../../src/base/sealed-file.ts";
import { UNITED_STATES } from "../../src/editions/united-states.ts";
import { nationDataset } from "../../src/figures/dataset.ts";
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

const heldFile = (text: string) => HeldFile.of(Buffer.from(text));

/** Every way of the language and of this runtime to copy an object. */
const COPIES: readonly (<Own extends object>(element: Own) => object)[] = [
  (element) => ({ ...element }),
  ({ ...rest }) => rest,
  (element) => Object.assign({}, element),
  (element) => Object.fromEntries(Object.entries(element)),
  (element) => structuredClone(element),
  (element) => JSON.parse(JSON.stringify(element)),
];

const value = fc.jsonValue({ maxDepth: 3 });
const element = fc.record({ id: fc.nat(), text: fc.string({ unit: "binary" }), one: value, two: value });

test("a file whose large members stay in it has the same content as the whole file, also compressed", async () => {
  await fc.assert(
    fc.asyncProperty(value, fc.array(element), value, async (before, list, after) => {
      const text = canonicalText({ before, list, after });
      const file = heldFile(text);
      const read = parsedSmall<Content>(file, { list: ["one", "two"] });
      expect(read).toEqual(JSON.parse(text));
      await file.pack();
      expect(read).toEqual(JSON.parse(text));
      for (const own of read.list)
        for (const name of ["one", "two"]) expect(Object.getOwnPropertyDescriptor(own, name)?.get).toBeFunction();
    }),
  );
});

test("an element without one of its large members is no content", () => {
  const read = () => parsedSmall<Content>(heldFile(canonicalText({ list: [{ id: 1, one: 2 }] })), { list: ["two"] });
  expect(read).toThrow("lacks");
});

test("members that are made are made when one of them is read", () => {
  const content = parsedSmall<Content>(
    heldFile(
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
  const madeFor = recentPer(2, ({ id, two }: Content["list"][number]) => {
    made.push(id);
    return { sum: id + Number(two), product: id * Number(two) };
  });
  const list = withMade(content.list, ["sum", "product"], madeFor);
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

test("each copy of an element has the members that are read or made later", () => {
  fc.assert(
    fc.property(fc.array(element), (list) => {
      const text = canonicalText({ list });
      const plain: typeof list = JSON.parse(text).list;
      for (const copy of COPIES) {
        const read = parsedSmall<Content>(heldFile(text), { list: ["one", "two"] }).list;
        expect(read.map(copy)).toStrictEqual(plain);
        const made = withMade(read, ["half", "next"], ({ id }) => ({ half: id / 2, next: id + 1 }));
        expect(made.map(copy)).toStrictEqual(plain.map((own) => ({ ...own, half: own.id / 2, next: own.id + 1 })));
      }
    }),
  );
});

test("the nation's dataset as it is served is the dataset, and its entries are complete in a copy", async () => {
  const path = join(import.meta.dir, "../../data/united-states.json");
  const file = HeldFile.of(readFileSync(path));
  const [served, read] = [openNation(file), readNation(path)];
  await file.pack();
  expect(served).toEqual(read);
  const { entries, areas, forget } = nationDataset(served, UNITED_STATES);
  const copies = entries.map(({ ...entry }) => entry);
  expect(copies.map(({ record, offenses, ...place }) => place)).toEqual([...read.places]);
  expect(copies.filter(({ record, offenses }) => !record || !offenses)).toEqual([]);
  const copiedAreas = areas.entries.map(({ ...area }) => area);
  expect(copiedAreas.map(({ record, population, offenses, ...area }) => area)).toEqual([...read.areas]);
  expect(copiedAreas.filter(({ record, population, offenses }) => !record || !population || !offenses)).toEqual([]);
  const firstRecords = () => [entries[0]?.record, areas.entries[0]?.record];
  const kept = firstRecords();
  expect(firstRecords().every((record, index) => record === kept[index])).toBe(true);
  forget();
  expect(firstRecords().every((record, index) => record !== kept[index])).toBe(true);
  expect(firstRecords()).toEqual(kept);
});
