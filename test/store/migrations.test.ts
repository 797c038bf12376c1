import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { sql } from "kysely";
import { StoreError } from "../../src/store/error.ts";
import { FIRST_VERSION } from "../../src/store/migrate.ts";
import { NEWEST_VERSION } from "../../src/store/migrations.ts";
import { POSTGRES_MIGRATIONS } from "../../src/store/postgres/migrations.ts";
import { SQLITE_MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import { SECRET, safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";
import {
  DIALECTS,
  emptyStore,
  emptyStoreUrl,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  openTestStore,
} from "../support/stores.ts";
import { until } from "../support/until.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");

const VERSIONS = Array.from({ length: NEWEST_VERSION - FIRST_VERSION + 1 }, (_, index) => FIRST_VERSION + index);

test("both dialects have the same versions, without gaps", () => {
  for (const steps of [SQLITE_MIGRATIONS, POSTGRES_MIGRATIONS]) {
    expect(steps.map(({ version }) => version)).toEqual(VERSIONS);
  }
});

describe.each(DIALECTS)("the tables on %s", (dialect) => {
  test("are created once if five nodes start at the same moment", async () => {
    const url = await emptyStoreUrl(dialect);
    const opener = new URL("../support/open-store.ts", import.meta.url).pathname;
    const nodes = Array.from({ length: 5 }, () =>
      Bun.spawn([process.execPath, opener, url], { env: {}, stdio: ["ignore", "inherit", "inherit"] }),
    );
    expect(await Promise.all(nodes.map((node) => node.exited))).toEqual([0, 0, 0, 0, 0]);
    const store = await openTestStore(url, { clock });
    const { rows } = await sql<{ version: number }>`select version from schema_versions order by version`.execute(
      store.database,
    );
    expect(rows.map(({ version }) => version)).toEqual(VERSIONS);
    expect(await store.accounts.list({ limit: 100 })).toHaveLength(5);
  });

  test("from before the first release are refused with the program that migrates them", async () => {
    const url = await emptyStoreUrl(dialect);
    const store = await openTestStore(url, { clock });
    await sql`update schema_versions set version = 7 where version = 8`.execute(store.database);
    await sql`delete from schema_versions where version > 8`.execute(store.database);
    await expect(openTestStore(url, { clock })).rejects.toThrow("start version 1.0.0 once to migrate them");
  });

  test("of a newer version are refused with a message for an operator, while a running node continues", async () => {
    const url = await emptyStoreUrl(dialect);
    const running = await openTestStore(url, { clock });
    const newer = NEWEST_VERSION + 1;
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

describe("a store that cannot be opened", () => {
  test("reports its location and the reason", async () => {
    const open = (url: string) => openTestStore(url, { clock });
    await expect(open("sqlite:/dev/null/safety.sqlite")).rejects.toThrow("/dev/null/safety.sqlite");
    await expect(open("postgres://nobody@127.0.0.1:1/safety")).rejects.toThrow("PostgreSQL cannot be used");
  });
});

describe.each(DIALECTS)("a rollback on %s", (dialect) => {
  test("is refused while a node runs, and names the versions that the tables can be taken back to", async () => {
    const url = await migratedStoreUrl(dialect);
    const environment = { DATABASE_URL: url, SECRET };
    await issueKey(url);
    const node = await serveProgram(environment);
    const oldest = "8";
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    const running = await safety(environment, "store", "migrate", "--to", oldest);
    expect([running.exitCode, running.note]).toEqual([1, expect.stringContaining("Stop all nodes")]);
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    await node.stop();
    const unknown = await safety(environment, "store", "migrate", "--to", "3");
    const earlier = VERSIONS.slice(0, -1).join(", ");
    expect([unknown.exitCode, unknown.note]).toEqual([2, expect.stringContaining(`can be taken back to ${earlier}\n`)]);
    expect((await safety(environment, "store", "migrate", "--to", oldest)).exitCode).toBe(0);
    expect((await safety(environment, "account", "list")).exitCode).toBe(0);
  });
});

describe.each(DIALECTS)("a use that is remembered on %s", (dialect) => {
  test("is remembered by the next version, and again after a rollback", async () => {
    const url = await migratedStoreUrl(dialect);
    // A server of PostgreSQL ends the connections of a store a moment after it is closed.
    const takeBack = () =>
      until("the tables are those of version 12", async () => {
        return (await safety({ DATABASE_URL: url, SECRET }, "store", "migrate", "--to", "12")).exitCode === 0;
      });
    const endsAt = clock.now() + 60_000;
    const [used, tried] = ["code_use:a", "sign_in_account:b"];
    await takeBack();
    await using old = new SQL(url);
    await old`INSERT INTO throttles (bucket, tries, window_ends_at) VALUES (${used}, 1, ${endsAt}), (${tried}, 1, ${endsAt})`;
    await old.close();
    const store = await openTestStore(url, { clock });
    expect(await store.singleUses.take(used, 1)).toBe(false);
    expect(await store.singleUses.take(tried, 1)).toBe(true);
    expect(await store.singleUses.take("code_use:c", 60_000)).toBe(true);
    await store.close();
    await takeBack();
    await using after = new SQL(url);
    const rows: readonly { bucket: string; ends: string | number }[] =
      await after`SELECT bucket, window_ends_at AS ends FROM throttles ORDER BY bucket`;
    expect(rows.map(({ bucket, ends }) => [bucket, Number(ends)])).toEqual(
      [used, "code_use:c", tried].map((bucket) => [bucket, endsAt]),
    );
  });
});

test.each(DIALECTS)(
  "after a rollback on %s, the previous version emails the notices whose emails wait",
  async (dialect) => {
    const url = await migratedStoreUrl(dialect);
    const store = await openTestStore(url, { clock });
    const account = await newAccount(store);
    const raise = (subject: string) =>
      store.notices.raise({ accountId: account.id, kind: "key_revoked", subject, text: "Revoked" });
    const queue = () =>
      store.notices.queueEmails(9, ({ email }) => {
        return { kind: "notice", recipient: email, accountId: account.id, subject: "", text: "" };
      });
    await raise("sent");
    await queue();
    const sent = await store.outbox.claim();
    if (sent !== null) await store.outbox.record(sent, null);
    clock.nowMs += 1;
    await raise("waits");
    await queue();
    await store.close();
    await until("the tables are those of version 15", async () => {
      return (await safety({ DATABASE_URL: url, SECRET }, "store", "migrate", "--to", "15")).exitCode === 0;
    });
    await using old = new SQL(url);
    const rows: readonly { subject: string }[] = await old`SELECT subject FROM notices WHERE mailed_at IS NULL`;
    expect(rows.map(({ subject }) => subject)).toEqual(["waits"]);
  },
);
