import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { planTable } from "../../src/domain/plan.ts";
import { parseStoreAddress } from "../../src/store/address.ts";
import { openServingStore } from "../../src/store/open.ts";
import type { ServingStore } from "../../src/store/store.ts";
import { type PostgresServer, query, startPostgres } from "../support/postgres.ts";
import { recordingLog } from "../support/recording-log.ts";
import { emptyStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";
import { HANG_MS } from "../support/until.ts";

setDefaultTimeout(HANG_MS);

const clock = { now: () => Date.now() };

function open(url: string): Promise<ServingStore> {
  return openServingStore({ address: parseStoreAddress(url), clock, plans: planTable(), log: recordingLog().log });
}

/** Whether the store becomes ready, or not ready, within a few seconds, while `meanwhile` runs. */
async function becomes(store: ServingStore, ready: boolean, meanwhile = async () => {}): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    await meanwhile();
    if ((await store.ready()) === ready) return true;
    await Bun.sleep(20);
  }
  return false;
}

describe("a store on PostgreSQL", () => {
  let postgres: PostgresServer;
  let url: string;
  let store: ServingStore;

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
    store = await open(url);
  });
  afterAll(async () => {
    await store.close();
    await postgres.stop();
  });

  async function set(setting: string): Promise<void> {
    await query(postgres.url, `ALTER SYSTEM ${setting}`);
    await query(postgres.url, "SELECT pg_reload_conf()");
  }

  const ask = async (digest: string) => {
    await store.admission.admit([{ digest, kind: "city", counts: true }]);
  };

  test("is not ready while it accepts no writes", async () => {
    expect(await becomes(store, true)).toBe(true);
    await set("SET default_transaction_read_only = on");
    expect(await becomes(store, false)).toBe(true);
    await set("RESET default_transaction_read_only");
    expect(await becomes(store, true)).toBe(true);
  });

  test("is not ready while its synchronous standby is missing, even though requests with unknown keys are answered", async () => {
    await set("SET synchronous_standby_names = 'nobody'");
    expect(await becomes(store, false, () => ask("nobody's"))).toBe(true);
    await set("RESET synchronous_standby_names");
    expect(await becomes(store, true)).toBe(true);
  });

  test("is not ready while its requests fail, even if the probe could be written", async () => {
    const commands = await openTestStore(url, { clock });
    const { digest } = await newKey(commands, (await newAccount(commands, "enterprise")).id);
    await query(url, "ALTER TABLE counters RENAME TO gone");
    const failing = () => ask(digest).catch(() => {});
    expect(await becomes(store, false, failing)).toBe(true);
    await query(url, "ALTER TABLE gone RENAME TO counters");
    expect(await becomes(store, true, failing)).toBe(true);
    await commands.close();
  });

  test("is not ready while the server is frozen, and reports it even though nothing answers", async () => {
    postgres.freeze();
    const found = await becomes(store, false);
    postgres.thaw();
    expect(found).toBe(true);
    expect(await becomes(store, true)).toBe(true);
  });
});

test("an embedded store is not ready while another process writes without end", async () => {
  const url = await emptyStoreUrl("sqlite");
  const store = await open(url);
  expect(await store.ready()).toBe(true);
  using other = new Database(url.slice("sqlite:".length));
  other.run("BEGIN IMMEDIATE");
  expect(await becomes(store, false)).toBe(true);
  other.run("COMMIT");
  expect(await becomes(store, true)).toBe(true);
  await store.close();
});
