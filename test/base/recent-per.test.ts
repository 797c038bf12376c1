import { expect, test } from "bun:test";
import { oncePer } from "../../src/base/once-per.ts";
import { recentPer } from "../../src/base/recent-per.ts";

test("what is made for an object is kept while it is among the most recent ones", () => {
  const made: number[] = [];
  const own = recentPer(2, ({ id }: { readonly id: number }) => {
    made.push(id);
    return undefined;
  });
  const objects = Array.from({ length: 9 }, (_, id) => ({ id }));
  for (const object of objects) {
    own(object);
    own(object);
  }
  expect(made).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  for (const object of objects.slice(-2)) own(object);
  expect(made).toHaveLength(9);
  for (const object of objects.slice(0, 1)) own(object);
  expect(made.at(-1)).toBe(0);
});

test("nothing that was made is kept after it is forgotten", () => {
  const object = {};
  for (const own of [recentPer(2, () => ({})), oncePer(() => ({}))]) {
    const made = own(object);
    expect(own(object)).toBe(made);
    own.forget();
    expect(own(object)).not.toBe(made);
  }
});
