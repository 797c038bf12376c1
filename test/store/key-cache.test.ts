import { beforeEach, expect, test } from "bun:test";
import { planTable } from "../../src/domain/plan.ts";
import { resolvedKeyOf } from "../../src/store/counting.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { KeyCache } from "../../src/store/postgres/key-cache.ts";
import { USABLE_KEY_ROW } from "../support/key-row.ts";

/** The number of cached keys at which all are dropped. */
const MOST = 10_000;
const limits = limitsReader(planTable());

function grant(digest: string) {
  return resolvedKeyOf({ ...USABLE_KEY_ROW, digest }, limits);
}

function grants(count: number) {
  return Array.from({ length: count }, (_, number) => grant(`key-${number}`));
}

let cache: KeyCache;
beforeEach(() => {
  cache = new KeyCache();
});

test("keys stay cached from one update to the next if the version is the same", () => {
  cache.update("1", [grant("a")], []);
  cache.update("1", [grant("b")], []);
  expect([...(cache.all(["a", "b"])?.keys() ?? [])]).toEqual(["a", "b"]);
  expect(cache.all(["a", "c"])).toBeNull();
  expect(cache.version).toBe("1");
});

test("a new version drops all keys, and without a version nothing is cached", () => {
  cache.update("1", [grant("a")], []);
  cache.update("2", [grant("b")], []);
  expect([cache.all(["a"]), cache.version]).toEqual([null, "2"]);
  cache.update(null, [grant("b")], []);
  expect([cache.all(["b"]), cache.version]).toEqual([null, null]);
});

test("a key that may no longer pass is dropped", () => {
  cache.update("1", [grant("a"), grant("b")], []);
  cache.update("1", [], ["a"]);
  expect(cache.all(["a"])).toBeNull();
  expect(cache.all(["b"])?.size).toBe(1);
});

test("when the cache is full, the next update drops all keys", () => {
  cache.update("1", grants(MOST - 1), []);
  cache.update("1", [grant("last")], []);
  expect(cache.all(["key-0", "last"])?.size).toBe(2);
  cache.update("1", [grant("next")], []);
  expect(cache.all(["key-0"])).toBeNull();
  expect(cache.all(["next"])?.size).toBe(1);
});
