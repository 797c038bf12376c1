import { Database } from "bun:sqlite";
import { copyFile, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "../../domain/message.ts";
import { StoreError } from "../error.ts";
import { openStore } from "../open.ts";
import type { StoreOptions } from "../store.ts";
import { isBusy } from "./busy.ts";
import { copyOwner } from "./owner.ts";

const OWNER_ONLY = 0o600;

/**
 * Copies an embedded store into a new file while it is in use. `VACUUM INTO` reads one moment without blocking writers
 * (WAL), page by page; `serialize` would need all of it in memory. The copy is checked, flushed, and private to its
 * owner before it gets its name. @throws StoreError; `target` is complete or absent
 */
export async function backUpSqlite(path: string, target: string): Promise<void> {
  if (await exists(target)) throw new StoreError(`${target} already exists. Name a new file.`);
  if (!(await exists(path)))
    throw new StoreError(`There is no store at ${path}. Does DATABASE_URL match that of the service?`);
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  try {
    const database = new Database(path, { readwrite: true, create: false, strict: true });
    try {
      database.run("PRAGMA busy_timeout = 5000");
      database.run("VACUUM INTO ?", [partial]);
    } finally {
      database.close();
    }
    checkIntegrity(partial);
    await flush(partial);
    await rename(partial, target);
    await flushDirectory(target);
  } catch (error) {
    await rm(partial, { force: true });
    throw asStoreError(`The store at ${path} cannot be backed up to ${target}`, error);
  }
}

/**
 * Replaces an embedded store that nobody has open with a backup, which may be of an older version. Returns the new name
 * of the previous store, or null if there was none. The new store gets the owner of the old one, or of the directory.
 * @throws StoreError, with the store left unchanged
 */
export async function restoreSqlite(
  path: string,
  backup: string,
  options: Omit<StoreOptions, "address">,
): Promise<string | null> {
  const fresh = `${path}.restoring`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await rm(fresh, { force: true });
    checkIntegrity(backup);
    await copyFile(backup, fresh);
    await (await openStore({ ...options, address: { dialect: "sqlite", path: fresh } })).close();
    mergeLog(fresh);
    await copyOwner(fresh, (await exists(path)) ? path : dirname(path));
    await flush(fresh);
    const kept = (await exists(path)) ? `${path}.before-${new Date(options.clock.now()).toISOString()}` : null;
    if (kept !== null) {
      mergeLog(path);
      await rename(path, kept);
    }
    await rename(fresh, path);
    await flushDirectory(path);
    return kept;
  } catch (error) {
    await rm(fresh, { force: true });
    throw asStoreError(`The backup ${backup} cannot be restored to ${path}`, error);
  }
}

/** Checks that SQLite finds no errors in a file, and that it contains one of our stores. */
function checkIntegrity(path: string): void {
  const database = new Database(path, { readonly: true, strict: true });
  try {
    const faults = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    const [first] = faults;
    if (first?.integrity_check !== "ok") throw new StoreError(`it is damaged: ${first?.integrity_check}`);
    database.run("SELECT version FROM schema_versions LIMIT 1");
  } finally {
    database.close();
  }
}

/** Merges the write-ahead log into the file, which SQLite does only when the last connection closes. */
function mergeLog(path: string): void {
  const database = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    database.run("PRAGMA journal_mode = DELETE");
  } catch (error) {
    if (isBusy(error)) throw new StoreError("a running service has it open: stop it first", { cause: error });
    throw error;
  } finally {
    database.close();
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.chmod(OWNER_ONLY);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name is on the disk only once its directory is flushed. */
async function flushDirectory(path: string): Promise<void> {
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function asStoreError(what: string, error: unknown): StoreError {
  return new StoreError(`${what}: ${messageOf(error)}`, { cause: error });
}
