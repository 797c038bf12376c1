import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { Checkpoints } from "../../src/store/sqlite/checkpoints.ts";
import { SqliteAdmission } from "../../src/store/sqlite/count-batch.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { recordingLog } from "../support/recording-log.ts";
import { scratchFolder } from "../support/scratch.ts";
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

test("a log that grew during a long read is cut when it starts anew", () => {
  const path = join(scratchFolder("log"), "store.sqlite");
  using database = openDatabase(path, "NORMAL");
  using reader = new Database(path);
  database.run("CREATE TABLE bytes (bytes BLOB)");
  reader.run("BEGIN");
  reader.query("SELECT * FROM bytes").get();
  for (let part = 0; part < 8; part++) database.run("INSERT INTO bytes VALUES (zeroblob(5000000))");
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(40_000_000);
  reader.run("COMMIT");
  // The first one moves the log, the second one starts it anew.
  for (let commit = 0; commit < 2; commit++) database.run("INSERT INTO bytes VALUES (zeroblob(1))");
  expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(32_000_000);
});

test("a thread that does not answer delays a fold for a limited time, is logged, and is not started again at once", async () => {
  const url = await migratedStoreUrl("sqlite");
  const path = url.slice("sqlite:".length);
  const store = await openTestStore(url, { clock });
  const { digest } = await boundlessKey(store);
  await store.close();
  const { lines, log } = recordingLog();
  let started = 0;
  const start = () => {
    started++;
    return new Worker(new URL("../threads/silent-thread.ts", import.meta.url), { ref: false });
  };
  const checkpoints = new Checkpoints(path, { log, start, maxWaitMs: 50 });
  const node = new SqliteAdmission(openDatabase(path, "NORMAL"), clock, limitsReader(planTable()), checkpoints);
  const count = async (batches: number) => {
    for (let batch = 0; batch < batches; batch++) await node.admit([{ digest, kind: "city", counts: true }]);
  };
  await count(1_000);
  expect(started).toBe(1);
  // Waits for the thread.
  await node.fold();
  await count(1_000);
  await node.fold();
  await checkpoints.close();
  node.close();
  expect(started).toBe(1);
  expect(lines).toEqual([
    { nextInS: 600, message: "the store's write-ahead log could not be moved into its file: check the disk" },
  ]);
  using alone = new Database(path);
  expect(alone.query("SELECT sum(used) AS used FROM counters").get()).toEqual({ used: 2_000 });
});
