import { expect, test } from "bun:test";
import fc from "fast-check";
import { Lru } from "../../src/base/lru.ts";

test("keeps at least the last n entries set or read, and at most twice as many", () => {
  // Few keys for the size, so that keys in the older half are read again.
  const key = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(key, { maxLength: 200 }), (size, keys) => {
      const cache = new Lru<number>({ entries: size });
      const used: number[] = [];
      for (const number of keys) {
        const known = cache.get(String(number));
        if (used.slice(-size).includes(number)) expect(known).toBe(number);
        if (known === undefined) cache.set(String(number), number);
        used.splice(0, used.length, ...used.filter((other) => other !== number), number);
      }
      // Reading moves an entry up, which never makes the cache larger than its limit.
      const held = Array.from({ length: 10 }, (_, number) => cache.get(String(number))).filter(
        (value) => value !== undefined,
      );
      expect(held.length).toBeLessThanOrEqual(2 * size);
    }),
  );
});

test("each half has at most the given size in total, but always the newest entry", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, (list) => {
      const cache = new Lru<number>({ entries: 1_000, size: 30, sizeOf: (key, size) => key.length + size });
      for (const [number, size] of list.entries()) {
        const key = `key ${number}`;
        cache.set(key, size);
        expect(cache.get(key)).toBe(size);
      }
      // Newest first, so that reading drops none that are read later.
      const all = list.map((size, number) => ({ size, key: `key ${number}` }));
      const kept = all.toReversed().filter(({ key }) => cache.get(key) !== undefined);
      const total = kept.reduce((sum, { key, size }) => sum + key.length + size, 0);
      expect(total).toBeLessThanOrEqual(60);
    }),
  );
});

test("replacing an entry takes its size once", () => {
  const cache = new Lru<string>({ entries: 10, size: 10, sizeOf: (_, value) => value.length });
  cache.set("kept", "12345");
  for (let time = 0; time < 20; time++) cache.set("replaced", "1234");
  expect(cache.get("kept")).toBe("12345");
});
