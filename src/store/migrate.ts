import { StoreError } from "./error.ts";

/** One numbered step of the schema. Numbers start at 1, without gaps. */
export interface Migration {
  readonly version: number;
  readonly statements: readonly string[];
}

/** The open transaction of a connection, in either dialect. */
export interface MigrationTransaction {
  run(statement: string): Promise<void>;
  /** The result of `READ_VERSION`, or 0 if there is none. */
  version(): Promise<number>;
}

export const READ_VERSION = "SELECT max(version) AS version FROM schema_versions";

export interface VersionRow {
  readonly version: number | null;
}

/**
 * Brings the schema up to date, in a transaction that blocks all other openers, so any number of processes may start at
 * once. Rejects with `StoreError` if the schema is newer than this program.
 */
export async function migrate(
  transaction: MigrationTransaction,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  await transaction.run(
    "CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)",
  );
  const current = await transaction.version();
  if (current > migrations.length) throw tooNew(current, migrations.length);
  for (const { version, statements } of migrations.slice(current)) {
    for (const statement of statements) await transaction.run(statement);
    await transaction.run(`INSERT INTO schema_versions (version, applied_at) VALUES (${version}, ${nowMs})`);
  }
}

function tooNew(current: number, known: number): StoreError {
  return new StoreError(
    `The store has tables of version ${current}, but this program knows only versions up to ${known}. ` +
      "A newer version of the program has used this store: start that version or a later one.",
  );
}
