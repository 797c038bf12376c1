import { expect, test } from "bun:test";
import fc from "fast-check";
import { objectText } from "../../src/base/json-text.ts";

test("an object made of texts is written as JSON.stringify writes it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.jsonValue()), (object) => {
      const texts = Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)]);
      expect(objectText(Object.fromEntries(texts))).toBe(JSON.stringify(object));
    }),
  );
});
