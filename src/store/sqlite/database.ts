import { Database } from "bun:sqlite";

/** The default of 2 MB is too small for a few hundred busy keys among a million. An empty store uses none of it. */
const CACHE_KIB = 16_384;

/**
 * From so many pages on, about 16 MB, whoever commits moves the log into the file and starts it anew: `Checkpoints` never
 * does while others write. By then it has flushed and moved most pages.
 */
const LOG_PAGES = 4_000;
/** A log that grew beyond this while a long read, such as a backup, kept it from being moved is cut when it starts anew. */
const MAX_IDLE_LOG_BYTES = 32_000_000;

/**
 * Opens a database file in WAL mode. `synchronous` FULL survives power loss, NORMAL the end of the process. While another
 * connection is writing, a statement fails at once: `whenFree` waits off the event loop.
 */
export function openDatabase(path: string, synchronous: "NORMAL" | "FULL"): Database {
  const database = new Database(path, { create: true, readwrite: true, strict: true });
  // Turning WAL on needs the lock for a moment.
  database.run("PRAGMA busy_timeout = 5000");
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA synchronous = ${synchronous}`);
  database.run(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  database.run(`PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES}`);
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  database.run("PRAGMA busy_timeout = 0");
  return database;
}

/** The connection for everything except admission and throttles: its commits survive power loss, and foreign keys are enforced. */
export function openGeneralDatabase(path: string): Database {
  const database = openDatabase(path, "FULL");
  database.run("PRAGMA foreign_keys = ON");
  return database;
}
