import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf, type KeyDigest } from "../../src/access/key.ts";
import { type Account, emailAddress, type Origin } from "../../src/accounts/account.ts";
import type { ApiKey } from "../../src/accounts/keys.ts";
import type { Clock } from "../../src/base/clock.ts";
import { type KeyType, type PlanName, type PlanTable, planTable } from "../../src/domain/plan.ts";
import { type PostgresAddress, parseStoreAddress } from "../../src/store/address.ts";
import { openStore } from "../../src/store/open.ts";
import type { DialectName, Store } from "../../src/store/store.ts";
import { sharedPostgres } from "./postgres.ts";
import { scratchFolder } from "./scratch.ts";
import { stopAtEnd } from "./stop-at-end.ts";

/** Every test of the store's behavior runs on each of them. */
export const DIALECTS = ["sqlite", "postgres"] as const satisfies readonly DialectName[];

/** Tests of the pages of accounts run on SQLite in `npm test`, and on PostgreSQL in `npm run test:systems`. */
export const PAGE_DIALECTS: readonly DialectName[] = [process.env["PAGES_ON"] === "postgres" ? "postgres" : "sqlite"];

export const OPERATOR: Origin = { via: "command", address: null };

/** A clock that stands still until a test moves it, forward or back. */
export class MovableClock implements Clock {
  nowMs: number;

  constructor(start: string) {
    this.nowMs = Date.parse(start);
  }

  now(): number {
    return this.nowMs;
  }

  set(moment: string): void {
    this.nowMs = Date.parse(moment);
  }
}

export interface StoreSettings {
  readonly clock: Clock;
  readonly plans?: PlanTable;
}

/** The address of a store without tables. Its data are deleted when the tests end. */
export async function emptyStoreUrl(dialect: DialectName): Promise<string> {
  if (dialect === "postgres") return await (await sharedPostgres()).createDatabase();
  return `sqlite:${join(scratchFolder("store"), "safety.sqlite")}`;
}

const migrated = new Map<DialectName, Promise<string>>();

/**
 * The address of a store with all tables and no accounts: a copy of one that is migrated once in each process of the tests, because
 * migrating takes longer than most tests. `emptyStoreUrl` is for tests of the migration itself.
 */
export async function migratedStoreUrl(dialect: DialectName): Promise<string> {
  const template = migrated.get(dialect) ?? migratedTemplate(dialect);
  migrated.set(dialect, template);
  const source = await template;
  if (dialect === "postgres") return await (await sharedPostgres()).createDatabase(source);
  const url = await emptyStoreUrl("sqlite");
  copyFileSync(pathOf(source), pathOf(url));
  return url;
}

async function migratedTemplate(dialect: DialectName): Promise<string> {
  const url = await emptyStoreUrl(dialect);
  await (await openTestStore(url, { clock: { now: () => 0 } })).close();
  return url;
}

function pathOf(sqliteUrl: string): string {
  return sqliteUrl.slice("sqlite:".length);
}

/** The address of a PostgreSQL store. */
export function postgresAddress(url: string): PostgresAddress {
  const address = parseStoreAddress(url);
  if (address.dialect !== "postgres") throw new Error("not the address of a PostgreSQL store");
  return address;
}

/** Opens a store whose windows follow the test's clock in either dialect. It is closed at the end of the test or file. */
export async function openTestStore(url: string, { clock, plans = planTable() }: StoreSettings): Promise<Store> {
  const store = await openStore({ address: parseStoreAddress(url), clock, plans, time: "process" });
  // The test may have closed it, or its database may be gone.
  stopAtEnd(() => store.close().catch(() => {}));
  return store;
}

export async function emptyStore(dialect: DialectName, settings: StoreSettings): Promise<Store> {
  return await openTestStore(await migratedStoreUrl(dialect), settings);
}

let accounts = 0;

/** An account with an address that no other test uses. */
export async function newAccount(store: Store, plan: PlanName = "free", name = "alice"): Promise<Account> {
  const email = emailAddress.parse(`${name}-${++accounts}@example.com`);
  const result = await store.accounts.create({ email, plan, origin: OPERATOR });
  return result.account;
}

export interface TestKey {
  readonly key: ApiKey;
  readonly secret: string;
  readonly digest: KeyDigest;
}

/** A key. The test expects that it can be created. */
export async function newKey(
  store: Store,
  accountId: number,
  type: KeyType = "live",
  expiresAtMs: number | null = null,
): Promise<TestKey> {
  const result = await store.keys.create({ accountId, type, name: "a key", expiresAtMs, origin: OPERATOR });
  if (!result.ok) throw new Error(`The key was refused: ${result.reason}`);
  return { key: result.key, secret: result.secret, digest: digestOf(result.secret) };
}

/** A key that no limit affects. */
export async function boundlessKey(store: Store): Promise<TestKey & { readonly accountId: number }> {
  const { id } = await newAccount(store, "enterprise");
  const limits = { monthlyRequests: 1_000_000_000, burstCapacity: 1_000_000, burstPerSecond: 1_000_000 };
  await store.accounts.changeLimits(id, limits, OPERATOR);
  return { ...(await newKey(store, id)), accountId: id };
}
