import { Database } from "bun:sqlite";
import { STATEMENT_WAIT_MS } from "./busy.ts";

/** The default of 2 MB is too small for a few hundred busy keys among a million. An empty store uses none of it. */
const CACHE_KIB = 16_384;

/** Opens a database file in WAL mode. `synchronous` FULL survives power loss, NORMAL the end of the process. */
export function openDatabase(path: string, synchronous: "NORMAL" | "FULL", busyTimeoutMs: number): Database {
  const database = new Database(path, { create: true, readwrite: true, strict: true });
  // The timeout comes first: turning WAL on needs the lock for a moment.
  database.run("PRAGMA busy_timeout = 5000");
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA synchronous = ${synchronous}`);
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return database;
}

/** The connection for everything except admission and throttles: its commits survive power loss, and foreign keys are enforced. */
export function openGeneralDatabase(path: string): Database {
  const database = openDatabase(path, "FULL", STATEMENT_WAIT_MS);
  database.run("PRAGMA foreign_keys = ON");
  return database;
}
