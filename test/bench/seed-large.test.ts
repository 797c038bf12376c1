import { expect, test } from "bun:test";
import { withClient } from "../../bench/postgres.ts";
import { LIVE_KEYS, withBenchStore } from "../../bench/seed.ts";
import { maintainStore, seedLargeStore } from "../../bench/seed-large.ts";
import { digestOf } from "../../src/access/key.ts";
import { DIALECTS, migratedStoreUrl } from "../support/stores.ts";

const KEYS = 400;
const MONTHS = 12;

test.each(DIALECTS)("a large store on %s has a year of usage, and its hundred keys are admitted", async (dialect) => {
  const url = await migratedStoreUrl(dialect);
  const keys = await seedLargeStore(url, KEYS);
  await maintainStore(url);
  await withBenchStore(url, async ({ admission, database }) => {
    const rows = await database.selectFrom("daily_usage").select("day").execute();
    expect([rows.length, new Set(rows.map(({ day }) => day)).size]).toEqual([KEYS * MONTHS, MONTHS]);
    const batch = keys.map((key) => ({ digest: digestOf(key), kind: "city" as const, counts: true }));
    const outcomes = (await admission.admit(batch)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(Array.from({ length: LIVE_KEYS }, () => "admitted"));
  });
});

test("on PostgreSQL, usage is inserted day by day, and maintenance vacuums and writes a checkpoint", async () => {
  const url = await migratedStoreUrl("postgres");
  await seedLargeStore(url, KEYS);
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ day: string }>("SELECT day FROM daily_usage ORDER BY ctid");
    const days = rows.map(({ day }) => Number(day));
    expect(days).toEqual(days.toSorted((a, b) => a - b));

    const state = async () => {
      const { rows } = await client.query<{ tables: string[]; checkpoint: string }>(
        `SELECT checkpoint_lsn AS checkpoint, ARRAY(
          SELECT relname::text FROM pg_stat_user_tables WHERE last_vacuum IS NOT NULL AND last_analyze IS NOT NULL
        ) AS tables FROM pg_control_checkpoint()`,
      );
      return { tables: rows[0]?.tables ?? [], checkpoint: rows[0]?.checkpoint };
    };
    const before = await state();
    await maintainStore(url);
    const after = await state();
    expect([before.tables, after.tables]).toEqual([[], expect.arrayContaining(["counters", "daily_usage"])]);
    expect(after.checkpoint).not.toBe(before.checkpoint);
  });
});
