import pg from "pg";
import { messageOf } from "../../base/error-text.ts";
import { StoreError } from "../error.ts";
import {
  type MigrationTransaction,
  migrate,
  NODE_RUNS,
  READ_VERSION,
  undoMigrations,
  type VersionRow,
} from "../migrate.ts";
import { NEWEST_VERSION } from "../migrations.ts";
import type { Hosts } from "./hosts.ts";
import { POSTGRES_MIGRATIONS } from "./migrations.ts";
import { UTF8 } from "./session.ts";

/** An arbitrary number for an advisory lock that nobody else uses in this database: "safety" in ASCII. */
const MIGRATION_LOCK = 0x736166657479;

const NO_PRIVILEGE = "42501";

/** What a role needs to serve: SELECT on all of these, and INSERT and UPDATE on those that requests write. */
const READ_TABLES = ["accounts", "admission_version", "api_keys", "schema_versions"];
const WRITTEN_TABLES = [
  "counters",
  "daily_usage",
  "node_secret",
  "readiness",
  "refused_requests",
  "single_uses",
  "throttles",
];
const READ_PRIVILEGES = `
SELECT string_agg(name, ', ') AS missing FROM (
  SELECT name FROM unnest($1::text[]) AS name WHERE NOT has_table_privilege(name, 'SELECT')
  UNION
  SELECT name FROM unnest($2::text[]) AS name
  WHERE NOT (has_table_privilege(name, 'SELECT') AND has_table_privilege(name, 'INSERT') AND has_table_privilege(name, 'UPDATE'))
) AS tables`;

/** Returns the version before. Only reads if nothing has to change. @throws StoreError for a missing privilege */
export function migratePostgres(hosts: Hosts, nowMs: number): Promise<number> {
  return connected(hosts, async (client) => {
    if (hosts.server?.isPooled) await requireTransactions(client);
    let version = await versionOf(client);
    if (version === 0) requireUtf8(hosts);
    if (version !== NEWEST_VERSION) {
      version = await locked(client, (transaction) => migrate(transaction, POSTGRES_MIGRATIONS, nowMs));
    }
    await requirePrivileges(client);
    return version;
  });
}

/** Takes the tables back to an earlier version. @throws StoreError if that needs a backup, a node runs, or the role may not. */
export function undoPostgresMigrations(hosts: Hosts, target: number): Promise<void> {
  return connected(hosts, async (client) => {
    await requireNoNodes(client);
    await locked(client, (transaction) => undoMigrations(transaction, POSTGRES_MIGRATIONS, target));
  });
}

/** @throws StoreError if a node runs. The server takes a moment to notice that one has ended. */
async function requireNoNodes(client: pg.Client): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await Bun.sleep(LOOK_EVERY_MS);
    if ((await client.query(OTHER_NODES)).rowCount === 0) return;
  }
  throw new StoreError(NODE_RUNS);
}

const LOOKS = 11;
const LOOK_EVERY_MS = 100;

/** Connections of this program, which a node keeps at least for its readiness test. */
const OTHER_NODES = `SELECT 1 FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = current_setting('application_name')`;

/** A migration may take long, here or on another node that holds the lock, so this connection has no timeout. */
async function connected<Result>(hosts: Hosts, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await hosts.connect(await hosts.primary());
  try {
    return await work(client);
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === NO_PRIVILEGE ? notAllowed(client, error) : error;
  } finally {
    // Ending the connection rolls back everything uncommitted.
    await client.end();
  }
}

/** The lock and the setting last for one transaction: a pooler may route the next one to another server. */
async function locked<Result>(
  client: pg.Client,
  work: (transaction: MigrationTransaction) => Promise<Result>,
): Promise<Result> {
  await client.query("BEGIN");
  await client.query("SET LOCAL statement_timeout = 0");
  await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const transaction = {
    run: async (statement: string) => void (await client.query(statement)),
    version: async () => (await client.query<VersionRow>(READ_VERSION)).rows[0]?.version ?? 0,
  };
  const result = await work(transaction);
  await client.query("COMMIT");
  return result;
}

/** PgBouncer's `pool_mode = statement` refuses them. */
async function requireTransactions(client: pg.Client): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query("ROLLBACK");
  } catch (error) {
    throw new StoreError(
      `The pooler in front of PostgreSQL refuses transactions: ${messageOf(error)}. Set pool_mode to transaction or session.`,
      { cause: error },
    );
  }
}

/** 0 where there are no tables yet. */
async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('schema_versions') AS found");
  if (rows[0]?.found == null) return 0;
  return (await client.query<VersionRow>(READ_VERSION)).rows[0]?.version ?? 0;
}

/** In another encoding, names with other characters than its own could not be stored. */
function requireUtf8({ server }: Hosts): void {
  if (server === null || server.encoding === UTF8) return;
  throw new StoreError(
    `The database of DATABASE_URL has the encoding ${server.encoding}. Create one with ENCODING 'UTF8': docs/postgresql.md.`,
  );
}

async function requirePrivileges(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: string | null }>(READ_PRIVILEGES, [READ_TABLES, WRITTEN_TABLES]);
  const missing = rows[0]?.missing;
  if (missing == null) return;
  throw new StoreError(
    `The role ${client.user ?? ""} of DATABASE_URL lacks privileges on the tables ${missing}. ` +
      "Grant it SELECT, INSERT, UPDATE, and DELETE on all tables of the schema: docs/postgresql.md has the commands.",
  );
}

function notAllowed(client: pg.Client, cause: pg.DatabaseError): StoreError {
  return new StoreError(
    `The role ${client.user ?? ""} of DATABASE_URL is not allowed to migrate the tables of the store: ${cause.message}. ` +
      "Run `safety store migrate` with the DATABASE_URL of the database's owner, or make this role the owner: docs/postgresql.md.",
    { cause },
  );
}
