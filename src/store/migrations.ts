import { firstTables } from "./first-tables.ts";
import { FIRST_VERSION, type Migration } from "./migrate.ts";
import type { SchemaDialect } from "./schema-dialect.ts";

/** The version of the tables after all steps. */
export const NEWEST_VERSION = 19;
/** From here on, the embedded store counts in a journal. */
export const JOURNAL_VERSION = 19;

/**
 * The steps to the current schema, from the tables of the first release on. Each keeps nodes of the previous version
 * working. A released step never changes.
 */
export function migrationsOf(dialect: SchemaDialect): readonly Migration[] {
  const { id, integer, boolean, time, textKey, table, keyedTable } = dialect;
  return [
    { version: FIRST_VERSION, statements: firstTables(dialect) },
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
    {
      version: 18,
      statements: [
        // People besides the main owner, who is the user with the account's id and has no row here.
        `CREATE TABLE memberships (
          account_id ${integer} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
          user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
          role TEXT NOT NULL,
          joined_at ${integer} NOT NULL,
          selected_at ${integer},
          PRIMARY KEY (account_id, user_id)
        )${keyedTable}`,
        "CREATE INDEX memberships_by_user ON memberships (user_id)",
        `CREATE TABLE invitations (
          id ${id},
          account_id ${integer} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
          email TEXT NOT NULL,
          role TEXT NOT NULL,
          invited_by TEXT,
          at ${integer} NOT NULL,
          digest TEXT UNIQUE,
          expires_at ${integer},
          UNIQUE (account_id, email)
        )${table}`,
        "CREATE INDEX invitations_by_email ON invitations (email)",
        // Without references, so that the columns can be dropped.
        `ALTER TABLE sessions ADD COLUMN account_id ${integer}`,
        "ALTER TABLE audit_events ADD COLUMN user_id TEXT",
      ],
      undo: [
        // The main owners stay. For nodes of the previous version, nobody else was ever there.
        "DROP TABLE memberships",
        "DROP TABLE invitations",
        "DELETE FROM emails WHERE kind = 'invitation'",
        "ALTER TABLE sessions DROP COLUMN account_id",
        "ALTER TABLE audit_events DROP COLUMN user_id",
      ],
    },
    {
      version: JOURNAL_VERSION,
      statements: dialect.journal,
      undo: dialect.journal.length === 0 ? [] : ["DROP TABLE count_journal"],
    },
  ];
}
