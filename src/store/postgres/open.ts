import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { messageOf } from "../../domain/message.ts";
import { StoreError } from "../error.ts";
import { limitsReader } from "../limits.ts";
import { type MigrationTransaction, migrate, READ_VERSION, type VersionRow } from "../migrate.ts";
import { createRepositories } from "../repositories.ts";
import type { ServingStore, StoreOptions } from "../store.ts";
import type { Tables } from "../tables.ts";
import { PostgresAdmission } from "./admission.ts";
import { POSTGRES_MIGRATIONS } from "./migrations.ts";
import { SERVER_NOW } from "./statement.ts";

const CONNECT_TIMEOUT_MS = 2_000;
/** The server gives a statement up a little before the client does, so that the client mostly hears the outcome. */
const TIMEOUTS = { statement_timeout: 2_500, query_timeout: 3_000 } as const;
/** Connections of one process besides admission's: pages, commands, sign-in. */
const MAX_CONNECTIONS = 8;
/** Any number that nobody else uses for an advisory lock in this database: "safety" in ASCII. */
const MIGRATION_LOCK = 0x736166657479;

/** Opens the store in a PostgreSQL database, shared with any number of processes. */
export async function openPostgres({ url, clock, plans, time = "server" }: StoreOptions): Promise<ServingStore> {
  const general = createPool(url, MAX_CONNECTIONS, TIMEOUTS);
  // One connection, hence one batch under way: the next one gathers meanwhile.
  const counting = createPool(url, 1, TIMEOUTS);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: general }) });
  const now = time === "server" ? serverNow : async () => clock.now();
  try {
    await migratePostgres(url, clock.now());
    const limitsIn = limitsReader(plans);
    const repositories = createRepositories({ db, limitsIn, now, lockAccount });
    return {
      dialect: "postgres",
      admission: new PostgresAdmission(counting, time === "server" ? null : clock, plans, limitsIn),
      repositories: async () => repositories,
      hasAccounts: async () => (await repositories.accounts.list({ limit: 1 })).length > 0,
      ready: () => answers(db),
      async close() {
        await counting.end();
        await db.destroy();
      },
    };
  } catch (error) {
    await Promise.allSettled([counting.end(), db.destroy()]);
    if (error instanceof StoreError) throw error;
    throw new StoreError(`PostgreSQL cannot be used as the store: ${messageOf(error)}`, { cause: error });
  }
}

/** A migration may take long, here or on the node that the others wait for: it has a connection without time-outs. */
async function migratePostgres(url: string, nowMs: number): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPool(url, 1, {}) }) });
  try {
    await db.transaction().execute(async (trx) => {
      await lockMigrations(trx);
      await migrate(migrationIn(trx), POSTGRES_MIGRATIONS, nowMs);
    });
  } finally {
    await db.destroy();
  }
}

function migrationIn(trx: Transaction<Tables>): MigrationTransaction {
  return {
    async run(statement) {
      await trx.executeQuery(CompiledQuery.raw(statement));
    },
    async version() {
      const { rows } = await sql<VersionRow>`${sql.raw(READ_VERSION)}`.execute(trx);
      return rows[0]?.version ?? 0;
    },
  };
}

function createPool(connectionString: string, max: number, timeouts: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    ...timeouts,
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: "safety",
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // An idle connection that was lost is replaced on the next use; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}

async function serverNow(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now_ms: number }>`select ${sql.raw(SERVER_NOW)} as now_ms`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new StoreError("PostgreSQL did not tell the time");
  return row.now_ms;
}

/** Whether the store answers a question that touches no table. */
async function answers(db: Kysely<Tables>): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

async function lockAccount(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}

/** Held until the transaction ends. */
async function lockMigrations(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
}
