import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { openDatabase, openGeneralDatabase } from "../../src/store/sqlite/database.ts";
import { sqliteRepositories } from "../../src/store/sqlite/repositories.ts";
import { MovableClock, migratedStoreUrl, openTestStore } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");
const WINDOW_MS = 60_000;

/** The path of an empty store whose tables exist. */
async function storePath(): Promise<string> {
  const url = await migratedStoreUrl("sqlite");
  await (await openTestStore(url, { clock })).close();
  return url.slice("sqlite:".length);
}

/** Repositories with the throttles in a separate file, which shows which connection is used. */
async function separated() {
  const [general, throttling] = [openGeneralDatabase(await storePath()), openDatabase(await storePath(), "NORMAL", 0)];
  return { general, throttling, ...sqliteRepositories(general, throttling, clock, limitsReader(planTable())) };
}

const rows = (database: Database) => database.query("SELECT bucket, tries FROM throttles ORDER BY bucket").all();

test("throttles are counted and cleared on the connection that does not wait for the disk", async () => {
  const { general, throttling, throttles } = await separated();
  await throttles.count("a", WINDOW_MS);
  await throttles.count("b", WINDOW_MS);
  await throttles.clear("a");
  expect(rows(throttling)).toEqual([{ bucket: "b", tries: 1 }]);
  expect(rows(general)).toEqual([]);
  general.close();
  throttling.close();
});

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
