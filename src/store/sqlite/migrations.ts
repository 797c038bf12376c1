import type { Migration } from "../migrate.ts";

/**
 * After every step a node of the version before goes on working beside it. Once released, a step never changes.
 * Counters lie by window and usage by day: what is written now lies together, however much of the past there is.
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
      "CREATE INDEX daily_usage_by_key ON daily_usage (key_id, day)",
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
  {
    version: 2,
    statements: [
      // better-auth writes and reads these five, and keeps times as ISO 8601 text in columns of the type `date`; so they
      // cannot be STRICT. test/accounts/auth-schema.test.ts compares them with its own idea of its schema.
      `CREATE TABLE users (
        id TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        email TEXT NOT NULL UNIQUE,
        email_verified INTEGER NOT NULL,
        image TEXT,
        created_at DATE NOT NULL,
        updated_at DATE NOT NULL,
        account_id INTEGER NOT NULL UNIQUE REFERENCES accounts (id),
        two_factor_enabled INTEGER
      )`,
      `CREATE TABLE sessions (
        id TEXT PRIMARY KEY NOT NULL,
        expires_at DATE NOT NULL,
        token TEXT NOT NULL UNIQUE,
        created_at DATE NOT NULL,
        updated_at DATE NOT NULL,
        ip_address TEXT,
        user_agent TEXT,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
      )`,
      "CREATE INDEX sessions_by_user ON sessions (user_id)",
      `CREATE TABLE credentials (
        id TEXT PRIMARY KEY NOT NULL,
        account_id TEXT NOT NULL,
        provider_id TEXT NOT NULL,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        access_token TEXT,
        refresh_token TEXT,
        id_token TEXT,
        access_token_expires_at DATE,
        refresh_token_expires_at DATE,
        scope TEXT,
        password TEXT,
        created_at DATE NOT NULL,
        updated_at DATE NOT NULL
      )`,
      "CREATE INDEX credentials_by_user ON credentials (user_id)",
      "CREATE INDEX credentials_by_provider ON credentials (provider_id, account_id)",
      `CREATE TABLE verifications (
        id TEXT PRIMARY KEY NOT NULL,
        identifier TEXT NOT NULL,
        value TEXT NOT NULL,
        expires_at DATE NOT NULL,
        created_at DATE NOT NULL,
        updated_at DATE NOT NULL
      )`,
      "CREATE INDEX verifications_by_identifier ON verifications (identifier)",
      `CREATE TABLE two_factors (
        id TEXT PRIMARY KEY NOT NULL,
        secret TEXT NOT NULL,
        backup_codes TEXT NOT NULL,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        verified INTEGER,
        failed_verification_count INTEGER,
        locked_until DATE
      )`,
      "CREATE INDEX two_factors_by_user ON two_factors (user_id)",
      `CREATE TABLE throttles (
        bucket TEXT NOT NULL PRIMARY KEY,
        tries INTEGER NOT NULL,
        window_ends_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
      "CREATE INDEX throttles_by_end ON throttles (window_ends_at)",
      `CREATE TABLE notices (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts (id),
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        mailed_at INTEGER,
        dismissed_at INTEGER,
        UNIQUE (account_id, kind, subject)
      ) STRICT`,
      "CREATE INDEX notices_unmailed ON notices (id) WHERE mailed_at IS NULL",
      "CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL",
    ],
  },
  {
    version: 3,
    statements: [
      // Counters and usage get a rowid: admission knows it of a busy key, and writes in half the time.
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
  },
  // PostgreSQL gets in this version what SQLite has by itself: a number that tells whether anything has changed.
  { version: 4, statements: [] },
  {
    version: 5,
    statements: [
      // The key whose day a reissued test key goes on counting in; null for a key that replaced none.
      "ALTER TABLE api_keys ADD COLUMN first_key_id INTEGER",
      // Of deleted accounts, until their month ends: a keyed digest of the address, and whose counter it was.
      `CREATE TABLE former_addresses (
        digest TEXT PRIMARY KEY NOT NULL,
        account_id INTEGER NOT NULL REFERENCES accounts (id),
        month_start INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    version: 6,
    // Requests of the endpoints beside the contract, told apart.
    statements: ["explain", "history", "places", "locate"].map(
      (kind) => `ALTER TABLE daily_usage ADD COLUMN ${kind} INTEGER NOT NULL DEFAULT 0`,
    ),
  },
  {
    version: 7,
    statements: [
      // What holders ask of the operator: one open request an account.
      `CREATE TABLE plan_requests (
        account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
        plan TEXT NOT NULL,
        message TEXT NOT NULL,
        requested_at INTEGER NOT NULL
      ) STRICT`,
    ],
  },
  {
    version: 8,
    statements: [
      // All accounts that an address had this month: the keys that each had on a day count together.
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
      "CREATE INDEX former_addresses_by_account ON former_addresses (account_id)",
    ],
  },
];
