import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { StoreError } from "../../src/store/error.ts";
import { POSTGRES_MIGRATIONS } from "../../src/store/postgres/migrations.ts";
import { SQLITE_MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import {
  DIALECTS,
  emptyStore,
  emptyStoreUrl,
  MovableClock,
  newAccount,
  newKey,
  openTestStore,
  START_MS,
} from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");

test("both dialects know the same versions, from 1 without a gap", () => {
  const versions = SQLITE_MIGRATIONS.map(({ version }) => version);
  expect(versions).toEqual(SQLITE_MIGRATIONS.map((_, index) => index + 1));
  expect(POSTGRES_MIGRATIONS.map(({ version }) => version)).toEqual(versions);
});

describe.each(DIALECTS)("the tables on %s", (dialect) => {
  test(
    "are made once when ten nodes start at the same moment",
    async () => {
      const url = await emptyStoreUrl(dialect);
      const opener = new URL("../support/open-store.ts", import.meta.url).pathname;
      const nodes = Array.from({ length: 10 }, () =>
        Bun.spawn([process.execPath, opener, url], { stdio: ["ignore", "inherit", "inherit"] }),
      );
      expect(await Promise.all(nodes.map((node) => node.exited))).toEqual(Array.from({ length: 10 }, () => 0));
      const store = await openTestStore(url, { clock });
      const { rows } = await sql<{ version: number }>`select version from schema_versions order by version`.execute(
        store.database,
      );
      expect(rows.map(({ version }) => version)).toEqual(SQLITE_MIGRATIONS.map(({ version }) => version));
      expect(await store.accounts.list({ limit: 100 })).toHaveLength(10);
      await store.close();
    },
    START_MS,
  );

  test(
    "of a newer version are refused in words for an operator, while a node that is running goes on",
    async () => {
      const url = await emptyStoreUrl(dialect);
      const running = await openTestStore(url, { clock });
      const newer = SQLITE_MIGRATIONS.length + 1;
      await sql`alter table accounts add column vat_number text`.execute(running.database);
      await sql`insert into schema_versions (version, applied_at) values (${newer}, 0)`.execute(running.database);
      const opening = openTestStore(url, { clock });
      await expect(opening).rejects.toBeInstanceOf(StoreError);
      await expect(opening).rejects.toThrow(`tables of version ${newer}`);

      const { id } = await newAccount(running);
      const { digest } = await newKey(running, id);
      expect(await running.admission.admit([{ digest, kind: "city", counts: true }])).toMatchObject([
        { outcome: "admitted" },
      ]);
      await running.close();
    },
    START_MS,
  );

  test(
    "read limits that only a newer version knows, so that two versions work side by side",
    async () => {
      const store = await emptyStore(dialect, { clock });
      const { id } = await newAccount(store);
      const { digest } = await newKey(store, id);
      await sql`update accounts set plan = 'team', overrides = ${'{"monthlyRequests":7,"seats":3}'}`.execute(
        store.database,
      );
      expect(await store.admission.admit([{ digest, kind: "city", counts: true }])).toMatchObject([
        { outcome: "admitted", allowance: { limit: 7, remaining: 6 } },
      ]);
      await store.close();
    },
    START_MS,
  );
});

describe("a store that cannot be opened", () => {
  test("says where and why", async () => {
    const open = (url: string) => openTestStore(url, { clock });
    await expect(open("mysql://localhost/safety")).rejects.toThrow("sqlite:PATH or postgres://");
    await expect(open("sqlite:/dev/null/safety.sqlite")).rejects.toThrow("/dev/null/safety.sqlite");
    await expect(open("postgres://nobody@127.0.0.1:1/safety")).rejects.toThrow("PostgreSQL cannot be used");
  });
});
