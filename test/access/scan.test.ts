import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findKeys, mintKey } from "../../src/access/key.ts";

const { key, digest } = mintKey("live");
const forTests = mintKey("test");

describe("finding keys in a text", () => {
  test.each(["", " ", '"', "_", "=", "é", "\\n", "%3D", "key", "0", "Z"])(
    "finds a key between two %j characters, with its digest",
    (around) => {
      expect(findKeys(around + key + around)).toEqual([{ key, digest, index: around.length }]);
    },
  );

  test("finds every key, of both types, in order", () => {
    const found = findKeys(`${key},${forTests.key}\n${key}`);
    expect(found.map((one) => one.key)).toEqual([key, forTests.key, key]);
    expect(found[1]).toEqual({ key: forTests.key, digest: forTests.digest, index: key.length + 1 });
  });

  test("finds a key in any surrounding text, exactly once", () => {
    const surrounding = fc.string({ unit: "grapheme" });
    const property = fc.property(surrounding, surrounding, (before, after) => {
      expect(findKeys(before + key + after).map((one) => [one.key, one.index])).toEqual([[key, before.length]]);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test("ignores a key with any one character changed, because of its checksum", () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const place = fc.integer({ min: 9, max: key.length - 1 });
    const property = fc.property(place, fc.constantFrom(...alphabet), (at, letter) => {
      fc.pre(key[at] !== letter);
      expect(findKeys(key.slice(0, at) + letter + key.slice(at + 1))).toEqual([]);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
