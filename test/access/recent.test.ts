import { expect, test } from "bun:test";
import fc from "fast-check";
import { RecentMap } from "../../src/access/recent.ts";

test("holds the last so many that were set or asked for, and twice as many at most", () => {
  const key = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(key, { maxLength: 200 }), (size, keys) => {
      const memory = new RecentMap<number>(size);
      const used: number[] = [];
      for (const number of keys) {
        const known = memory.get(String(number));
        if (used.slice(-size).includes(number)) expect(known).toBe(number);
        if (known === undefined) memory.set(String(number), number);
        used.splice(0, used.length, ...used.filter((other) => other !== number), number);
      }
      // To ask moves an entry up, which never makes the memory hold more.
      const held = Array.from({ length: 31 }, (_, number) => memory.get(String(number))).filter(
        (value) => value !== undefined,
      );
      expect(held.length).toBeLessThanOrEqual(2 * size);
    }),
  );
});
