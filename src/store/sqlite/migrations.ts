import { migrationsOf } from "../migrations.ts";

/** Counters are clustered by window and usage by day, so current writes stay together however much history there is. */
export const SQLITE_MIGRATIONS = migrationsOf({
  id: "INTEGER PRIMARY KEY AUTOINCREMENT",
  integer: "INTEGER",
  boolean: "INTEGER",
  time: "DATE",
  textKey: "TEXT PRIMARY KEY NOT NULL",
  deferrable: "",
  table: " STRICT",
  keyedTable: " STRICT, WITHOUT ROWID",
  countingTables: [
    `CREATE TABLE counters (
      policy TEXT NOT NULL,
      subject INTEGER NOT NULL,
      window_start INTEGER NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (policy, window_start, subject)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE daily_usage (
      key_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      city INTEGER NOT NULL,
      county INTEGER NOT NULL,
      batch INTEGER NOT NULL,
      stats INTEGER NOT NULL,
      other INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      PRIMARY KEY (day, key_id)
    ) STRICT, WITHOUT ROWID`,
  ],
  version3: [
    // Counters and usage get a rowid, so that admission can cache it for a busy key; writes take half the time.
    `CREATE TABLE new_counters (
      policy TEXT NOT NULL,
      subject INTEGER NOT NULL,
      window_start INTEGER NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (policy, window_start, subject)
    ) STRICT`,
    `INSERT INTO new_counters (policy, subject, window_start, used)
      SELECT policy, subject, window_start, used FROM counters ORDER BY policy, window_start, subject`,
    "DROP TABLE counters",
    "ALTER TABLE new_counters RENAME TO counters",
    `CREATE TABLE new_daily_usage (
      key_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      city INTEGER NOT NULL,
      county INTEGER NOT NULL,
      batch INTEGER NOT NULL,
      stats INTEGER NOT NULL,
      other INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      PRIMARY KEY (day, key_id)
    ) STRICT`,
    `INSERT INTO new_daily_usage (key_id, day, city, county, batch, stats, other, last_used_at)
      SELECT key_id, day, city, county, batch, stats, other, last_used_at FROM daily_usage ORDER BY day, key_id`,
    "DROP TABLE daily_usage",
    "ALTER TABLE new_daily_usage RENAME TO daily_usage",
    "CREATE INDEX daily_usage_by_key ON daily_usage (key_id, day)",
  ],
  // In this version PostgreSQL gets what SQLite already has: a version of its data.
  version4: [],
  version8: [
    `CREATE TABLE new_former_addresses (
      digest TEXT NOT NULL,
      account_id INTEGER NOT NULL REFERENCES accounts (id),
      month_start INTEGER NOT NULL,
      PRIMARY KEY (digest, account_id)
    ) STRICT, WITHOUT ROWID`,
    `INSERT INTO new_former_addresses (digest, account_id, month_start)
      SELECT digest, account_id, month_start FROM former_addresses`,
    "DROP TABLE former_addresses",
    "ALTER TABLE new_former_addresses RENAME TO former_addresses",
  ],
  // Only PostgreSQL keeps old versions of a row in its indexes.
  version9: [],
});
