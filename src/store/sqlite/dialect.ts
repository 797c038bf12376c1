import type { Database, SQLQueryBindings } from "bun:sqlite";
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
import { whenFree } from "./busy.ts";
import { COUNTED_TABLES, replayJournal } from "./journal.ts";

/** Admission, which collects counts in a journal. */
export interface Counting {
  readonly isJournalLong: boolean;
  fold(): Promise<void>;
}

/**
 * A dialect over a `bun:sqlite` connection, which it owns. Transactions lock at once, so they never fail midway.
 * @param counting writes to the tables what the journal has (journal.ts): whoever reads or changes counts finds all of them
 */
export function sqliteDialect(database: Database, counting?: Counting): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new WaitingDriver(database, counting),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Its statements wait off the event loop while another connection is writing. */
class WaitingDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #counting: Counting | undefined;

  constructor(database: Database, counting: Counting | undefined) {
    super({ database: kyselyDatabase(database) });
    this.#database = database;
    this.#counting = counting;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const countsFor = (sql: string) => this.#countsFor(sql);
    return {
      async executeQuery(query) {
        await countsFor(query.sql);
        return await whenFree(() => connection.executeQuery(query));
      },
      async *streamQuery(query, chunkSize) {
        await countsFor(query.sql);
        yield* connection.streamQuery(query, chunkSize);
      },
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Leaves little for `#countsFor` to write at once.
    if (this.#counting?.isJournalLong) await this.#counting.fold();
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** A transaction excludes all other connections, so it writes the journal itself. */
  async #countsFor(sql: string): Promise<void> {
    if (this.#counting === undefined || !COUNTED_TABLES.test(sql)) return;
    if (this.#database.inTransaction) replayJournal(this.#database);
    else await this.#counting.fold();
  }
}

/** `bun:sqlite` with the better-sqlite3 interface that Kysely's driver expects. SQLite rejects values that it cannot store. */
function kyselyDatabase(database: Database): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.query<unknown, SQLQueryBindings[]>(sql);
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters) => statement.all(...(parameters as SQLQueryBindings[])),
        run: (parameters) => statement.run(...(parameters as SQLQueryBindings[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLQueryBindings[])),
      };
    },
  };
}
