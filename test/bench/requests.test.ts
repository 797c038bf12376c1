import { expect, test } from "bun:test";
import { crossed, paired } from "../../bench/requests.ts";

const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const keys = named("key", 100);

/** How many different keys 64 requests in a row have, on average. */
function differentKeys(requests: readonly { readonly key: string }[]): number {
  const starts = requests.slice(0, -64).map((_, start) => start);
  const counts = starts.map((start) => new Set(requests.slice(start, start + 64).map(({ key }) => key)).size);
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

test.each([
  ["more paths than keys", 3_000, 100],
  ["more keys than paths", 100, 3_000],
])("with %s, every path and every key is used equally often", (_, pathCount, keyCount) => {
  const requests = paired(named("/", pathCount), named("key", keyCount));
  expect(requests).toHaveLength(3_000);
  const uses = (by: "path" | "key") =>
    [...Map.groupBy(requests, (one) => one[by]).values()].map(({ length }) => length);
  expect(uses("path")).toEqual(Array(pathCount).fill(3_000 / pathCount));
  expect(uses("key")).toEqual(Array(keyCount).fill(3_000 / keyCount));
});

test("a batch of requests has as many different keys whether or not all pairs are formed", () => {
  const all = differentKeys(crossed(named("/", 30), keys));
  const some = differentKeys(paired(named("/", 3_000), keys));
  expect(some / all).toBeCloseTo(1, 1);
});
