import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { copyFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { planTable } from "../../src/domain/plan.ts";
import { parseStoreAddress } from "../../src/store/address.ts";
import { openServingStore } from "../../src/store/open.ts";
import type { ServingStore } from "../../src/store/store.ts";
import { query, startPostgres } from "../support/postgres.ts";
import { recordingLog } from "../support/recording-log.ts";
import { emptyStoreUrl } from "../support/stores.ts";
import { until } from "../support/until.ts";

const clock = { now: () => Date.now() };

function open(url: string): Promise<ServingStore> {
  return openServingStore({ address: parseStoreAddress(url), clock, plans: planTable(), log: recordingLog().log });
}

function isReady(store: ServingStore): Promise<boolean> {
  return store.probe().then(
    () => true,
    () => false,
  );
}

function becomes(store: ServingStore, ready: boolean): Promise<void> {
  return until(ready ? "the store is ready" : "the store is not ready", async () => (await isReady(store)) === ready);
}

describe("a store on PostgreSQL", async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const store = await open(url);
  afterAll(() => postgres.stop());

  async function set(setting: string): Promise<void> {
    await query(postgres.url, `ALTER SYSTEM ${setting}`);
    await query(postgres.url, "SELECT pg_reload_conf()");
  }

  test("is not ready while it accepts no writes", async () => {
    await becomes(store, true);
    await set("SET default_transaction_read_only = on");
    await becomes(store, false);
    await set("RESET default_transaction_read_only");
    await becomes(store, true);
  });

  test("is not ready while its synchronous standby is missing", async () => {
    await set("SET synchronous_standby_names = 'nobody'");
    await becomes(store, false);
    await set("RESET synchronous_standby_names");
    await becomes(store, true);
  });

  test("is not ready while the server is frozen", async () => {
    postgres.freeze();
    await becomes(store, false).finally(() => postgres.thaw());
    await becomes(store, true);
  });
});

test("an embedded store is not ready while another process writes without end", async () => {
  const url = await emptyStoreUrl("sqlite");
  const store = await open(url);
  expect(await isReady(store)).toBe(true);
  using other = new Database(url.slice("sqlite:".length));
  other.run("BEGIN IMMEDIATE");
  await becomes(store, false);
  other.run("COMMIT");
  await becomes(store, true);
  await store.close();
});

describe("an embedded store is not ready after someone", () => {
  async function storeOnDisk() {
    const url = await emptyStoreUrl("sqlite");
    const path = url.slice("sqlite:".length);
    const store = await open(url);
    const expectReady = async () => expect(await store.probe()).toBeUndefined();
    const expectMoved = () => expect(store.probe()).rejects.toThrow("were moved, deleted, or replaced");
    await expectReady();
    return { path, store, expectReady, expectMoved };
  }

  test("moved its folder, until it is back", async () => {
    const { path, store, expectReady, expectMoved } = await storeOnDisk();
    renameSync(dirname(path), `${dirname(path)}-moved`);
    await expectMoved();
    renameSync(`${dirname(path)}-moved`, dirname(path));
    await expectReady();
    await store.close();
  });

  test.each(["", "-wal", "-shm"])("deleted store.sqlite%s", async (suffix) => {
    const { path, store, expectMoved } = await storeOnDisk();
    unlinkSync(path + suffix);
    await expectMoved();
    await store.close();
  });

  test("put a copy in the place of its file", async () => {
    const { path, store, expectMoved } = await storeOnDisk();
    copyFileSync(path, `${path}-copy`);
    renameSync(`${path}-copy`, path);
    await expectMoved();
    await store.close();
  });
});

test("an embedded store stays ready while others open it, move its log, and close it", async () => {
  const url = await emptyStoreUrl("sqlite");
  const store = await open(url);
  const other = await open(url);
  await other.probe();
  await other.close();
  using third = new Database(url.slice("sqlite:".length));
  third.run("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(await isReady(store)).toBe(true);
  await store.close();
});
