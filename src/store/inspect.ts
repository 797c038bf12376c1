import { existsSync } from "node:fs";
import { type Dialect, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { messageOf } from "../domain/message.ts";
import type { PostgresAddress, StoreAddress } from "./address.ts";
import { StoreError } from "./error.ts";
import { connectionConfig } from "./postgres/connection.ts";
import { POSTGRES_MIGRATIONS } from "./postgres/migrations.ts";
import { SERVER_NOW } from "./postgres/statement.ts";
import { openGeneralDatabase } from "./sqlite/database.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { SQLITE_MIGRATIONS } from "./sqlite/migrations.ts";
import type { Tables } from "./tables.ts";

/** A store as it is found: nothing is made and nothing changed by looking. */
export interface StoreState {
  /** Version of its tables; 0 where there are none yet. */
  readonly version: number;
  /** The newest version that this program knows. */
  readonly known: number;
  /** The store's own clock; null for the embedded one, which has none. */
  readonly nowMs: number | null;
  /** The last request that was counted; null where there was none. */
  readonly lastUsedAtMs: number | null;
}

/** Looks at a store. @throws StoreError when it cannot be reached. */
export async function inspectStore(address: StoreAddress): Promise<StoreState> {
  const isEmbedded = address.dialect === "sqlite";
  const known = isEmbedded ? SQLITE_MIGRATIONS.length : POSTGRES_MIGRATIONS.length;
  if (isEmbedded && !existsSync(address.path)) return { version: 0, known, nowMs: null, lastUsedAtMs: null };
  try {
    const dialect = isEmbedded ? sqliteDialect(openGeneralDatabase(address.path)) : postgresDialect(address);
    await using db = new Kysely<Tables>({ dialect });
    const nowMs = isEmbedded ? null : await serverNow(db);
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === "schema_versions")) return { version: 0, known, nowMs, lastUsedAtMs: null };
    const schema = await db
      .selectFrom("schema_versions")
      .select(({ fn }) => fn.max("version").as("version"))
      .executeTakeFirst();
    const usage = await db
      .selectFrom("daily_usage")
      .select(({ fn }) => fn.max("last_used_at").as("at"))
      .executeTakeFirst();
    const lastUsedAtMs = usage?.at == null ? null : Number(usage.at);
    return { version: Number(schema?.version ?? 0), known, nowMs, lastUsedAtMs };
  } catch (error) {
    throw new StoreError(messageOf(error), { cause: error });
  }
}

function postgresDialect(address: PostgresAddress): Dialect {
  const [host] = address.hosts;
  const pool = new pg.Pool({ ...connectionConfig(address, host), max: 1 });
  pool.on("error", () => {});
  return new PostgresDialect({ pool });
}

async function serverNow(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now_ms: number | string }>`select ${sql.raw(SERVER_NOW)} as now_ms`.execute(db);
  return Number(rows[0]?.now_ms);
}
