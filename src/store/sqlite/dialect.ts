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

/** A dialect over a `bun:sqlite` connection, which it owns. Transactions lock at once, so they never fail midway. */
export function sqliteDialect(database: Database): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new WaitingDriver({ database: kyselyDatabase(database) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Its statements wait off the event loop while another connection is writing. */
class WaitingDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
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
