import type { Database } from "bun:sqlite";
import type { Clock } from "../../domain/clock.ts";
import { faultRecordingKysely } from "../fault-recording-kysely.ts";
import type { LimitsReader } from "../limits.ts";
import { createRepositories } from "../repositories.ts";
import type { Repositories } from "../store.ts";
import { sqliteDialect } from "./dialect.ts";

/** The repositories of the embedded store. SQLite allows only one writer, so accounts need no locks. */
export function sqliteRepositories(database: Database, clock: Clock, limitsIn: LimitsReader): Repositories {
  const db = faultRecordingKysely(sqliteDialect(database));
  return createRepositories({ db, limitsIn, now: async () => clock.now(), lockAccount: async () => {} });
}
