import type { Database } from "bun:sqlite";
import type { Clock } from "../../base/clock.ts";
import { recordStoreFault } from "../faults.ts";
import type { LimitsReader } from "../limits.ts";
import { createRepositories, storeKysely } from "../repositories.ts";
import type { Repositories } from "../store.ts";
import { throttleStore } from "../throttles.ts";
import { type Counting, sqliteDialect } from "./dialect.ts";

/**
 * SQLite allows only one writer, so accounts need no locks.
 * @param general for everything but throttles: its commits survive power loss
 * @param throttling for throttles only: anyone can cause their writes, so they must not wait for the disk
 * @param counting what writes to the tables what admission has counted
 */
export function sqliteRepositories(
  general: Database,
  throttling: Database,
  clock: Clock,
  limitsIn: LimitsReader,
  counting: Counting,
): Repositories {
  const contextOf = (database: Database, counts?: Counting) => ({
    db: storeKysely(sqliteDialect(database, counts), recordStoreFault),
    limitsIn,
    now: async () => clock.now(),
    lockAccount: async () => {},
  });
  return { ...createRepositories(contextOf(general, counting)), throttles: throttleStore(contextOf(throttling)) };
}
