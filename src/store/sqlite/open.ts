import type { Database } from "bun:sqlite";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "../../base/error-text.ts";
import { Lazy } from "../../base/lazy.ts";
import type { SqliteAddress } from "../address.ts";
import { StoreError } from "../error.ts";
import { limitsReader } from "../limits.ts";
import {
  FIRST_VERSION,
  type MigrationTransaction,
  migrate,
  NODE_RUNS,
  READ_VERSION,
  undoMigrations,
  type VersionRow,
} from "../migrate.ts";
import { JOURNAL_VERSION } from "../migrations.ts";
import type { ServingStore, StoreOptions } from "../store.ts";
import { whenFree } from "./busy.ts";
import { Checkpoints } from "./checkpoints.ts";
import { SqliteAdmission } from "./count-batch.ts";
import { openDatabase, openGeneralDatabase } from "./database.ts";
import { replayJournal } from "./journal.ts";
import { SQLITE_MIGRATIONS } from "./migrations.ts";
import { OpenFiles } from "./open-files.ts";
import { leaveToFolderOwner } from "./owner.ts";

export async function openSqlite({ path }: SqliteAddress, { clock, plans, log }: StoreOptions): Promise<ServingStore> {
  try {
    // A directory created here is private to its owner: the file, its log, and its backups contain sessions and
    // password hashes.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Closes what is open if a later step fails.
    using opened = new DisposableStack();
    const general = opened.adopt(openGeneralDatabase(path), (database) => database.close());
    const isAlone = await needsJournal(general);
    if (isAlone) requireAlone(general);
    const version = await inTransaction(general, (trx) => migrate(trx, SQLITE_MIGRATIONS, clock.now()));
    if (isAlone) admitOthers(general);
    if (version === 0) await leaveToFolderOwner(path);
    const limitsIn = limitsReader(plans);
    // Counters survive the end of the process. Surviving power loss would need an fsync per batch, which costs a third
    // of the speed.
    const counting = openDatabase(path, "NORMAL");
    const checkpoints = new Checkpoints(path, { log });
    const admission = opened.adopt(new SqliteAdmission(counting, clock, limitsIn, checkpoints), (made) => made.close());
    const files = await OpenFiles.at(path);
    const repositories = new Lazy(async () => {
      const { sqliteRepositories } = await import("./repositories.ts");
      const throttling = kept.adopt(openDatabase(path, "NORMAL"), (database) => database.close());
      return sqliteRepositories(general, throttling, clock, limitsIn, admission);
    });
    const kept = opened.move();
    return {
      dialect: "sqlite",
      isNew: version === 0,
      admission: admission,
      repositories: () => repositories.get(),
      hasAccounts: async () => general.query("SELECT 1 FROM accounts LIMIT 1").get() !== null,
      async probe() {
        await files.requireInPlace();
        await admission.probe();
      },
      use: () => null,
      // The query builder holds only the connection.
      async close() {
        await checkpoints.close();
        kept.dispose();
      },
    };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The embedded store cannot be opened at ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** Takes the tables back to an earlier version. @throws StoreError if that needs a backup, or a node runs */
export async function undoSqliteMigrations({ path }: SqliteAddress, target: number): Promise<void> {
  using database = openGeneralDatabase(path);
  requireAlone(database);
  await inTransaction(database, async (trx) => {
    if ((await trx.version()) >= JOURNAL_VERSION) replayJournal(database);
    await undoMigrations(trx, SQLITE_MIGRATIONS, target);
  });
}

/** Whether the store is of a version that counts without the journal, and so must not run beside one that has it. */
async function needsJournal(database: Database): Promise<boolean> {
  return await inTransaction(database, async (trx) => {
    const tables = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions'").get();
    const version = tables === null ? 0 : await trx.version();
    return version >= FIRST_VERSION && version < JOURNAL_VERSION;
  });
}

/** Keeps all others out. SQLite leaves WAL mode only if no other connection is open. */
function requireAlone(database: Database): void {
  try {
    database.run("PRAGMA locking_mode = EXCLUSIVE");
    database.run("PRAGMA journal_mode = DELETE");
  } catch (cause) {
    throw new StoreError(NODE_RUNS, { cause });
  }
}

function admitOthers(database: Database): void {
  database.run("PRAGMA locking_mode = NORMAL");
  database.run("PRAGMA journal_mode = WAL");
}

/** The transaction holds the write lock from its start, which blocks every other opener. */
async function inTransaction<Result>(
  database: Database,
  work: (transaction: MigrationTransaction) => Promise<Result>,
): Promise<Result> {
  await whenFree(() => database.run("BEGIN IMMEDIATE"));
  try {
    const result = await work({
      run: async (statement) => void database.run(statement),
      version: async () => database.query<VersionRow, []>(READ_VERSION).get()?.version ?? 0,
    });
    database.run("COMMIT");
    return result;
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (database.inTransaction) database.run("ROLLBACK");
    throw error;
  }
}
