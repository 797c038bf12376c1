import { expect, test } from "bun:test";
import { sql } from "kysely";
import { utcDay, utcMonth } from "../../src/base/window.ts";
import { planTable } from "../../src/domain/plan.ts";
import type { Store } from "../../src/store/store.ts";
import { emptyStore, MovableClock, newAccount, newKey } from "../support/stores.ts";

const KEYS = 100;
/** Enough that the pages of the hot rows overflow several times while no old version can be removed. */
const BATCHES = 100;
const MAX_TURNS = 30;

interface Explained {
  readonly plan: readonly { readonly Plan: { readonly "Shared Hit Blocks": number } }[];
}

/** The pages that one connection reads to find each counter and each day by its index, in total. */
async function pagesRead({ database }: Store, nowMs: number): Promise<number> {
  return await database.connection().execute(async (connection) => {
    for (const scan of ["seqscan", "bitmapscan"]) await sql.raw(`SET enable_${scan} = off`).execute(connection);
    const rows = [
      `used FROM counters WHERE policy = 'month' AND window_start = ${utcMonth(nowMs).startMs} AND subject`,
      `city FROM daily_usage WHERE day = ${utcDay(nowMs).startMs} AND key_id`,
    ];
    let pages = 0;
    for (const row of rows) {
      for (let id = 1; id <= KEYS; id++) {
        const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT ${row} = ${id}`;
        const { rows: explained } = await sql.raw<{ "QUERY PLAN": Explained["plan"] }>(explain).execute(connection);
        pages += explained[0]?.["QUERY PLAN"][0]?.Plan["Shared Hit Blocks"] ?? Number.NaN;
      }
    }
    return pages;
  });
}

test("after a long transaction of others has ended, no batch reads the versions of rows that piled up meanwhile", async () => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore("postgres", { clock, plans: planTable({ free: { monthlyRequests: 1_000_000 } }) });
  const digests: string[] = [];
  for (let count = 0; count < KEYS; count++) {
    const { id } = await newAccount(store);
    digests.push((await newKey(store, id)).digest);
  }
  const batch = digests.map((digest) => ({ digest, kind: "city", counts: true }) as const);
  await store.admission.admit(batch);
  const pagesBefore = await pagesRead(store, clock.now());

  await store.database
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      await sql`SELECT FROM accounts`.execute(transaction);
      for (let count = 0; count < BATCHES; count++) await store.admission.admit(batch);
    });

  // The index may have become one level deeper: one more page for each row.
  const expected = pagesBefore + 2 * KEYS;
  // Reading a dead version marks its index entry, and the next read skips it. Transactions of other tests may delay
  // this.
  let pagesAfter = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < MAX_TURNS && pagesAfter > expected; turn++) {
    await store.admission.admit(batch);
    pagesAfter = await pagesRead(store, clock.now());
  }
  expect(pagesAfter).toBeLessThanOrEqual(expected);
});
