import { Lazy } from "../../domain/lazy.ts";
import { messageOf } from "../../domain/message.ts";
import type { PostgresAddress } from "../address.ts";
import { StoreError } from "../error.ts";
import { limitsReader } from "../limits.ts";
import { Readiness, WRITE_PROBE } from "../readiness.ts";
import type { ServingStore, StoreOptions } from "../store.ts";
import { PostgresAdmission } from "./count-batch.ts";
import { Hosts } from "./hosts.ts";
import { migratePostgres } from "./migrate.ts";
import { PrimaryPool } from "./pool.ts";

/** Connections of one process besides admission's: pages, commands, sign-in. */
const MAX_CONNECTIONS = 8;

/** Opens the store in a PostgreSQL database, shared with any number of processes. */
export async function openPostgres(
  address: PostgresAddress,
  { clock, plans, time = "server" }: StoreOptions,
): Promise<ServingStore> {
  const hosts = new Hosts(address);
  let versionBefore: number;
  try {
    versionBefore = await migratePostgres(hosts, clock.now());
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`PostgreSQL cannot be used as the store: ${messageOf(error)}`, { cause: error });
  }
  const general = new PrimaryPool(hosts, MAX_CONNECTIONS);
  // One connection, so one batch at a time; the next batch fills in the meantime.
  const counting = new PrimaryPool(hosts, 1);
  const processClock = time === "server" ? null : clock;
  const limitsIn = limitsReader(plans);
  const readiness = new Readiness(() => general.query({ text: WRITE_PROBE }), clock);
  const repositories = new Lazy(async () => {
    const { postgresRepositories } = await import("./repositories.ts");
    return postgresRepositories(general, processClock, limitsIn);
  });
  return {
    dialect: "postgres",
    isNew: versionBefore === 0,
    admission: readiness.watched(new PostgresAdmission(counting, processClock, limitsIn)),
    repositories: () => repositories.get(),
    hasAccounts: async () => (await general.query({ text: "SELECT 1 FROM accounts LIMIT 1" })).rows.length > 0,
    ready: () => readiness.ready(),
    // The query builder holds only connections of the pool.
    async close() {
      readiness.close();
      await Promise.all([counting.end(), general.end()]);
    },
  };
}
