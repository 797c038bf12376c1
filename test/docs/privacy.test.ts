import { expect, test } from "bun:test";
import { sql } from "kysely";
import { sharedSite } from "../support/served-site.ts";
import { emptyStore, MovableClock, newAccount } from "../support/stores.ts";

/** Tables without data about people. The journal has counts until they are in `counters` and `daily_usage`, which an export reads first. */
const OWN = ["schema_versions", "sqlite_sequence", "node_secret", "readiness", "served_datasets", "count_journal"];

/** Tables whose rows are digests, of which the service does not know whose they are. */
const OF_NOBODY = ["throttles", "single_uses"];

test("the privacy page and an account's export list exactly the tables of the store with data about people", async () => {
  const store = await emptyStore("sqlite", { clock: new MovableClock("2026-11-20T12:00:00Z") });
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    store.database,
  );
  const exported = await store.accounts.export((await newAccount(store)).id);
  await store.close();
  const site = await sharedSite();
  const html = await (await fetch(`${site.url}/docs/privacy`)).text();
  const listed = [...html.matchAll(/<th scope="row"[^>]*><code>(\w+)<\/code>/g)].map(([, name = ""]) => name);
  expect([...Object.keys(exported ?? {}), ...OF_NOBODY].toSorted()).toEqual(listed.toSorted());
  expect(listed.toSorted()).toEqual(rows.flatMap(({ name }) => (OWN.includes(name) ? [] : [name])).toSorted());
});
