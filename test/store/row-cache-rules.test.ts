import { expect, test } from "bun:test";
import { planTable } from "../../src/domain/plan.ts";
import { windowOf } from "../../src/domain/window.ts";
import { resolvedKeyOf } from "../../src/store/counting.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { type CachedKey, RowCache } from "../../src/store/sqlite/rows.ts";
import { USABLE_KEY_ROW } from "../support/key-row.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;
const windowsAt = (ms: number) => ({ month: windowOf("month", ms), day: windowOf("day", ms) });
const resolved = resolvedKeyOf(USABLE_KEY_ROW, limitsReader(planTable()));
const newKey = (): CachedKey => ({ resolved, counter: null, usageRowid: null, change: null });

/** A cache with keys and a counter, at version 5, at noon. */
function filled(keys = 1): RowCache {
  const cache = new RowCache();
  cache.keepOnly(5, windowsAt(NOON));
  for (let key = 0; key < keys; key++) cache.keys.set(`key ${key}`, newKey());
  const { quota } = resolved;
  const window = windowsAt(NOON)[quota.policy];
  cache.counters.set(quota.name, { quota, window, rowid: 1, usedBefore: 2, granted: 8, taken: 0, written: 0 });
  return cache;
}

const sizes = ({ keys, counters }: RowCache) => [keys.size, counters.size];

test("rows stay cached for the same version and windows, from batch to batch", () => {
  const cache = filled();
  for (const later of [0, 1, DAY_MS / 2 - 1]) {
    cache.keepOnly(5, windowsAt(NOON + later));
    expect(sizes(cache)).toEqual([1, 1]);
  }
});

test.each([
  ["another version", 6, windowsAt(NOON)],
  ["no version", null, windowsAt(NOON)],
  ["another day", 5, windowsAt(NOON + DAY_MS)],
  ["another month alone", 5, { ...windowsAt(NOON), month: windowOf("month", NOON + 30 * DAY_MS) }],
])("all rows are dropped with %s, and those after it are kept with it", (_, version, windows) => {
  const cache = filled();
  cache.keepOnly(version, windows);
  expect(sizes(cache)).toEqual([0, 0]);
  cache.keys.set("key", newKey());
  cache.keepOnly(version, windows);
  expect(cache.keys.size).toBe(version === null ? 0 : 1);
});

test("without a version nothing is cached, even between two batches without a version", () => {
  const cache = new RowCache();
  cache.keepOnly(null, { month: { startMs: 0, endMs: 1 }, day: { startMs: 0, endMs: 1 } });
  cache.keys.set("key", newKey());
  cache.keepOnly(null, { month: { startMs: 0, endMs: 1 }, day: { startMs: 0, endMs: 1 } });
  expect(cache.keys.size).toBe(0);
});

test("all rows are dropped when there are 30,000 keys", () => {
  const almost = filled(29_999);
  almost.keepOnly(5, windowsAt(NOON));
  expect(sizes(almost)).toEqual([29_999, 1]);
  const full = filled(30_000);
  full.keepOnly(5, windowsAt(NOON));
  expect(sizes(full)).toEqual([0, 0]);
});

test("a cleared cache drops rows that are added before the next batch reads its version", () => {
  const cache = filled();
  cache.clear();
  expect(sizes(cache)).toEqual([0, 0]);
  cache.keys.set("key", newKey());
  cache.keepOnly(5, windowsAt(NOON));
  expect(cache.keys.size).toBe(0);
});
