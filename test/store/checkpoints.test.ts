import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { boundlessKey, MovableClock, migratedStoreUrl, openTestStore } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");

test("another thread moves the log into the file while requests are counted, and leaves the file when it is closed", async () => {
  const url = await migratedStoreUrl("sqlite");
  const path = url.slice("sqlite:".length);
  const store = await openTestStore(url, { clock });
  const { digest } = await boundlessKey(store);
  const { size } = statSync(path);
  // Fewer than those after which the counting connection does it itself.
  for (let batch = 0; batch < 1_500; batch++) await store.admission.admit([{ digest, kind: "city", counts: true }]);
  // While nothing is committed, only the thread can do it.
  while (statSync(path).size === size) await Bun.sleep(5);
  await store.close();
  using alone = new Database(path);
  alone.run("PRAGMA locking_mode = EXCLUSIVE");
  expect(alone.query("PRAGMA journal_mode = DELETE").get()).toEqual({ journal_mode: "delete" });
  expect(alone.query("SELECT sum(used) AS used FROM counters").get()).toEqual({ used: 1_500 });
});
