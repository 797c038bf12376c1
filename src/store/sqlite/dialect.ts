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
    createDriver: () => new ImmediateDriver({ database: kyselyDatabase(database) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await whenFree(() => connection.executeQuery(CompiledQuery.raw("begin immediate")));
  }
}

/** `bun:sqlite` with the better-sqlite3 interface that Kysely's driver expects. */
function kyselyDatabase(database: Database): SqliteDatabase {
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
