import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { StoreError } from "../../src/store/error.ts";
import { migrate } from "../../src/store/migrate.ts";
import { POSTGRES_MIGRATIONS } from "../../src/store/postgres/migrations.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { SQLITE_MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import {
  DIALECTS,
  emptyStore,
  emptyStoreUrl,
  MovableClock,
  newAccount,
  newKey,
  openTestStore,
} from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");

test("both dialects have the same versions, from 1 without gaps", () => {
  const versions = SQLITE_MIGRATIONS.map(({ version }) => version);
  expect(versions).toEqual(SQLITE_MIGRATIONS.map((_, index) => index + 1));
  expect(POSTGRES_MIGRATIONS.map(({ version }) => version)).toEqual(versions);
});

describe.each(DIALECTS)("the tables on %s", (dialect) => {
  test("are created once if ten nodes start at the same moment", async () => {
    const url = await emptyStoreUrl(dialect);
    const opener = new URL("../support/open-store.ts", import.meta.url).pathname;
    const nodes = Array.from({ length: 10 }, () =>
      Bun.spawn([process.execPath, opener, url], { env: {}, stdio: ["ignore", "inherit", "inherit"] }),
    );
    expect(await Promise.all(nodes.map((node) => node.exited))).toEqual(Array.from({ length: 10 }, () => 0));
    const store = await openTestStore(url, { clock });
    const { rows } = await sql<{ version: number }>`select version from schema_versions order by version`.execute(
      store.database,
    );
    expect(rows.map(({ version }) => version)).toEqual(SQLITE_MIGRATIONS.map(({ version }) => version));
    expect(await store.accounts.list({ limit: 100 })).toHaveLength(10);
  });

  test("of a newer version are refused with a message for an operator, while a running node continues", async () => {
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
  });

  test("may have limits that only a newer version knows, so that two versions can run at the same time", async () => {
    const store = await emptyStore(dialect, { clock });
    const { id } = await newAccount(store);
    const { digest } = await newKey(store, id);
    await sql`update accounts set plan = 'team', overrides = ${'{"monthlyRequests":7,"seats":3}'}`.execute(
      store.database,
    );
    expect(await store.admission.admit([{ digest, kind: "city", counts: true }])).toMatchObject([
      { outcome: "admitted", allowance: { limit: 7, remaining: 6 } },
    ]);
  });
});

test("version 3 keeps every count, and a node of version 2 keeps counting alongside one of version 3", async () => {
  const url = await emptyStoreUrl("sqlite");
  // Counts as version 2 does, with a connection and statements that stay open.
  const running = openDatabase(url.slice("sqlite:".length), "NORMAL", 1_000);
  const run = async (statement: string) => void running.run(statement);
  await migrate({ run, version: async () => 0 }, SQLITE_MIGRATIONS.slice(0, 2), 0);
  await run("INSERT INTO accounts (id, email, plan, created_at) VALUES (1, 'alice@example.com', 'free', 0)");
  await run(`INSERT INTO api_keys (id, account_id, type, name, digest, display, created_at)
    VALUES (1, 1, 'live', 'a key', 'digest', 'svc_…', 0)`);
  const counter = running.prepare(`INSERT INTO counters (policy, window_start, subject, used) VALUES ('month', ?, 1, ?)
    ON CONFLICT (policy, window_start, subject) DO UPDATE SET used = excluded.used`);
  const usage = running.prepare(`INSERT INTO daily_usage (key_id, day, last_used_at, city, county, batch, stats, other)
    VALUES (1, ?, 1, ?, 0, 0, 0, 0) ON CONFLICT (day, key_id) DO UPDATE SET city = city + excluded.city`);
  const [month, day, yesterday] = ["2026-11-01", "2026-11-20", "2026-11-19"].map(Date.parse) as [
    number,
    number,
    number,
  ];
  counter.run(month, 7);
  usage.run(yesterday, 3);
  usage.run(day, 4);

  const store = await openTestStore(url, { clock });
  const admit = () => store.admission.admit([{ digest: "digest", kind: "city", counts: true }]);
  expect(await admit()).toMatchObject([{ outcome: "admitted", allowance: { remaining: 992 } }]);
  counter.run(month, 10);
  usage.run(day, 2);
  expect(await admit()).toMatchObject([{ outcome: "admitted", allowance: { remaining: 989 } }]);
  expect(await store.usage.month(1)).toMatchObject({ used: 11 });
  const days = await store.usage.daily(1, 0, clock.now());
  expect(days.map(({ dayMs, counts }) => [dayMs, counts.city])).toEqual([
    [yesterday, 3],
    [day, 8],
  ]);
  await store.close();
  counter.finalize();
  usage.finalize();
  running.close();
});

describe("a store that cannot be opened", () => {
  test("reports its location and the reason", async () => {
    const open = (url: string) => openTestStore(url, { clock });
    await expect(open("sqlite:/dev/null/safety.sqlite")).rejects.toThrow("/dev/null/safety.sqlite");
    await expect(open("postgres://nobody@127.0.0.1:1/safety")).rejects.toThrow("PostgreSQL cannot be used");
  });
});

test.each(DIALECTS)(
  "%s: writes of a version 7 node about a deleted account are refused, as documented",
  async (dialect) => {
    const store = await emptyStore(dialect, { clock });
    const { id } = await newAccount(store);
    const written = sql`insert into former_addresses (digest, account_id, month_start) values ('digest', ${id}, 0)
    on conflict (digest) do update set account_id = ${id}, month_start = 0`.execute(store.database);
    await expect(written).rejects.toThrow(/ON CONFLICT/);
    const { rows } = await sql`select * from former_addresses`.execute(store.database);
    expect(rows).toEqual([]);
  },
);
