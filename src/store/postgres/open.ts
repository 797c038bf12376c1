import pg from "pg";
import { Lazy } from "../../domain/lazy.ts";
import { messageOf } from "../../domain/message.ts";
import type { PostgresAddress } from "../address.ts";
import { StoreError } from "../error.ts";
import { limitsReader } from "../limits.ts";
import { migrate, READ_VERSION, type VersionRow } from "../migrate.ts";
import type { ServingStore, StoreOptions } from "../store.ts";
import { PostgresAdmission } from "./admission.ts";
import { connectionConfig } from "./connection.ts";
import { POSTGRES_MIGRATIONS } from "./migrations.ts";

/** The server gives a statement up a little before the client does, so that the client mostly hears the outcome. */
const TIMEOUTS = { statement_timeout: 2_500, query_timeout: 3_000 } as const;
/** Connections of one process besides admission's: pages, commands, sign-in. */
const MAX_CONNECTIONS = 8;
/** Any number that nobody else uses for an advisory lock in this database: "safety" in ASCII. */
const MIGRATION_LOCK = 0x736166657479;

/** Opens the store in a PostgreSQL database, shared with any number of processes. */
export async function openPostgres(
  address: PostgresAddress,
  { clock, plans, time = "server" }: StoreOptions,
): Promise<ServingStore> {
  try {
    await migrateDatabase(address, clock.now());
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`PostgreSQL cannot be used as the store: ${messageOf(error)}`, { cause: error });
  }
  const general = createPool(address, MAX_CONNECTIONS);
  // One connection, hence one batch under way: the next one gathers meanwhile.
  const counting = createPool(address, 1);
  const processClock = time === "server" ? null : clock;
  const limitsIn = limitsReader(plans);
  const repositories = new Lazy(async () => {
    const { postgresRepositories } = await import("./repositories.ts");
    return postgresRepositories(general, processClock, limitsIn);
  });
  return {
    dialect: "postgres",
    admission: new PostgresAdmission(counting, processClock, plans, limitsIn),
    repositories: () => repositories.get(),
    hasAccounts: async () => (await general.query("SELECT 1 FROM accounts LIMIT 1")).rows.length > 0,
    ready: () => answers(general),
    // The query builder holds nothing but connections of the pool.
    close: async () => void (await Promise.all([counting.end(), general.end()])),
  };
}

/**
 * A migration may take long, here or on the node that the others wait for: it has a connection without time-outs, whose
 * lock lasts until the transaction ends.
 */
async function migrateDatabase(address: PostgresAddress, nowMs: number): Promise<void> {
  const client = new pg.Client(connectionConfig(address, address.hosts[0]));
  // The statement under way tells of a lost connection; without a listener it would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await migrate(
      {
        run: async (statement) => void (await client.query(statement)),
        version: async () => (await client.query<VersionRow>(READ_VERSION)).rows[0]?.version ?? 0,
      },
      POSTGRES_MIGRATIONS,
      nowMs,
    );
    await client.query("COMMIT");
  } finally {
    // What was not committed is rolled back with the end of the connection.
    await client.end();
  }
}

export function createPool(address: PostgresAddress, max: number): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(address, address.hosts[0]), ...TIMEOUTS, max });
  // An idle connection that was lost is replaced on the next use, and one in use tells the statement that it was lost
  // under; without a listener either would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Whether the store answers a question that touches no table. */
async function answers(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query("SELECT 1");
    return true;
  } catch {
    return false;
  }
}
