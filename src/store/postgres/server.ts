import pg from "pg";
import { namesOf } from "../../base/named-table.ts";
import { describeHost, type PostgresHost } from "../address.ts";
import { StoreError } from "../error.ts";
import { NEEDED, type SessionSetting } from "./session.ts";

/** PostgreSQL 15. Older versions are not tested and out of support. */
const OLDEST_VERSION = 150_000;

/** The server cancels a statement a little before the client gives up, so the client learns the outcome. */
const STATEMENT_TIMEOUT_MS = 2_500;
export const QUERY_TIMEOUT_MS = 3_000;

export interface ServerState {
  /** Whether there is a pooler in between, such as PgBouncer, which shares its connections to the server. */
  readonly isPooled: boolean;
  readonly limitsStatements: boolean;
  /** The encoding of the database. */
  readonly encoding: string;
  /** Settings of the session with other values than the service needs. Through a pooler it cannot change them. */
  readonly unsuitable: readonly SessionSetting[];
  /** A message for the operator that says why the server cannot be the store; null if it can. */
  readonly fault: string | null;
}

interface ServerRow extends Readonly<Record<SessionSetting, string>> {
  readonly pid: number;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly version_number: number;
  readonly version: string;
  readonly limits_statements: boolean;
  readonly encoding: string;
}

/**
 * A pooler gives its clients its own process numbers. A time limit set through it may affect any of its clients, and
 * PgBouncer refuses one as a startup parameter, so it is set after connecting and only without a pooler.
 */
const EXAMINE = `
SELECT pg_backend_pid() AS pid,
  pg_is_in_recovery() AS is_standby,
  current_setting('transaction_read_only')::boolean AS is_read_only,
  current_setting('server_version_num')::int AS version_number,
  current_setting('server_version') AS version,
  CASE WHEN pg_backend_pid() = $1 THEN set_config('statement_timeout', '${STATEMENT_TIMEOUT_MS}', false) END,
  CASE WHEN pg_backend_pid() = $1 THEN set_config('lock_timeout', $2, false) END,
  ${namesOf(NEEDED)
    .map((name) => `CASE WHEN pg_backend_pid() = $1 THEN set_config('${name}', '${NEEDED[name]}', false) END`)
    .join(", ")},
  ${namesOf(NEEDED)
    .map((name) => `current_setting('${name}') AS ${name}`)
    .join(", ")},
  current_setting('server_encoding') AS encoding,
  current_setting('statement_timeout') <> '0' AS limits_statements`;

export async function examineServer(
  client: pg.ClientBase,
  host: PostgresHost,
  lockTimeoutMs: number,
): Promise<ServerState> {
  const processId = "processID" in client && typeof client.processID === "number" ? client.processID : 0;
  const { rows } = await client.query<ServerRow>(EXAMINE, [processId, String(lockTimeoutMs)]);
  const [row] = rows;
  if (row === undefined) throw new StoreError(`${describeHost(host)} did not identify itself`);
  return {
    isPooled: row.pid !== processId,
    limitsStatements: row.limits_statements,
    encoding: row.encoding,
    // Such as `ISO, MDY`: the order of day and month has no effect on this style.
    unsuitable: namesOf(NEEDED).filter((name) => !row[name].startsWith(NEEDED[name])),
    fault: serverFault(row, describeHost(host)),
  };
}

function serverFault({ is_standby, is_read_only, version_number, version }: ServerRow, host: string): string | null {
  if (version_number < OLDEST_VERSION) return `${host} is PostgreSQL ${version}; 15 or later is needed`;
  if (is_standby) return `${host} is a standby and accepts no writes; DATABASE_URL must name the primary, or all hosts`;
  if (is_read_only) return `${host} accepts no writes: default_transaction_read_only is on`;
  return null;
}

/** A prepared statement was missing under its name, or another one had the name. Either way it did not start. */
export function isNameFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "26000" || error.code === "42P05");
}

const TIMELINE = "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline";

/** The timeline of a server that accepts writes: each promotion of a standby begins a higher one. */
export async function timelineOf(client: pg.ClientBase): Promise<number> {
  return (await client.query<{ readonly timeline: number }>(TIMELINE)).rows[0]?.timeline ?? 0;
}

/** Whether the connection or the server failed, rather than one statement. */
export function isServerFailure(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  // Shutting down or starting up (57P01 to 57P05), or no longer the primary (25006).
  return error.code === undefined || error.code.startsWith("57P") || error.code === "25006";
}
