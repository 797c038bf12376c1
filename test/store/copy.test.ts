import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { copyStore } from "../../src/store/copy.ts";
import type { Store } from "../../src/store/store.ts";
import { emptyStore, MovableClock, newAccount, newKey, OPERATOR } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");

async function usedStore() {
  const store = await emptyStore("sqlite", { clock });
  const alice = await newAccount(store, "enterprise");
  const keys = [await newKey(store, alice.id, "live"), await newKey(store, alice.id, "test")];
  for (let day = 0; day < 5; day++) {
    for (const [index, { digest }] of keys.entries()) {
      await store.admission.admit(
        Array.from({ length: 3 + day + index }, () => ({ digest, kind: "city" as const, counts: true })),
      );
    }
    clock.nowMs += 86_400_000;
  }
  // More rows than one statement inserts.
  await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2501)
    insert into daily_usage (key_id, day, city, county, batch, stats, other, last_used_at)
    select 1, i * 86400000, i, 0, 0, 0, 0, i from n`.execute(store.database);
  const [first] = keys;
  if (first === undefined) throw new Error("There is no key");
  await store.keys.reissue({ accountId: alice.id, keyId: first.key.id, grace: "week", origin: OPERATOR });
  await sql`insert into users (id, name, email, email_verified, created_at, updated_at, account_id, two_factor_enabled)
    values ('u1', 'Alice', ${alice.email}, 1, '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z', ${alice.id}, 0)`.execute(
    store.database,
  );
  return { store, alice, keys };
}

async function everything(store: Store, accountId: number, keyIds: readonly number[]) {
  return {
    account: await store.accounts.find(accountId),
    keys: await store.keys.usable(accountId),
    month: await store.usage.month(accountId),
    days: await Promise.all(keyIds.map((id) => store.usage.day(id))),
    usage: await store.usage.daily(accountId, 0, clock.now() + 1),
    log: await store.accounts.auditLog(accountId, { limit: 100 }),
  };
}

describe("copying an embedded store to PostgreSQL", () => {
  test("keeps every account, key, count, day, and event, and the copy keeps counting from there", async () => {
    const { store, alice, keys } = await usedStore();
    const target = await emptyStore("postgres", { clock });
    const copied = await copyStore(store, target);
    const keyIds = keys.map(({ key }) => key.id);
    expect(await everything(target, alice.id, keyIds)).toEqual(await everything(store, alice.id, keyIds));

    const users = await sql<{
      at: Date;
      email_verified: boolean;
    }>`select created_at as at, email_verified from users`.execute(target.database);
    expect(users.rows).toEqual([{ at: new Date("2026-11-20T12:00:00.000Z"), email_verified: true }]);

    const used = (await store.usage.month(alice.id))?.used ?? 0;
    const [live] = keys;
    await target.admission.admit([{ digest: live?.digest ?? "", kind: "stats", counts: true }]);
    expect((await target.usage.month(alice.id))?.used).toBe(used + 1);
    const bob = await newAccount(target);
    expect(bob.id).toBeGreaterThan(alice.id);
    await newKey(target, bob.id);

    const tables = (await store.database.introspection.getTables()).map(({ name }) => name);
    expect(copied.map(({ table }) => table).sort()).toEqual(
      tables.filter((name) => !["schema_versions", "node_secret", "readiness", "count_journal"].includes(name)).sort(),
    );
    await store.close();
  });

  test("is refused if the target has accounts, and leaves the target unchanged", async () => {
    const { store } = await usedStore();
    const target = await emptyStore("postgres", { clock });
    const bob = await newAccount(target);
    await expect(copyStore(store, target)).rejects.toThrow("already has accounts");
    expect(await target.accounts.list({ limit: 10 })).toEqual([bob]);
    await store.close();
  });
});
