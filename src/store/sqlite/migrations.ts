import { migrationsOf } from "../migrations.ts";

export const SQLITE_MIGRATIONS = migrationsOf({
  id: "INTEGER PRIMARY KEY AUTOINCREMENT",
  integer: "INTEGER",
  boolean: "INTEGER",
  time: "DATE",
  textKey: "TEXT PRIMARY KEY NOT NULL",
  deferrable: "",
  table: " STRICT",
  keyedTable: " STRICT, WITHOUT ROWID",
  // With a rowid, which admission caches for a busy key: writes take half the time.
  admission: [
    `CREATE TABLE counters (
      policy TEXT NOT NULL,
      subject INTEGER NOT NULL,
      window_start INTEGER NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (policy, window_start, subject)
    ) STRICT`,
    `CREATE TABLE daily_usage (
      key_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      city INTEGER NOT NULL,
      county INTEGER NOT NULL,
      batch INTEGER NOT NULL,
      stats INTEGER NOT NULL,
      other INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      explain INTEGER NOT NULL DEFAULT 0,
      history INTEGER NOT NULL DEFAULT 0,
      places INTEGER NOT NULL DEFAULT 0,
      locate INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (day, key_id)
    ) STRICT`,
  ],
  // Only PostgreSQL keeps old versions of a row in its indexes.
  version9: [],
});
