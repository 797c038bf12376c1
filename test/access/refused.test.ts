import { expect, test } from "bun:test";
import { type RefusedCount, RefusedTally } from "../../src/access/refused.ts";
import { MovableClock } from "../support/stores.ts";

test("refused requests are added up by key, UTC day, and code, and written once", async () => {
  const clock = new MovableClock("2026-11-20T23:59:59Z");
  const tally = new RefusedTally(clock);
  const written: RefusedCount[] = [];
  const write = async (counts: readonly RefusedCount[]) => void written.push(...counts);
  tally.add("one", "burst_exceeded");
  tally.add("one", "burst_exceeded");
  tally.add("two", "key_revoked");
  clock.set("2026-11-21T00:00:00Z");
  tally.add("one", "burst_exceeded");
  // No key can have these.
  tally.add("three", "key_unknown");
  tally.add(null, "key_unknown");
  await tally.flush(write);
  await tally.flush(write);
  const [friday, saturday] = [Date.parse("2026-11-20"), Date.parse("2026-11-21")];
  expect(written).toEqual([
    { digest: "one", dayMs: friday, code: "burst_exceeded", requests: 2 },
    { digest: "two", dayMs: friday, code: "key_revoked", requests: 1 },
    { digest: "one", dayMs: saturday, code: "burst_exceeded", requests: 1 },
  ]);
  expect([...tally.totals]).toEqual([
    ["burst_exceeded", 3],
    ["key_revoked", 1],
    ["key_unknown", 2],
  ]);
});

test("counts that could not be written wait for the next time, with those that came meanwhile", async () => {
  const tally = new RefusedTally(new MovableClock("2026-11-20T12:00:00Z"));
  tally.add("one", "store_unavailable");
  const failing = tally.flush(async () => {
    tally.add("one", "store_unavailable");
    throw new Error("no store");
  });
  await expect(failing).rejects.toThrow("no store");
  let written: readonly RefusedCount[] = [];
  await tally.flush(async (counts) => {
    written = counts;
  });
  expect(written).toMatchObject([{ digest: "one", requests: 2 }]);
});

test("however many keys there are, memory is bounded", async () => {
  const tally = new RefusedTally(new MovableClock("2026-11-20T12:00:00Z"));
  for (let key = 0; key < 20_000; key++) tally.add(`key ${key}`, "key_revoked");
  let written = 0;
  await tally.flush(async (counts) => {
    written = counts.length;
  });
  expect([written, tally.totals.get("key_revoked")]).toEqual([10_000, 20_000]);
});
