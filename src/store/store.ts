import type { AdmissionStore } from "../access/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { PlanTable } from "../domain/plan.ts";
import type { StoreAddress } from "./address.ts";
import type { createRepositories } from "./repositories.ts";

export type DialectName = "sqlite" | "postgres";

/** Connections of a pool, those of them that are idle, and callers that wait for one. */
export interface PoolLoad {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Where the store is and how busy, for the metrics; null for the embedded one. */
export interface ServerUse {
  /** The host in use; null while there is none. */
  readonly host: string | null;
  /** How many hosts accept writes: more than one is a split brain. */
  readonly writable: number;
  readonly pool: PoolLoad;
}

/** A store with its tables up to date, with what API requests need. Everything else is loaded on demand. */
export interface ServingStore {
  readonly dialect: DialectName;
  readonly admission: AdmissionStore;
  /** The repositories. The first call loads them, together with the query builder. */
  repositories(): Promise<Repositories>;
  /** Whether opening it created its tables. */
  readonly isNew: boolean;
  hasAccounts(): Promise<boolean>;
  /** Writes to the store as a batch does. Rejects if no requests can be counted. */
  probe(): Promise<void>;
  use(): ServerUse | null;
  /** Waits for work in flight, then closes files and connections. */
  close(): Promise<void>;
}

/** Accounts, keys, usage, and all other data except the counting of requests. */
export type Repositories = ReturnType<typeof createRepositories>;

export interface Store extends ServingStore, Repositories {}

export interface StoreOptions {
  readonly address: StoreAddress;
  readonly clock: Clock;
  readonly plans: PlanTable;
  /** Where PostgreSQL takes the time from: its server, one for all nodes (the default), or `clock`, as SQLite does. */
  readonly time?: "server" | "process";
  /** Receives failures outside of requests. */
  readonly log?: Log;
}
