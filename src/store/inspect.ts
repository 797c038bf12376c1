import { existsSync } from "node:fs";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { UnsentEmails } from "../accounts/outbox.ts";
import { messageOf } from "../base/error-text.ts";
import type { PostgresAddress, SqliteAddress, StoreAddress } from "./address.ts";
import { StoreError } from "./error.ts";
import { NEWEST_VERSION } from "./migrations.ts";
import { countUnsent } from "./outbox.ts";
import type { ServerState } from "./postgres/server.ts";
import { openGeneralDatabase } from "./sqlite/database.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { type Tables, WRITE_PROBE } from "./tables.ts";
import { newestWindow } from "./windows.ts";

/** The state of a store. Inspecting it creates nothing, and writes only the row of the readiness test. */
export interface StoreState {
  /** The hosts that accept writes, if there is more than one to choose from: two are a split brain. */
  readonly writableHosts: readonly string[];
  /** Whether the connection has another statement timeout than its role sets by now, as a pooler's older ones do. */
  readonly hasOldSettings: boolean;
  /** Whether its role may create tables in its schema, as a first start does. */
  readonly mayCreateTables: boolean;
  /** The digest of the secret that its newest node has; null if none has started yet. */
  readonly secretDigest: string | null;
  /** The version of its tables; 0 if it has none yet. */
  readonly version: number;
  /** The server that it runs on; null for the embedded store. */
  readonly server: ServerState | null;
  /** The store's own clock; null for the embedded store, which has none. */
  readonly nowMs: number | null;
  /** Whether it has ever had an account. */
  readonly hasAccounts: boolean;
  /** Why the readiness test cannot write, or what is damaged; null if all is well. */
  readonly fault: string | null;
  readonly lastUsedAtMs: number | null;
  /** The first millisecond of the newest window with a count; null if there is none. */
  readonly newestWindowMs: number | null;
  readonly emails: UnsentEmails;
}

/** Inspects a store. @throws StoreError if it cannot be reached. */
export async function inspectStore(address: StoreAddress): Promise<StoreState> {
  try {
    return address.dialect === "sqlite" ? await inspectSqlite(address) : await inspectPostgres(address);
  } catch (error) {
    throw new StoreError(messageOf(error), { cause: error });
  }
}

const NO_EMAILS: UnsentEmails = { waiting: 0, failing: 0, givenUp: 0 };
const NO_TABLES = {
  version: 0,
  hasAccounts: false,
  fault: null,
  lastUsedAtMs: null,
  newestWindowMs: null,
  secretDigest: null,
  emails: NO_EMAILS,
} as const;

async function inspectSqlite({ path }: SqliteAddress): Promise<StoreState> {
  const state = { server: null, nowMs: null, writableHosts: [], hasOldSettings: false, mayCreateTables: true };
  if (!existsSync(path)) return { ...state, ...NO_TABLES };
  await using db = new Kysely<Tables>({ dialect: sqliteDialect(openGeneralDatabase(path)) });
  const { rows } = await sql<{ readonly quick_check: string }>`pragma quick_check(1)`.execute(db);
  const damage = rows[0]?.quick_check;
  const tables = await tablesOf(db);
  return { ...state, ...tables, ...(damage === "ok" ? {} : { fault: `the file is damaged: ${damage}` }) };
}

async function inspectPostgres(address: PostgresAddress): Promise<StoreState> {
  // Only the driver of the chosen store is loaded.
  const [{ Hosts }, { PrimaryPool }, { serverNow }] = await Promise.all([
    import("./postgres/hosts.ts"),
    import("./postgres/pool.ts"),
    import("./postgres/repositories.ts"),
  ]);
  // A single host is inspected even if it accepts no writes.
  const hosts = new Hosts(address, "examine");
  await using db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new PrimaryPool(hosts, 1) }) });
  const writableHosts = await hosts.writableHosts();
  // With two primaries of equal standing there is none to inspect.
  if (writableHosts.length > 1)
    return { server: null, nowMs: null, writableHosts, hasOldSettings: false, mayCreateTables: true, ...NO_TABLES };
  const nowMs = await serverNow(db);
  const { rows } = await OLD_SETTINGS.execute(db);
  const hasOldSettings = rows[0]?.old ?? false;
  const mayCreateTables = (await MAY_CREATE.execute(db)).rows[0]?.may ?? false;
  return { server: hosts.server, nowMs, writableHosts, hasOldSettings, mayCreateTables, ...(await tablesOf(db)) };
}

/** No schema of the search path may exist. */
const MAY_CREATE = sql<{ readonly may: boolean }>`
  SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may`;

/** `reset_val` is what the connection began with, in milliseconds, as a number without a unit is, too. */
const OLD_SETTINGS = sql<{ readonly old: boolean }>`
  WITH set AS (
    SELECT split_part(one, '=', 2) AS value FROM pg_db_role_setting, unnest(setconfig) AS one
    WHERE setrole = current_user::regrole AND setdatabase = 0 AND one LIKE 'statement_timeout=%'
  )
  SELECT EXISTS (
    SELECT 1 FROM set, pg_settings
    WHERE name = 'statement_timeout'
      AND (CASE WHEN value ~ '^[0-9]+$' THEN value || 'ms' ELSE value END)::interval <> (reset_val || 'ms')::interval
  ) AS old`;

async function tablesOf(
  db: Kysely<Tables>,
): Promise<Omit<StoreState, "server" | "nowMs" | "writableHosts" | "hasOldSettings" | "mayCreateTables">> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name));
  if (!tables.has("schema_versions")) return NO_TABLES;
  const secret = tables.has("node_secret")
    ? await db.selectFrom("node_secret").select("digest").executeTakeFirst()
    : undefined;
  const schema = await db
    .selectFrom("schema_versions")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirst();
  const usage = await db
    .selectFrom("daily_usage")
    .select(({ fn }) => fn.max("last_used_at").as("at"))
    // Of the newest day: a large table takes longer to read than a statement may.
    .where("day", "=", ({ selectFrom }) => selectFrom("daily_usage").select(({ fn }) => fn.max("day").as("newest")))
    .executeTakeFirst();
  const version = Number(schema?.version ?? 0);
  const state = {
    version,
    hasAccounts: (await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined,
    lastUsedAtMs: usage?.at == null ? null : Number(usage.at),
    newestWindowMs: await newestWindow(db),
    secretDigest: secret?.digest ?? null,
  };
  if (version !== NEWEST_VERSION) return { ...state, fault: null, emails: NO_EMAILS };
  const fault = await sql
    .raw(WRITE_PROBE)
    .execute(db)
    .then(
      () => null,
      (error: unknown) => `it cannot be written: ${messageOf(error)}`,
    );
  return { ...state, fault, emails: await countUnsent(db) };
}
