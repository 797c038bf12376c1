import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { sql } from "kysely";
import { planTable } from "../../src/domain/plan.ts";
import { parseStoreAddress } from "../../src/store/address.ts";
import { StoreError } from "../../src/store/error.ts";
import { openServingStore } from "../../src/store/open.ts";
import { query } from "../support/postgres.ts";
import { recordingLog } from "../support/recording-log.ts";
import { DIALECTS, emptyStoreUrl, MovableClock, OPERATOR, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");
const { log } = recordingLog();
const open = (url: string) =>
  openServingStore({ address: parseStoreAddress(url), clock, plans: planTable(), time: "process", log });
const pathOf = (url: string) => url.slice("sqlite:".length);

describe.each(DIALECTS)("a store that serves requests on %s", (dialect) => {
  test("knows whether there has ever been an account", async () => {
    const store = await open(await emptyStoreUrl(dialect));
    expect(await store.hasAccounts()).toBe(false);
    const { accounts } = await store.repositories();
    const { account } = await accounts.create({ email: "alice@example.com", plan: "free", origin: OPERATOR });
    expect(await store.hasAccounts()).toBe(true);
    await accounts.delete(account.id, OPERATOR);
    expect(await store.hasAccounts()).toBe(true);
    await store.close();
  });

  test("is ready until it is closed, whether or not anything other than admission was used", async () => {
    const url = await emptyStoreUrl(dialect);
    for (const uses of [false, true]) {
      const store = await open(url);
      expect(await store.admission.admit([{ digest: "nobody's", kind: "city", counts: true }])).toMatchObject([
        { outcome: "refused", code: "key_unknown" },
      ]);
      if (uses) expect(await (await store.repositories()).accounts.list({ limit: 1 })).toEqual([]);
      await store.probe();
      await store.close();
      await expect((async () => store.probe())()).rejects.toThrow();
    }
  });
});

test("a PostgreSQL store survives the loss of a transaction's connection", async () => {
  const url = await emptyStoreUrl("postgres");
  const store = await open(url);
  const { database } = await store.repositories();
  const transaction = database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await query(url, `SELECT pg_terminate_backend(${rows[0]?.pid}, 10000)`);
    await trx.selectFrom("accounts").selectAll().execute();
  });
  await expect(transaction).rejects.toThrow();
  await until("the store answers", () =>
    database
      .selectFrom("accounts")
      .execute()
      .then(
        () => true,
        () => false,
      ),
  );
  await store.close();
});

describe("opening an embedded store", () => {
  test("waits while another process writes", async () => {
    const url = await emptyStoreUrl("sqlite");
    await (await open(url)).close();
    using other = new Database(pathOf(url));
    other.run("BEGIN IMMEDIATE");
    const opening = open(url);
    const ended = Bun.sleep(250).then(() => other.run("COMMIT"));
    await (await opening).close();
    await ended;
  });

  test("leaves its tables unchanged if a migration step fails", async () => {
    const url = await emptyStoreUrl("sqlite");
    await (await openTestStore(url, { clock })).close();
    using database = new Database(pathOf(url));
    // The table of version 10 exists already, so that step fails after that of version 9.
    database.run("DELETE FROM schema_versions WHERE version > 8");
    await expect(open(url)).rejects.toBeInstanceOf(StoreError);
    expect(database.query("SELECT max(version) AS version FROM schema_versions").get()).toEqual({ version: 8 });
    // The failed start no longer has the write lock.
    database.run("PRAGMA busy_timeout = 0");
    database.run("CREATE TABLE one_more (id INTEGER)");
  });

  test("is refused if its file is not a store", async () => {
    const url = await emptyStoreUrl("sqlite");
    writeFileSync(pathOf(url), "no store, but some text that is long enough to be looked at as one".repeat(50));
    const opening = open(url);
    await expect(opening).rejects.toBeInstanceOf(StoreError);
    await expect(opening).rejects.toThrow(`cannot be opened at ${pathOf(url)}: file is not a database`);
  });
});
