import { existsSync } from "node:fs";
import { Kysely, PostgresDialect, sql } from "kysely";
import { messageOf } from "../domain/message.ts";
import type { PostgresAddress, SqliteAddress, StoreAddress } from "./address.ts";
import { StoreError } from "./error.ts";
import { Hosts } from "./postgres/hosts.ts";
import { POSTGRES_MIGRATIONS } from "./postgres/migrations.ts";
import { PrimaryPool } from "./postgres/pool.ts";
import type { ServerState } from "./postgres/server.ts";
import { SERVER_NOW } from "./postgres/statement.ts";
import { openGeneralDatabase } from "./sqlite/database.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { SQLITE_MIGRATIONS } from "./sqlite/migrations.ts";
import type { Tables } from "./tables.ts";
import { newestWindow } from "./windows.ts";

/** The state of a store. Inspecting it creates and changes nothing. */
export interface StoreState {
  /** The version of its tables; 0 if it has none yet. */
  readonly version: number;
  /** The newest version that this program knows. */
  readonly known: number;
  /** The server that it runs on; null for the embedded store. */
  readonly server: ServerState | null;
  /** The store's own clock; null for the embedded store, which has none. */
  readonly nowMs: number | null;
  /** The time of the last counted request; null if there was none. */
  readonly lastUsedAtMs: number | null;
  /** The first millisecond of the newest window with a count; null if there is none. */
  readonly newestWindowMs: number | null;
}

/** Inspects a store. @throws StoreError if it cannot be reached. */
export async function inspectStore(address: StoreAddress): Promise<StoreState> {
  try {
    return address.dialect === "sqlite" ? await inspectSqlite(address) : await inspectPostgres(address);
  } catch (error) {
    throw new StoreError(messageOf(error), { cause: error });
  }
}

async function inspectSqlite({ path }: SqliteAddress): Promise<StoreState> {
  const state = { known: SQLITE_MIGRATIONS.length, server: null, nowMs: null };
  if (!existsSync(path)) return { ...state, version: 0, lastUsedAtMs: null, newestWindowMs: null };
  await using db = new Kysely<Tables>({ dialect: sqliteDialect(openGeneralDatabase(path)) });
  return { ...state, ...(await tablesOf(db)) };
}

async function inspectPostgres(address: PostgresAddress): Promise<StoreState> {
  // A single host is inspected even if it accepts no writes.
  const hosts = new Hosts(address, "examine");
  await using db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new PrimaryPool(hosts, 1) }) });
  const nowMs = await serverNow(db);
  return { known: POSTGRES_MIGRATIONS.length, server: hosts.server, nowMs, ...(await tablesOf(db)) };
}

async function tablesOf(db: Kysely<Tables>): Promise<Pick<StoreState, "version" | "lastUsedAtMs" | "newestWindowMs">> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === "schema_versions"))
    return { version: 0, lastUsedAtMs: null, newestWindowMs: null };
  const schema = await db
    .selectFrom("schema_versions")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  const usage = await db
    .selectFrom("daily_usage")
    .select(({ fn }) => fn.max("last_used_at").as("at"))
    .executeTakeFirst();
  return {
    version: Number(schema?.version ?? 0),
    lastUsedAtMs: usage?.at == null ? null : Number(usage.at),
    newestWindowMs: await newestWindow(db),
  };
}

async function serverNow(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now_ms: number | string }>`select ${sql.raw(SERVER_NOW)} as now_ms`.execute(db);
  return Number(rows[0]?.now_ms);
}
