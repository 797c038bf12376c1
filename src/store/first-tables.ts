import type { SchemaDialect } from "./schema-dialect.ts";

/** The tables of the first release, 1.0.0. They never change: later steps do. */
export function firstTables(dialect: SchemaDialect): readonly string[] {
  const { id, integer, boolean, time, textKey, deferrable, table, keyedTable } = dialect;
  return [
    `CREATE TABLE accounts (
      id ${id},
      email TEXT NOT NULL UNIQUE,
      plan TEXT NOT NULL,
      overrides TEXT,
      suspended_at ${integer},
      created_at ${integer} NOT NULL,
      deleted_at ${integer}
    )${table}`,
    `CREATE TABLE api_keys (
      id ${id},
      account_id ${integer} NOT NULL REFERENCES accounts (id),
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      digest TEXT NOT NULL UNIQUE,
      display TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer},
      revoked_at ${integer},
      replaced_by ${integer} REFERENCES api_keys (id)${deferrable},
      grace_ends_at ${integer},
      first_key_id ${integer}
    )${table}`,
    "CREATE INDEX api_keys_by_account ON api_keys (account_id)",
    `CREATE TABLE counters (
      policy TEXT NOT NULL,
      subject ${integer} NOT NULL,
      window_start ${integer} NOT NULL,
      used ${integer} NOT NULL,
      ${dialect.workingColumns}
      PRIMARY KEY (policy, window_start, subject)
    )${dialect.hotTable(50)}`,
    `CREATE TABLE daily_usage (
      key_id ${integer} NOT NULL,
      day ${integer} NOT NULL,
      city ${integer} NOT NULL,
      county ${integer} NOT NULL,
      batch ${integer} NOT NULL,
      stats ${integer} NOT NULL,
      other ${integer} NOT NULL,
      last_used_at ${integer} NOT NULL,
      explain ${integer} NOT NULL DEFAULT 0,
      history ${integer} NOT NULL DEFAULT 0,
      places ${integer} NOT NULL DEFAULT 0,
      locate ${integer} NOT NULL DEFAULT 0,
      PRIMARY KEY (day, key_id)
    )${dialect.hotTable(70)}`,
    ...dialect.watchers,
    "CREATE INDEX daily_usage_by_key ON daily_usage (key_id, day)",
    `CREATE TABLE audit_events (
      id ${id},
      account_id ${integer} NOT NULL REFERENCES accounts (id),
      at ${integer} NOT NULL,
      name TEXT NOT NULL,
      key_id ${integer} REFERENCES api_keys (id),
      via TEXT NOT NULL,
      address TEXT,
      detail TEXT NOT NULL
    )${table}`,
    "CREATE INDEX audit_events_by_account ON audit_events (account_id, id)",
    // better-auth writes and reads these five. In SQLite it stores times as ISO 8601 text in columns of the type
    // `date`, so the tables cannot be STRICT there. test/accounts/auth-schema.test.ts compares them with
    // better-auth's own schema.
    `CREATE TABLE users (
      id ${textKey},
      name TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE,
      email_verified ${boolean} NOT NULL,
      image TEXT,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      account_id ${integer} NOT NULL UNIQUE REFERENCES accounts (id),
      two_factor_enabled ${boolean}
    )`,
    `CREATE TABLE sessions (
      id ${textKey},
      expires_at ${time} NOT NULL,
      token TEXT NOT NULL UNIQUE,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      ip_address TEXT,
      user_agent TEXT,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
    )`,
    "CREATE INDEX sessions_by_user ON sessions (user_id)",
    `CREATE TABLE credentials (
      id ${textKey},
      account_id TEXT NOT NULL,
      provider_id TEXT NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      access_token TEXT,
      refresh_token TEXT,
      id_token TEXT,
      access_token_expires_at ${time},
      refresh_token_expires_at ${time},
      scope TEXT,
      password TEXT,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    "CREATE INDEX credentials_by_user ON credentials (user_id)",
    "CREATE INDEX credentials_by_provider ON credentials (provider_id, account_id)",
    `CREATE TABLE verifications (
      id ${textKey},
      identifier TEXT NOT NULL,
      value TEXT NOT NULL,
      expires_at ${time} NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    "CREATE INDEX verifications_by_identifier ON verifications (identifier)",
    `CREATE TABLE two_factors (
      id ${textKey},
      secret TEXT NOT NULL,
      backup_codes TEXT NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      verified ${boolean},
      failed_verification_count INTEGER,
      locked_until ${time}
    )`,
    "CREATE INDEX two_factors_by_user ON two_factors (user_id)",
    `CREATE TABLE throttles (
      bucket ${textKey},
      tries ${integer} NOT NULL,
      window_ends_at ${integer} NOT NULL
    )${keyedTable}`,
    "CREATE INDEX throttles_by_end ON throttles (window_ends_at)",
    `CREATE TABLE notices (
      id ${id},
      account_id ${integer} NOT NULL REFERENCES accounts (id),
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      at ${integer} NOT NULL,
      mailed_at ${integer},
      dismissed_at ${integer},
      UNIQUE (account_id, kind, subject)
    )${table}`,
    "CREATE INDEX notices_unmailed ON notices (id) WHERE mailed_at IS NULL",
    "CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL",
    // Addresses of deleted accounts, until the month ends: a keyed digest of the address, and each account that had
    // it, whose keys of a day count together.
    `CREATE TABLE former_addresses (
      digest TEXT NOT NULL,
      account_id ${integer} NOT NULL REFERENCES accounts (id),
      month_start ${integer} NOT NULL,
      PRIMARY KEY (digest, account_id)
    )${keyedTable}`,
    "CREATE INDEX former_addresses_by_account ON former_addresses (account_id)",
    // Requests to the operator: at most one open request per account.
    `CREATE TABLE plan_requests (
      account_id ${integer} PRIMARY KEY REFERENCES accounts (id),
      plan TEXT NOT NULL,
      message TEXT NOT NULL,
      requested_at ${integer} NOT NULL
    )${table}`,
  ];
}
