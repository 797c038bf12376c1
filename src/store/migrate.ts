import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import { StoreError } from "./error.ts";
import type { Tables } from "./tables.ts";

/** One numbered step of the tables, from 1 without a gap. */
export interface Migration {
  readonly version: number;
  readonly statements: readonly string[];
}

/**
 * Brings the tables to the newest step, in one transaction. `lock` keeps every other opener out until it ends, so any
 * number of processes may start at once. Rejects with `StoreError` when the tables are newer than this program.
 */
export async function migrate(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
  nowMs: number,
  lock: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lock(trx);
    await run(
      trx,
      "CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)",
    );
    const current = await versionOf(trx);
    if (current > migrations.length) throw tooNew(current, migrations.length);
    for (const migration of migrations.slice(current)) {
      for (const statement of migration.statements) await run(trx, statement);
      await trx.insertInto("schema_versions").values({ version: migration.version, applied_at: nowMs }).execute();
    }
  });
}

async function versionOf(trx: Transaction<Tables>): Promise<number> {
  const row = await trx
    .selectFrom("schema_versions")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  return row?.version ?? 0;
}

function tooNew(current: number, known: number): StoreError {
  return new StoreError(
    `The store has tables of version ${current}, but this program knows only versions up to ${known}. ` +
      "A newer version of the program has used this store: start that version or a later one.",
  );
}

async function run(trx: Transaction<Tables>, statement: string): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(statement));
}
