import { Database, type SQLQueryBindings } from "bun:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { isBusy } from "./busy.ts";

/** A statement of its own waits this long, on the event loop, for another process that is writing. */
const STATEMENT_WAIT_MS = 100;
/** A transaction waits for its start beside the event loop, at most about this long. */
const TRANSACTION_WAIT_MS = 5_000;
const RETRY_EVERY_MS = 10;
/** SQLite's own 2 MB do not hold the pages of some hundred busy keys among a million; an empty store takes none of it. */
const CACHE_KIB = 16_384;

/**
 * Pages of the log after which a commit copies them into the file: that takes about a millisecond, where SQLite's own
 * 1,000 hold every waiting request up for four.
 */
const CHECKPOINT_PAGES = 250;

/** Opens a database file in WAL mode. `synchronous` FULL survives the loss of power, NORMAL the end of the process. */
export function openDatabase(path: string, synchronous: "NORMAL" | "FULL", busyTimeoutMs: number): Database {
  const database = new Database(path, { create: true, readwrite: true, strict: true });
  // The time-out comes first: turning WAL on needs the lock for a moment.
  database.run("PRAGMA busy_timeout = 5000");
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA synchronous = ${synchronous}`);
  database.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return database;
}

/** Kysely over `bun:sqlite`, with transactions that take the write lock at their start, so that they never fail midway. */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateDriver({ database: async () => kyselyDatabase(path) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += STATEMENT_WAIT_MS + RETRY_EVERY_MS) {
      try {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
        return;
      } catch (error) {
        if (!isBusy(error) || waitedMs >= TRANSACTION_WAIT_MS) throw error;
        await Bun.sleep(RETRY_EVERY_MS);
      }
    }
  }
}

/** `bun:sqlite` in the shape of better-sqlite3 that Kysely's driver asks for. */
function kyselyDatabase(path: string): SqliteDatabase {
  const database = openDatabase(path, "FULL", STATEMENT_WAIT_MS);
  database.run("PRAGMA foreign_keys = ON");
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.query<unknown, SQLQueryBindings[]>(sql);
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters) => statement.all(...parameters.map(bindable)),
        run: (parameters) => statement.run(...parameters.map(bindable)),
        iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
      };
    },
  };
}

function bindable(value: unknown): SQLQueryBindings {
  switch (typeof value) {
    case "string":
    case "number":
    case "bigint":
    case "boolean":
      return value;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
  }
}
