import { type Kysely, sql, type Transaction } from "kysely";
import { StoreError } from "./error.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** Every table except the store's own bookkeeping (migrations and versions), with referenced tables first. */
const COPIED_TABLES = [
  "accounts",
  "api_keys",
  "counters",
  "daily_usage",
  "refused_requests",
  "audit_events",
  "throttles",
  "single_uses",
  "notices",
  "emails",
  "former_addresses",
  "plan_requests",
  "corrections",
  "webhooks",
  "webhook_events",
  "served_datasets",
  "users",
  "sessions",
  "credentials",
  "verifications",
  "two_factors",
  "passkeys",
  "memberships",
  "invitations",
] as const;
/** Tables whose ids come from a PostgreSQL sequence. */
const NUMBERED_TABLES = [
  "accounts",
  "api_keys",
  "audit_events",
  "notices",
  "emails",
  "corrections",
  "webhook_events",
  "invitations",
] as const;

const ROWS_PER_INSERT = 500;

type CopiedRow = Readonly<Record<string, unknown>>;

interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

/**
 * Copies an embedded store into an empty PostgreSQL store, all or nothing. The embedded store accepts no writes
 * meanwhile: a server still running on it answers 503, so no count is lost. @throws StoreError if a store is of the
 * wrong kind, or the target not empty
 */
export async function copyStore(from: Store, to: Store): Promise<readonly CopiedTable[]> {
  if (from.dialect !== "sqlite" || to.dialect !== "postgres") {
    throw new StoreError("A store can only be copied from an embedded one to PostgreSQL.");
  }
  return await from.database.transaction().execute((source) =>
    to.database.transaction().execute(async (target) => {
      await requireEmpty(target);
      // A replaced key refers to a later row.
      await sql`set constraints all deferred`.execute(target);
      const copied: CopiedTable[] = [];
      for (const table of COPIED_TABLES) copied.push({ table, rows: await copyTable(source, target, table) });
      for (const table of NUMBERED_TABLES) await continueNumbers(target, table);
      return copied;
    }),
  );
}

async function requireEmpty(target: Transaction<Tables>): Promise<void> {
  // Keeps a node that starts in the meantime from creating its first account.
  await sql`lock table accounts in exclusive mode`.execute(target);
  const account = await target.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
  if (account !== undefined) {
    throw new StoreError("The PostgreSQL store already has accounts. Copy into an empty database.");
  }
}

async function copyTable(source: Transaction<Tables>, target: Transaction<Tables>, table: string): Promise<number> {
  let copied = 0;
  let waiting: CopiedRow[] = [];
  for await (const row of rowsOf(source, table)) {
    waiting.push(row);
    if (waiting.length < ROWS_PER_INSERT) continue;
    copied += await insertRows(target, table, waiting);
    waiting = [];
  }
  return copied + (await insertRows(target, table, waiting));
}

/** A raw statement's result cannot be streamed, so this uses the query builder with an unchecked table name. */
function rowsOf(source: Kysely<Tables>, table: string): AsyncIterable<CopiedRow> {
  return source.withTables<Record<string, CopiedRow>>().selectFrom(table).selectAll().stream();
}

/** All values arrive as text: PostgreSQL parses SQLite's ISO 8601 as a time, and its 0 and 1 as a boolean. */
async function insertRows(target: Transaction<Tables>, table: string, rows: readonly CopiedRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const texts = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === null ? null : String(value)])),
  );
  await target.withTables<Record<string, CopiedRow>>().insertInto(table).values(texts).execute();
  return rows.length;
}

async function continueNumbers(target: Transaction<Tables>, table: string): Promise<void> {
  const newest = sql`select coalesce(max(id), 0) + 1 from ${sql.table(table)}`;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (${newest}), false)`.execute(target);
}
