import { messageOf } from "../../base/error-text.ts";
import { Lazy } from "../../base/lazy.ts";
import { describeHost, type PostgresAddress } from "../address.ts";
import { StoreError } from "../error.ts";
import { limitsReader } from "../limits.ts";
import type { ServingStore, StoreOptions } from "../store.ts";
import { WRITE_PROBE } from "../tables.ts";
import { PostgresAdmission } from "./count-batch.ts";
import { Hosts } from "./hosts.ts";
import { aroundLocks } from "./locked-keys.ts";
import { migratePostgres } from "./migrate.ts";
import { PrimaryPool } from "./pool.ts";

/** Connections of one process besides admission's: pages, commands, sign-in. */
const MAX_CONNECTIONS = 8;
/** Far longer than a batch of another node, and short enough that the other accounts of a batch hardly notice. */
const COUNTING_LOCK_TIMEOUT_MS = 250;

export async function openPostgres(
  address: PostgresAddress,
  { clock, plans, time = "server", log }: StoreOptions,
): Promise<ServingStore> {
  const hosts = new Hosts(address, "serve", log);
  let versionBefore: number;
  try {
    versionBefore = await migratePostgres(hosts, clock.now());
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`PostgreSQL cannot be used as the store: ${messageOf(error)}`, { cause: error });
  }
  const general = new PrimaryPool(hosts, MAX_CONNECTIONS);
  // One connection, so one batch at a time; the next batch fills in the meantime.
  const counting = new PrimaryPool(hosts, 1, COUNTING_LOCK_TIMEOUT_MS);
  const processClock = time === "server" ? null : clock;
  const limitsIn = limitsReader(plans);
  const repositories = new Lazy(async () => {
    const { postgresRepositories } = await import("./repositories.ts");
    return postgresRepositories(general, processClock, limitsIn);
  });
  const admission = aroundLocks(new PostgresAdmission(counting, processClock, limitsIn), clock, log);
  const endWatch = hosts.watch();
  return {
    dialect: "postgres",
    isNew: versionBefore === 0,
    admission: admission,
    repositories: () => repositories.get(),
    hasAccounts: async () => (await general.query({ text: "SELECT 1 FROM accounts LIMIT 1" })).rows.length > 0,
    probe: async () => void (await counting.query({ text: WRITE_PROBE })),
    use: () => ({
      host: hosts.knownPrimary === null ? null : describeHost(hosts.knownPrimary),
      writable: hosts.writable,
      pool: general.load,
    }),
    // The query builder holds only connections of the pool.
    async close() {
      endWatch();
      await Promise.all([counting.end(), general.end()]);
    },
  };
}
