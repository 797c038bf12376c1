import { expect, test } from "bun:test";
import pg from "pg";
import type { KeyDigest } from "../../src/access/key.ts";
import { query } from "../support/postgres.ts";
import { emptyStoreUrl, MovableClock, newAccount, newKey, OPERATOR, openTestStore } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T00:00:00Z");

const url = await emptyStoreUrl("postgres");
const store = await openTestStore(url, { clock });

async function connected(to: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: to });
  client.on("error", () => {});
  await client.connect();
  return client;
}

test("an open transaction that changes one account does not delay another account's revocation", async () => {
  const [one, other] = [await newAccount(store), await newAccount(store)];
  const { key } = await newKey(store, other.id);
  const client = await connected(url);
  await client.query("BEGIN");
  await client.query(`UPDATE accounts SET plan = 'pro' WHERE id = ${one.id}`);
  const revocation = store.keys.revoke({ accountId: other.id, keyId: key.id, origin: OPERATOR });
  const outcome = await revocation.then(
    ({ ok }) => ok,
    (error: Error) => error.message,
  );
  await client.query("ROLLBACK");
  await client.end();
  expect(outcome).toBe(true);
});

test("keys can be changed in a session without a search path, such as pg_restore's", async () => {
  const { id } = await newAccount(store);
  const client = await connected(url);
  await client.query("SELECT set_config('search_path', '', false)");
  const outcome = await client.query(`UPDATE public.accounts SET plan = 'pro' WHERE id = ${id}`).then(
    () => "changed",
    (error: Error) => error.message,
  );
  await client.end();
  expect(outcome).toBe("changed");
});

test("a revocation applies even if a table earlier in the search path has the name of the version table", async () => {
  const { id } = await newAccount(store);
  const { key, digest } = await newKey(store, id);
  const ask = async (of: KeyDigest) => (await store.admission.admit([{ digest: of, kind: "city", counts: true }]))[0];
  await ask(digest);
  const client = await connected(url);
  await client.query("CREATE TEMPORARY TABLE admission_version (version UUID)");
  await client.query(`UPDATE api_keys SET revoked_at = 1 WHERE id = ${key.id}`);
  await client.end();
  expect(await ask(digest)).toMatchObject({ code: "key_revoked" });
});

test.each([
  ["many rows", ["UPDATE api_keys SET name = 'another name'", "UPDATE accounts SET plan = 'pro'"], true],
  [
    "a row that comes and goes",
    [
      "INSERT INTO accounts (id, email, plan, created_at) VALUES (-1, 'x', 'free', 0)",
      "DELETE FROM accounts WHERE id = -1",
    ],
    true,
  ],
  [
    "one row after a part that was taken back",
    [
      "SAVEPOINT part",
      "UPDATE accounts SET plan = 'pro'",
      "SET CONSTRAINTS ALL IMMEDIATE",
      "ROLLBACK TO part",
      "UPDATE api_keys SET name = 'a third name'",
    ],
    true,
  ],
  ["one row of a replica", ["SET LOCAL session_replication_role = replica", "UPDATE accounts SET plan = 'free'"], true],
  ["no row", ["UPDATE accounts SET plan = 'free' WHERE id = -1"], false],
  ["admission's own writes", ["UPDATE counters SET used = 0", "UPDATE daily_usage SET city = 0"], false],
])("a transaction that changes %s renews the version with its commit, or not at all", async (_, statements, renews) => {
  await newKey(store, (await newAccount(store)).id);
  const version = async () => (await query(url, "SELECT version FROM admission_version"))[0];
  const client = await connected(url);
  const before = await version();
  await client.query("BEGIN");
  for (const statement of statements) await client.query(statement);
  expect(await version()).toEqual(before);
  await client.query("COMMIT");
  await client.end();
  expect(Bun.deepEquals(await version(), before)).toBe(!renews);
});
