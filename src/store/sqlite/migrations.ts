import type { Migration } from "../migrate.ts";

/**
 * Every step only adds: a node of the version before goes on working beside it. Once released, a step never changes.
 * Tables that are found by their whole key alone have no rowid, so that a look-up is one descent.
 */
export const SQLITE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `CREATE TABLE accounts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        email TEXT NOT NULL UNIQUE,
        plan TEXT NOT NULL,
        overrides TEXT,
        suspended_at INTEGER,
        created_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT`,
      `CREATE TABLE api_keys (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts (id),
        type TEXT NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL UNIQUE,
        display TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER,
        replaced_by INTEGER REFERENCES api_keys (id),
        grace_ends_at INTEGER
      ) STRICT`,
      "CREATE INDEX api_keys_by_account ON api_keys (account_id)",
      `CREATE TABLE counters (
        policy TEXT NOT NULL,
        subject INTEGER NOT NULL,
        window_start INTEGER NOT NULL,
        used INTEGER NOT NULL,
        PRIMARY KEY (policy, subject)
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
        PRIMARY KEY (key_id, day)
      ) STRICT, WITHOUT ROWID`,
      "CREATE INDEX daily_usage_by_day ON daily_usage (day)",
      `CREATE TABLE audit_events (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts (id),
        at INTEGER NOT NULL,
        name TEXT NOT NULL,
        key_id INTEGER REFERENCES api_keys (id),
        via TEXT NOT NULL,
        address TEXT,
        detail TEXT NOT NULL
      ) STRICT`,
      "CREATE INDEX audit_events_by_account ON audit_events (account_id, id)",
    ],
  },
];
