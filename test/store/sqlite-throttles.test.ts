import { expect, test } from "bun:test";
import { MovableClock, migratedStoreUrl, openTestStore } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");
const WINDOW_MS = 60_000;

test("a throttle waits while a transaction of accounts is open, and counts once", async () => {
  const url = await migratedStoreUrl("sqlite");
  const store = await openTestStore(url, { clock });
  const events: string[] = [];
  const started: Promise<unknown>[] = [];
  await store.database.transaction().execute(async () => {
    started.push(store.throttles.count("a", WINDOW_MS).then(({ count }) => events.push(`counted ${count}`)));
    await Bun.sleep(50);
    events.push("transaction");
  });
  await Promise.all(started);
  expect(events).toEqual(["transaction", "counted 1"]);
});
