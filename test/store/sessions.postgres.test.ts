import { afterAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { inspectStore } from "../../src/store/inspect.ts";
import { Hosts } from "../../src/store/postgres/hosts.ts";
import { PrimaryPool } from "../../src/store/postgres/pool.ts";
import { query, startPostgres } from "../support/postgres.ts";
import { boundlessKey, openTestStore, postgresAddress } from "../support/stores.ts";

const postgres = await startPostgres({
  settings: ["default_transaction_isolation=serializable", "datestyle=German, DMY"],
});
afterAll(() => postgres.stop());
const clock = { now: () => Date.now() };

test("each session has the isolation and the date style that the service needs, whatever the server sets", async () => {
  const url = await postgres.createDatabase();
  const store = await openTestStore(url, { clock });
  const { rows } = await sql<{ isolation: string; style: string }>`
    select current_setting('transaction_isolation') as isolation, current_setting('datestyle') as style`.execute(
    store.database,
  );
  expect(rows).toEqual([{ isolation: "read committed", style: expect.stringMatching(/^ISO/) }]);
  const hosts = new Hosts(postgresAddress(url));
  const pool = new PrimaryPool(hosts, 1, 250);
  expect((await pool.query({ text: "SELECT current_setting('transaction_isolation') AS level" })).rows).toEqual([
    { level: "read committed" },
  ]);
  await pool.end();
  const { server } = await inspectStore(postgresAddress(url));
  expect(server).toMatchObject({ unsuitable: [], encoding: "UTF8" });
});

test("with serializable as the server's default, no request of several nodes at once fails", async () => {
  const url = await postgres.createDatabase();
  const stores = [await openTestStore(url, { clock }), await openTestStore(url, { clock })];
  const [first] = stores;
  if (first === undefined) throw new Error("no store");
  const { digest } = await boundlessKey(first);
  const batches = Array.from({ length: 200 }, (_, at) =>
    stores[at % 2]?.admission.admit([{ digest, kind: "city", counts: true, address: undefined }]),
  );
  const outcomes = new Set(
    (await Promise.all(batches)).flatMap((decisions) => decisions?.map(({ outcome }) => outcome)),
  );
  expect([...outcomes]).toEqual(["admitted"]);
});

test("tables are not created in a database of another encoding, and the service says which it needs", async () => {
  await query(postgres.url, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
  const url = postgres.url.replace(/\/postgres$/, "/latin");
  await expect(openTestStore(url, { clock })).rejects.toThrow(
    "has the encoding LATIN1. Create one with ENCODING 'UTF8'",
  );
  expect(await inspectStore(postgresAddress(url))).toMatchObject({ version: 0, server: { encoding: "LATIN1" } });
});
