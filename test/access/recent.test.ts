import { expect, test } from "bun:test";
import fc from "fast-check";
import { RecentMap } from "../../src/access/recent.ts";

test("holds the last so many that were set or asked for, and twice as many at most", () => {
  // Few keys for the size, so that those in the older half are asked for again.
  const key = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(key, { maxLength: 200 }), (size, keys) => {
      const memory = new RecentMap<number>(size);
      const used: number[] = [];
      for (const number of keys) {
        const known = memory.get(String(number));
        if (used.slice(-size).includes(number)) expect(known).toBe(number);
        if (known === undefined) memory.set(String(number), number);
        used.splice(0, used.length, ...used.filter((other) => other !== number), number);
      }
      // To ask moves an entry up, which never makes the memory hold more.
      const held = Array.from({ length: 10 }, (_, number) => memory.get(String(number))).filter(
        (value) => value !== undefined,
      );
      expect(held.length).toBeLessThanOrEqual(2 * size);
    }),
  );
});

test("what is asked for again and again stays, however many others come", () => {
  const memory = new RecentMap<number>(2);
  memory.set("kept", 0);
  for (let other = 1; other <= 20; other++) {
    memory.set(`other ${other}`, other);
    expect(memory.get("kept")).toBe(0);
  }
});

test("asking for what is not there takes no place", () => {
  const memory = new RecentMap<number>(2);
  memory.set("kept", 0);
  for (let other = 1; other <= 20; other++) expect(memory.get(`other ${other}`)).toBeUndefined();
  expect(memory.get("kept")).toBe(0);
});
