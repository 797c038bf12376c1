import { expect, test } from "bun:test";
import { usageSeries } from "../../src/site/dashboard/usage-series.ts";

const DAY_MS = 86_400_000;
const NONE = { city: 0, county: 0, batch: 0, stats: 0, explain: 0, history: 0, places: 0, locate: 0, other: 0 };

/** A key with this many requests on the first day, for each number. */
function seriesOf(...requests: readonly number[]) {
  const usage = requests.map((city, index) => ({
    keyId: index + 1,
    dayMs: 0,
    counts: { ...NONE, city },
    lastUsedAtMs: 0,
  }));
  return usageSeries(usage, [], { fromMs: 0, toMs: DAY_MS });
}

test("up to three keys each have a series, busiest first; of more, the two busiest have one and the others share one", () => {
  expect(seriesOf(1, 3, 2)).toMatchObject({ names: ["key 2", "key 3", "key 1"], days: [{ counts: [3, 2, 1] }] });
  expect(seriesOf(1, 3, 2, 4)).toMatchObject({
    names: ["key 4", "key 2", "2 other keys"],
    days: [{ counts: [4, 3, 3], total: 10 }],
  });
});
