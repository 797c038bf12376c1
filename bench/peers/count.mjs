// How the peers count with SQLite: one statement per request that checks the key and counts it against its quota.
import Database from "better-sqlite3";
import { digestOf, QUOTA } from "./fixture.mjs";

/** Counts a request with this key. Returns its count and quota, or undefined if the key is unknown or used up. */
export function openCount(path, keys) {
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.exec(`CREATE TABLE api_keys (
    digest TEXT PRIMARY KEY, used INTEGER NOT NULL, quota INTEGER NOT NULL, revoked_at INTEGER
  ) WITHOUT ROWID`);
  const insert = db.prepare("INSERT INTO api_keys (digest, used, quota) VALUES (?, 0, ?)");
  for (const key of keys) insert.run(digestOf(key), QUOTA);
  const count = db.prepare(
    "UPDATE api_keys SET used = used + 1 WHERE digest = ? AND revoked_at IS NULL AND used < quota RETURNING used, quota",
  );
  return (key) => count.get(digestOf(key ?? ""));
}
