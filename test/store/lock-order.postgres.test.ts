import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Store } from "../../src/store/store.ts";
import { emptyStore, MovableClock, newAccount, newKey } from "../support/stores.ts";
import { until } from "../support/until.ts";

const KEYS = 40;

/** Records the rows that statements write into a table, in the order in which they lock them. */
async function watch(store: Store, table: string, column: string) {
  const { database } = store;
  await sql`create table ${sql.table(`${table}_order`)} (n bigint generated always as identity, id bigint)`.execute(
    database,
  );
  await sql
    .raw(
      `create function watch_${table}() returns trigger language plpgsql as
        'begin insert into ${table}_order (id) values (new.${column}); return new; end'`,
    )
    .execute(database);
  await sql
    .raw(`create trigger watched before insert or update on ${table} for each row execute function watch_${table}()`)
    .execute(database);
  return async () => {
    const order = sql.table(`${table}_order`);
    const { rows } = await sql<{ id: number }>`select id from ${order} order by n`.execute(database);
    await sql`delete from ${order}`.execute(database);
    return rows.map(({ id }) => Number(id));
  };
}

test("a batch locks its counters, and then its usage rows, in sorted order, so two batches never deadlock", async () => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore("postgres", { clock });
  const keys: { readonly digest: string; readonly accountId: number }[] = [];
  for (let count = 0; count < KEYS; count++) {
    const { id } = await newAccount(store);
    keys.push({ digest: (await newKey(store, id)).digest, accountId: id });
  }
  // An order that a query plan could not produce by chance.
  const shuffled = keys.map((_, index) => keys[(index * 17) % KEYS]);
  const batch = shuffled.flatMap((key) => (key ? [{ digest: key.digest, kind: "city", counts: true } as const] : []));
  const counters = await watch(store, "counters", "subject");
  const days = await watch(store, "daily_usage", "key_id");
  // The first batch reads the keys, the second has them cached, the third reads them again because one has changed.
  for (const change of [false, false, true]) {
    if (change) await newAccount(store);
    const decisions = await store.admission.admit(batch);
    expect(decisions.map(({ outcome }) => outcome)).toEqual(batch.map(() => "admitted"));
    for (const written of [await counters(), await days()]) {
      // PostgreSQL runs the trigger again if the row exists, so only the order matters.
      expect(new Set(written).size).toBe(KEYS);
      expect(written).toEqual(written.toSorted((left, right) => left - right));
    }
  }
});

test("a person who switches to an account waits for nobody who changes it, so a removal at that moment never deadlocks", async () => {
  const store = await emptyStore("postgres", { clock: new MovableClock("2026-11-20T12:00:00Z") });
  const { database, members } = store;
  const [own, other] = [await newAccount(store), await newAccount(store)];
  const userId = randomUUID();
  await sql`insert into users (id, name, email, email_verified, created_at, updated_at, account_id)
    values (${userId}, '', ${own.email}, true, '2026-11-20', '2026-11-20', ${own.id})`.execute(database);
  await database
    .insertInto("memberships")
    .values({ account_id: other.id, user_id: userId, role: "owner", joined_at: 0, selected_at: null })
    .execute();
  let isOver = false;
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const switching = await database.transaction().execute(async (trx) => {
    await trx.selectFrom("accounts").select("id").where("id", "=", other.id).forUpdate().execute();
    const switched = members.switchTo("a session", userId, other.id).finally(() => {
      isOver = true;
    });
    await until(
      "the switch is over or waits",
      async () => isOver || (await waiting.execute(database)).rows[0]?.n === 1,
    );
    await trx.deleteFrom("memberships").where("user_id", "=", userId).execute();
    // In an object, because a promise alone would be awaited before the commit.
    return { switched };
  });
  expect(await switching.switched).toBe(true);
  expect(await members.selected(userId)).toBeNull();
});
