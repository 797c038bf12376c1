import { StoreError } from "./error.ts";

/** The tables of the first release, 1.0.0. */
export const FIRST_VERSION = 8;

/** One numbered step of the schema, from `FIRST_VERSION` on, without gaps. */
export interface Migration {
  readonly version: number;
  readonly statements: readonly string[];
  /** Statements after which programs of the previous version work again. Without them, only a backup helps. */
  readonly undo?: readonly string[];
}

/** The open transaction of a connection, in either dialect. */
export interface MigrationTransaction {
  run(statement: string): Promise<void>;
  version(): Promise<number>;
}

export const NODE_RUNS =
  "A node, or another command, still uses this store. Stop all nodes, and run the command again.";

export const READ_VERSION = "SELECT max(version) AS version FROM schema_versions";

export interface VersionRow {
  readonly version: number | null;
}

/**
 * Brings the schema up to date in a transaction that blocks all other openers, so any number of processes may start at
 * once. Returns the version before; 0 if there were no tables. @throws StoreError if the schema is newer than this
 * program
 */
export async function migrate(
  transaction: MigrationTransaction,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<number> {
  await transaction.run(
    "CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)",
  );
  const current = await knownVersion(transaction, migrations);
  for (const { version, statements } of migrations.filter(({ version }) => version > current)) {
    for (const statement of statements) await transaction.run(statement);
    await transaction.run(`INSERT INTO schema_versions (version, applied_at) VALUES (${version}, ${nowMs})`);
  }
  return current;
}

/** Takes the schema back, for a program of an earlier version. @throws StoreError if that needs a backup */
export async function undoMigrations(
  transaction: MigrationTransaction,
  migrations: readonly Migration[],
  target: number,
): Promise<void> {
  const current = await knownVersion(transaction, migrations);
  for (const { version, undo } of migrations.toReversed()) {
    if (version <= target || version > current) continue;
    if (undo === undefined) {
      throw new StoreError(`Tables of version ${version} cannot be taken back to ${target}: restore a backup instead.`);
    }
    for (const statement of undo) await transaction.run(statement);
    await transaction.run(`DELETE FROM schema_versions WHERE version = ${version}`);
  }
}

/** The earlier versions that the tables can be taken back to, oldest first. */
export function undoableVersions(migrations: readonly Migration[]): readonly number[] {
  const kept = migrations.findLastIndex(({ undo }) => undo === undefined);
  return migrations.slice(Math.max(kept, 0), -1).map(({ version }) => version);
}

/** 0 if there are no tables. @throws StoreError if this program does not know the version */
async function knownVersion(transaction: MigrationTransaction, migrations: readonly Migration[]): Promise<number> {
  const current = await transaction.version();
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new StoreError(
      `The store has tables of version ${current}, but this program knows only versions up to ${newest}. ` +
        "A newer version of the program has used this store: use that version or a later one, for commands too.",
    );
  }
  if (current > 0 && current < FIRST_VERSION) {
    throw new StoreError(
      `The store has tables of version ${current}, from before the first release: start version 1.0.0 once to migrate them.`,
    );
  }
  return current;
}
