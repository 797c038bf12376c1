import { FIRST_VERSION, type Migration } from "./migrate.ts";

interface SchemaDialect {
  /** Column types: a generated id, an integer, a boolean, a better-auth timestamp, a text key. */
  readonly id: string;
  readonly integer: string;
  readonly boolean: string;
  readonly time: string;
  readonly textKey: string;
  /** Follows a reference to a row that may be inserted later in the same transaction. */
  readonly deferrable: string;
  /** Follows the columns of a table, and of one that is only read by its key. */
  readonly table: string;
  readonly keyedTable: string;
  /** Follows the columns of `counters` and `daily_usage`, which admission writes; the share of a page to fill, in percent. */
  readonly hotTable: (fill: number) => string;
  readonly workingColumns: string;
  /** What watches the tables that admission reads. */
  readonly watchers: readonly string[];
  readonly version9: readonly string[];
}

/** The version of the tables after all steps. */
export const NEWEST_VERSION = 17;

/**
 * The steps to the current schema, from the tables of the first release on. Each keeps nodes of the previous version
 * working. A released step never changes.
 */
export function migrationsOf(dialect: SchemaDialect): readonly Migration[] {
  const { id, integer, boolean, time, textKey, deferrable, table, keyedTable } = dialect;
  return [
    {
      version: FIRST_VERSION,
      statements: [
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
      ],
    },
    { version: 9, statements: dialect.version9, undo: [] },
    {
      version: 10,
      statements: [
        // No reference to a key: a write never waits for a lock on its row.
        `CREATE TABLE refused_requests (
          day ${integer} NOT NULL,
          key_id ${integer} NOT NULL,
          code TEXT NOT NULL,
          requests ${integer} NOT NULL,
          PRIMARY KEY (day, key_id, code)
        )${keyedTable}`,
        "CREATE INDEX refused_requests_by_key ON refused_requests (key_id, day)",
        `CREATE TABLE node_secret (id ${integer} PRIMARY KEY CHECK (id = 1), digest TEXT NOT NULL)${table}`,
      ],
      undo: ["DROP TABLE refused_requests", "DROP TABLE node_secret"],
    },
    {
      version: 11,
      statements: ["ALTER TABLE accounts ADD COLUMN notices_off TEXT"],
      undo: ["ALTER TABLE accounts DROP COLUMN notices_off"],
    },
    {
      version: 12,
      statements: [
        // Reports of visitors about figures, with the operator's answers.
        `CREATE TABLE corrections (
          id ${id},
          path TEXT NOT NULL,
          place TEXT NOT NULL,
          year ${integer} NOT NULL,
          figure TEXT NOT NULL,
          value_before ${integer},
          expected ${integer},
          text TEXT NOT NULL,
          source TEXT NOT NULL,
          email TEXT,
          received_at ${integer} NOT NULL,
          state TEXT NOT NULL,
          value_after ${integer},
          answered_at ${integer}
        )${table}`,
        "CREATE INDEX corrections_open ON corrections (id) WHERE state = 'received'",
      ],
      undo: ["DROP TABLE corrections"],
    },
    {
      version: 13,
      statements: [
        `CREATE TABLE single_uses (token ${textKey}, ends_at ${integer} NOT NULL)${keyedTable}`,
        "CREATE INDEX single_uses_by_end ON single_uses (ends_at)",
        `INSERT INTO single_uses (token, ends_at)
          SELECT bucket, window_ends_at FROM throttles WHERE bucket LIKE 'code_use:%' OR bucket LIKE 'form_use:%'`,
        `CREATE TABLE readiness (id ${integer} PRIMARY KEY CHECK (id = 1), writes ${integer} NOT NULL)${table}`,
      ],
      undo: [
        `INSERT INTO throttles (bucket, tries, window_ends_at) SELECT token, 1, ends_at FROM single_uses
          WHERE token NOT IN (SELECT bucket FROM throttles)`,
        "DROP TABLE single_uses",
        "DROP TABLE readiness",
      ],
    },
    {
      version: 14,
      statements: [
        "ALTER TABLE api_keys ADD COLUMN addresses TEXT",
        // For the plans that accounts had in a past month.
        "CREATE INDEX plan_changes ON audit_events (account_id, id) WHERE name = 'plan_changed'",
        // For deleting old entries, and the IP addresses of old ones.
        "CREATE INDEX audit_events_by_time ON audit_events (at)",
        "CREATE INDEX audit_events_with_address ON audit_events (at) WHERE address IS NOT NULL AND via <> 'command'",
      ],
      undo: [
        ...["plan_changes", "audit_events_by_time", "audit_events_with_address"].map((index) => `DROP INDEX ${index}`),
        "ALTER TABLE api_keys DROP COLUMN addresses",
      ],
    },
    {
      version: 15,
      statements: [
        `CREATE TABLE webhooks (
          account_id ${integer} PRIMARY KEY REFERENCES accounts (id),
          url TEXT NOT NULL,
          nonce TEXT NOT NULL,
          former_nonce TEXT,
          renewed_at ${integer},
          failing_since ${integer},
          disabled_at ${integer}
        )${table}`,
        `CREATE TABLE webhook_events (
          id ${id},
          account_id ${integer} NOT NULL REFERENCES webhooks (account_id) ON DELETE CASCADE,
          type TEXT NOT NULL,
          subject TEXT NOT NULL,
          data TEXT NOT NULL,
          at ${integer} NOT NULL,
          attempts ${integer} NOT NULL,
          next_attempt_at ${integer},
          delivered_at ${integer},
          status ${integer},
          fault TEXT,
          UNIQUE (account_id, type, subject)
        )${table}`,
        "CREATE INDEX webhook_events_due ON webhook_events (next_attempt_at) WHERE next_attempt_at IS NOT NULL",
        `CREATE TABLE served_datasets (version ${textKey}, at ${integer} NOT NULL)${keyedTable}`,
      ],
      undo: [
        "DROP TABLE webhook_events",
        "DROP TABLE webhooks",
        "DROP TABLE served_datasets",
        "DELETE FROM notices WHERE kind = 'webhook_disabled'",
      ],
    },
    {
      version: 16,
      statements: [
        // Nodes of the previous version delete accounts without knowing this table.
        `CREATE TABLE emails (
          id ${id},
          kind TEXT NOT NULL,
          recipient TEXT NOT NULL,
          account_id ${integer} REFERENCES accounts (id) ON DELETE CASCADE,
          subject TEXT NOT NULL,
          text TEXT NOT NULL,
          new_address TEXT,
          at ${integer} NOT NULL,
          attempts ${integer} NOT NULL,
          next_attempt_at ${integer},
          fault TEXT
        )${table}`,
        "CREATE INDEX emails_due ON emails (next_attempt_at) WHERE next_attempt_at IS NOT NULL",
        "CREATE INDEX emails_by_account ON emails (account_id)",
      ],
      undo: [
        // The previous version sends the emails of notices that wait.
        `UPDATE notices SET mailed_at = NULL WHERE EXISTS (SELECT 1 FROM emails e WHERE e.kind = 'notice'
          AND e.account_id = notices.account_id AND e.at = notices.mailed_at AND e.next_attempt_at IS NOT NULL)`,
        "DROP TABLE emails",
      ],
    },
    {
      version: 17,
      statements: [
        // better-auth writes and reads it, as `users`.
        `CREATE TABLE passkeys (
          id ${textKey},
          name TEXT,
          public_key TEXT NOT NULL,
          user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
          credential_id TEXT NOT NULL UNIQUE,
          counter INTEGER NOT NULL,
          device_type TEXT NOT NULL,
          backed_up ${boolean} NOT NULL,
          transports TEXT,
          created_at ${time},
          aaguid TEXT
        )`,
        "CREATE INDEX passkeys_by_user ON passkeys (user_id)",
      ],
      undo: ["DROP TABLE passkeys"],
    },
  ];
}
