import { Database } from "bun:sqlite";
import { STATEMENT_WAIT_MS } from "./busy.ts";

/** SQLite's own 2 MB do not hold the pages of some hundred busy keys among a million; an empty store takes none of it. */
const CACHE_KIB = 16_384;

/**
 * From this many pages of the log on (16 MB), commits copy them into the file themselves. Where `Checkpoints` runs, only the
 * last few are left to copy: the log starts from its beginning when nothing was committed since a copy.
 */
const CHECKPOINT_PAGES = 4_000;

/** Opens a database file in WAL mode. `synchronous` FULL survives the loss of power, NORMAL the end of the process. */
export function openDatabase(path: string, synchronous: "NORMAL" | "FULL", busyTimeoutMs: number): Database {
  const database = new Database(path, { create: true, readwrite: true, strict: true });
  // The time-out comes first: turning WAL on needs the lock for a moment.
  database.run("PRAGMA busy_timeout = 5000");
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA synchronous = ${synchronous}`);
  database.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return database;
}

/** The connection of everything but admission: what it commits survives the loss of power, and references hold. */
export function openGeneralDatabase(path: string): Database {
  const database = openDatabase(path, "FULL", STATEMENT_WAIT_MS);
  database.run("PRAGMA foreign_keys = ON");
  return database;
}
