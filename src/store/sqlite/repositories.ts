import type { Database } from "bun:sqlite";
import type { ThrottleStore } from "../../accounts/throttle.ts";
import type { Clock } from "../../domain/clock.ts";
import { faultRecordingKysely } from "../fault-recording-kysely.ts";
import type { LimitsReader } from "../limits.ts";
import { createRepositories } from "../repositories.ts";
import type { RepositoryContext } from "../repository-context.ts";
import type { Repositories } from "../store.ts";
import { throttleStore } from "../throttles.ts";
import { sqliteDialect } from "./dialect.ts";

/**
 * SQLite allows only one writer, so accounts need no locks.
 * @param general for everything but throttles: its commits survive power loss
 * @param throttling for throttles only, without a busy timeout: anyone can cause their writes, so they must not wait
 * for the disk
 */
export function sqliteRepositories(
  general: Database,
  throttling: Database,
  clock: Clock,
  limitsIn: LimitsReader,
): Repositories {
  const shared = { limitsIn, now: async () => clock.now(), lockAccount: async () => {} };
  const repositories = createRepositories({ ...shared, db: faultRecordingKysely(sqliteDialect(general)) });
  return {
    ...repositories,
    throttles: waitingThrottles({ ...shared, db: faultRecordingKysely(sqliteDialect(throttling)) }),
  };
}

/** Throttles whose statements wait off the event loop while another connection is writing, as a transaction does. */
function waitingThrottles(context: RepositoryContext): ThrottleStore {
  const within = <Result>(work: (store: ThrottleStore) => Promise<Result>) =>
    context.db.transaction().execute((db) => work(throttleStore({ ...context, db })));
  return {
    count: (bucket, windowMs) => within((store) => store.count(bucket, windowMs)),
    clear: (bucket) => within((store) => store.clear(bucket)),
  };
}
