import type { Database } from "bun:sqlite";
import type { Clock } from "../../base/clock.ts";
import { recordStoreFault } from "../faults.ts";
import type { LimitsReader } from "../limits.ts";
import { createRepositories, storeKysely } from "../repositories.ts";
import type { Repositories } from "../store.ts";
import { throttleStore } from "../throttles.ts";
import { sqliteDialect } from "./dialect.ts";

/**
 * SQLite allows only one writer, so accounts need no locks.
 * @param general for everything but throttles: its commits survive power loss
 * @param throttling for throttles only: anyone can cause their writes, so they must not wait for the disk
 * @param fold writes to the tables what admission has counted
 */
export function sqliteRepositories(
  general: Database,
  throttling: Database,
  clock: Clock,
  limitsIn: LimitsReader,
  fold: () => Promise<void>,
): Repositories {
  const contextOf = (database: Database, foldBefore?: () => Promise<void>) => ({
    db: storeKysely(sqliteDialect(database, foldBefore), recordStoreFault),
    limitsIn,
    now: async () => clock.now(),
    lockAccount: async () => {},
  });
  return { ...createRepositories(contextOf(general, fold)), throttles: throttleStore(contextOf(throttling)) };
}
