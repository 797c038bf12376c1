import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "../../base/error-text.ts";
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
  if (existsSync(target)) throw new StoreError(`${target} already exists. Name a new file.`);
  if (!existsSync(path))
    throw new StoreError(`There is no store at ${path}. Does DATABASE_URL match that of the service?`);
  if (!existsSync(dirname(target))) throw new StoreError(`There is no folder ${dirname(target)}. Create it first.`);
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  try {
    copyInto(partial, path);
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
    await copyOwner(fresh, existsSync(path) ? path : dirname(path));
    await flush(fresh);
    const kept = existsSync(path) ? `${path}.before-${new Date(options.clock.now()).toISOString()}` : null;
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

function copyInto(target: string, path: string): void {
  using database = new Database(path, { readwrite: true, create: false, strict: true });
  database.run("PRAGMA busy_timeout = 5000");
  database.run("VACUUM INTO ?", [target]);
}

/** Checks that SQLite finds no errors in a file, and that it contains one of our stores. */
function checkIntegrity(path: string): void {
  if (!existsSync(path)) throw new StoreError("there is no such file");
  using database = new Database(path, { readonly: true, strict: true });
  const found = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").get()?.integrity_check;
  if (found !== "ok") throw new StoreError(`it is damaged: ${found}`);
  const tables = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'schema_versions'");
  if (tables.get() === null) throw new StoreError("it is no store of this service");
}

/** Merges the write-ahead log into the file, which SQLite does only when the last connection closes. */
function mergeLog(path: string): void {
  using database = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    database.run("PRAGMA journal_mode = DELETE");
  } catch (error) {
    if (isBusy(error)) throw new StoreError("a running service has it open: stop it first", { cause: error });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, "r+");
  await file.chmod(OWNER_ONLY);
  await file.sync();
}

/** A new name is on the disk only once its directory is flushed. */
async function flushDirectory(path: string): Promise<void> {
  await using folder = await open(dirname(path), "r");
  await folder.sync();
}

function asStoreError(what: string, error: unknown): StoreError {
  return new StoreError(`${what}: ${messageOf(error)}`, { cause: error });
}
