import { Database } from "bun:sqlite";
import { mintKey } from "../src/access/key.ts";
import { utcDay, windowOf } from "../src/base/window.ts";
import { randomNumbers } from "./random.ts";

/** A store of customers with a key each. */
export interface KeyStore {
  readonly path: string;
  /** Of those who send requests. */
  readonly keys: readonly string[];
  readonly customers: number;
}

/** Counts of a customer before the run. A number of two digits takes as much room as one of nine. */
const USED = 42;

/**
 * Adds customers with a live key, a counter of this month, and usage of today each, as after a busy morning. Returns the
 * keys of some of them, drawn at random from all.
 */
export function addCustomers(path: string, customers: number, active: number): readonly string[] {
  using database = new Database(path, { readwrite: true, create: false, strict: true });
  const nowMs = Date.now();
  const minted = activeKeys(customers, active);
  const first = nextAfter(database, "accounts");
  const firstKey = nextAfter(database, "api_keys");
  const account = database.prepare("INSERT INTO accounts (id, email, plan, created_at) VALUES (?, ?, 'enterprise', ?)");
  const key = database.prepare(
    `INSERT INTO api_keys (id, account_id, type, name, digest, display, created_at)
      VALUES (?, ?, 'live', 'production', ?, 'svc_live_…0000', ?)`,
  );
  const counter = database.prepare(
    "INSERT INTO counters (policy, window_start, subject, used) VALUES ('month', ?, ?, ?)",
  );
  const usage = database.prepare(
    `INSERT INTO daily_usage (key_id, day, city, county, batch, stats, other, last_used_at) VALUES (?, ?, ?, 0, 0, 0, 0, ?)`,
  );
  const [month, day] = [windowOf("month", nowMs).startMs, utcDay(nowMs).startMs];
  database.run("PRAGMA synchronous = OFF");
  database.run("PRAGMA cache_size = -400000");
  database.transaction(() => {
    for (let number = 0; number < customers; number++) {
      const [id, keyId] = [first + number, firstKey + number];
      account.run(id, `customer-${number}@example.com`, nowMs);
      key.run(keyId, id, minted.get(number)?.digest ?? idleDigest(number), nowMs);
      counter.run(month, id, USED);
      usage.run(keyId, day, USED, nowMs);
    }
  })();
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  return [...minted.values()].map((one) => one.key);
}

/** Keys of some customers, by the customer's number. */
function activeKeys(customers: number, active: number): ReadonlyMap<number, ReturnType<typeof mintKey>> {
  const random = randomNumbers();
  const minted = new Map<number, ReturnType<typeof mintKey>>();
  while (minted.size < active) minted.set(Math.floor(random() * customers), mintKey("live"));
  return minted;
}

/** As long and as random as the digest of a key. */
function idleDigest(number: number): string {
  return Bun.SHA256.hash(`idle ${number}`, "base64url");
}

function nextAfter(database: Database, table: "accounts" | "api_keys"): number {
  const row = database.query<{ last: number | null }, []>(`SELECT max(id) AS last FROM ${table}`).get();
  return (row?.last ?? 0) + 1;
}
