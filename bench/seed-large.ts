import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { mintKey } from "../src/access/key.ts";
import { utcDay, utcMonth } from "../src/domain/window.ts";
import { systemClock } from "../src/main/clock.ts";
import type { Tables } from "../src/store/tables.ts";
import { LIVE_KEYS, withBenchStore } from "./seed.ts";

const KEYS_PER_ACCOUNT = 4;
const USAGE_DAYS = 12;
const DAYS_BETWEEN = 30;
const DAY_MS = 86_400_000;

/**
 * Fills an empty store like one after years of use: `keys` keys, four per account, half of them live, each account and
 * test key with a counter, and each key with usage on one day of each of twelve months, the last of them a month ago.
 * Usage is inserted day by day, as it accumulates: otherwise, PostgreSQL's index on it would have another level. Returns
 * the secrets of a hundred live keys, spread evenly, for the load.
 */
export async function seedLargeStore(url: string, keys: number): Promise<readonly string[]> {
  return await withBenchStore(url, (store) =>
    store.dialect === "sqlite"
      ? fill(store.database, keys, SQLITE)
      : withPatientDatabase(url, (database) => fill(database, keys, POSTGRES)),
  );
}

/**
 * Runs the maintenance of a store now, and writes it to the disk, so that neither affects a measurement. After this, a
 * store that was just filled is like one that has been running for long.
 */
export async function maintainStore(url: string): Promise<void> {
  await withBenchStore(url, async (store) => {
    if (store.dialect === "sqlite") await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(store.database);
    else await withPatientDatabase(url, (database) => runAll(database, ["VACUUM ANALYZE", "CHECKPOINT"]));
  });
}

async function runAll(database: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

/** The SQL that differs between the dialects. */
interface BulkSql {
  /** A table `series` with the column `n`: 1 to `count`. */
  series(count: number): string;
  readonly randomDigest: string;
}

const SQLITE: BulkSql = {
  series: (count) =>
    `(WITH RECURSIVE s (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) SELECT n FROM s) AS series`,
  randomDigest: "substr(hex(randomblob(32)), 1, 43)",
};
const POSTGRES: BulkSql = {
  series: (count) => `generate_series(1, ${count}) AS series (n)`,
  randomDigest: "left(encode(sha256(random()::text::bytea), 'hex'), 43)",
};

async function fill(database: Kysely<Tables>, keys: number, bulk: BulkSql): Promise<readonly string[]> {
  const nowMs = systemClock.now();
  const lastDay = utcDay(nowMs).startMs - DAYS_BETWEEN * DAY_MS;
  const days = Array.from({ length: USAGE_DAYS }, (_, index) => lastDay - index * DAYS_BETWEEN * DAY_MS).toReversed();
  const statements = [
    `INSERT INTO accounts (id, email, plan, created_at)
      SELECT n, 'holder-' || n || '@bench.localhost', 'enterprise', ${nowMs} FROM ${bulk.series(keys / KEYS_PER_ACCOUNT)}`,
    `INSERT INTO api_keys (id, account_id, type, name, digest, display, created_at)
      SELECT n, (n - 1) / ${KEYS_PER_ACCOUNT} + 1, CASE n % 2 WHEN 0 THEN 'live' ELSE 'test' END,
        'bench', ${bulk.randomDigest}, 'svc_…', ${nowMs} FROM ${bulk.series(keys)}`,
    `INSERT INTO counters (policy, subject, window_start, used)
      SELECT 'month', id, ${utcMonth(lastDay).startMs}, 1 FROM accounts ORDER BY id`,
    `INSERT INTO counters (policy, subject, window_start, used)
      SELECT 'day', id, ${lastDay}, 1 FROM api_keys WHERE type = 'test' ORDER BY id`,
    ...days.map(
      (day) => `INSERT INTO daily_usage (key_id, day, last_used_at, city, county, batch, stats, other)
        SELECT id, ${day}, ${day}, 1, 0, 0, 0, 0 FROM api_keys ORDER BY id`,
    ),
  ];
  await runAll(database, statements);

  const live = Array.from({ length: LIVE_KEYS }, () => mintKey("live"));
  for (const [index, { digest }] of live.entries()) {
    const id = 2 * Math.floor((index + 0.5) * (keys / LIVE_KEYS / 2));
    await database.updateTable("api_keys").set({ digest }).where("id", "=", id).execute();
  }
  return live.map(({ key }) => key);
}

/** The store's own connections cancel a statement after seconds; these statements take longer. */
async function withPatientDatabase<Result>(
  url: string,
  work: (database: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}
