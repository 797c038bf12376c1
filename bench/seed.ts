import { digestOf, displayOf, mintKey } from "../src/access/key.ts";
import { type KeyType, planTable, TEST_KEY_DAILY_REQUESTS } from "../src/domain/plan.ts";
import { utcDay } from "../src/domain/window.ts";
import { systemClock } from "../src/main/clock.ts";
import { parseStoreAddress } from "../src/store/address.ts";
import { openStore } from "../src/store/open.ts";
import type { Store } from "../src/store/store.ts";

/** Limits so high that no run reaches them; the code that checks them is the same. */
const NO_LIMIT = { monthlyRequests: 1_000_000_000, burstPerSecond: 1_000_000, burstCapacity: 1_000_000 } as const;
export const PLAN_LIMITS = { free: NO_LIMIT, enterprise: NO_LIMIT } as const;

/** Keys of the load. */
export const LIVE_KEYS = 100;
/** Each has 100 requests per day, so a round of hundreds of thousands needs this many. */
const TEST_KEYS = 20_000;
const FIRST_SPENT_ID = 1 + LIVE_KEYS + TEST_KEYS;
const ROWS_AT_ONCE = 1_000;

export interface SeededKeys {
  readonly live: readonly string[];
  readonly test: readonly string[];
  /** Test keys whose day is used up. */
  readonly spent: readonly string[];
  /** Well-formed keys that are not in the store. */
  readonly unknown: readonly string[];
}

export async function withBenchStore<Result>(url: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore({ address: parseStoreAddress(url), clock: systemClock, plans: planTable(PLAN_LIMITS) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** New keys for one run. */
export function mintKeys(): SeededKeys {
  const mint = (type: KeyType, count: number) => Array.from({ length: count }, () => mintKey(type).key);
  return {
    live: mint("live", LIVE_KEYS),
    test: mint("test", TEST_KEYS),
    spent: mint("test", LIVE_KEYS),
    unknown: mint("live", LIVE_KEYS),
  };
}

/** Fills an empty store with accounts of one key each, like a service with some customers. */
export async function seedStore(url: string, keys: SeededKeys): Promise<void> {
  await withBenchStore(url, async (store) => {
    await insertKeys(store, "live", keys.live, 1);
    await insertKeys(store, "test", keys.test, 1 + LIVE_KEYS);
    await insertKeys(store, "test", keys.spent, FIRST_SPENT_ID);
    await resetDays(store);
  });
}

/** Resets the day of every test key, except those that are used up from the start. */
export async function resetDays({ database }: Store): Promise<void> {
  const window_start = utcDay(systemClock.now()).startMs;
  const used = TEST_KEY_DAILY_REQUESTS;
  const spent = Array.from({ length: LIVE_KEYS }, (_, index) => FIRST_SPENT_ID + index);
  await database.deleteFrom("counters").where("policy", "=", "day").execute();
  await database
    .insertInto("counters")
    .values(spent.map((subject) => ({ policy: "day" as const, subject, window_start, used })))
    .execute();
}

/** Accounts and keys with ids from `firstId` on. */
async function insertKeys(store: Store, type: KeyType, keys: readonly string[], firstId: number): Promise<void> {
  const created_at = systemClock.now();
  const plan = type === "live" ? "enterprise" : "free";
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
    const rows = keys.slice(start, start + ROWS_AT_ONCE).map((key, index) => ({ key, id: firstId + start + index }));
    await store.database
      .insertInto("accounts")
      .values(rows.map(({ id }) => ({ id, email: `holder-${id}@bench.localhost`, plan, created_at })))
      .execute();
    await store.database
      .insertInto("api_keys")
      .values(rows.map(({ key, id }) => ({ id, account_id: id, type, name: "bench", ...stored(key), created_at })))
      .execute();
  }
}

function stored(key: string) {
  return { digest: digestOf(key), display: displayOf(key) };
}
