import type { Database } from "bun:sqlite";
import type { Clock } from "../../domain/clock.ts";
import type { LimitsReader } from "../limits.ts";
import { notingKysely } from "../noting-kysely.ts";
import { createRepositories } from "../repositories.ts";
import type { Repositories } from "../store.ts";
import { sqliteDialect } from "./dialect.ts";

/** What the embedded store holds beside admission. One writer at a time is SQLite's own rule, so no account is locked. */
export function sqliteRepositories(database: Database, clock: Clock, limitsIn: LimitsReader): Repositories {
  const db = notingKysely(sqliteDialect(database));
  return createRepositories({ db, limitsIn, now: async () => clock.now(), lockAccount: async () => {} });
}
