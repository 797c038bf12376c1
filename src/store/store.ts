import type { Kysely } from "kysely";
import type { AdmissionStore } from "../access/store.ts";
import type { NoticeStore } from "../accounts/notice.ts";
import type { PlanRequestStore } from "../accounts/plan-request.ts";
import type { AccountStore, KeyStore, UsageStore } from "../accounts/store.ts";
import type { ThrottleStore } from "../accounts/throttle.ts";
import type { UserStore } from "../accounts/user-store.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { PlanTable } from "../domain/plan.ts";
import type { StoreAddress } from "./address.ts";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

/** A store with its tables up to date, as the requests of the API need it: what they do without is loaded when it is asked for. */
export interface ServingStore {
  readonly dialect: DialectName;
  readonly admission: AdmissionStore;
  /** All the rest, with the first call brought in together with the query builder. */
  repositories(): Promise<Repositories>;
  /** Whether there was ever an account. */
  hasAccounts(): Promise<boolean>;
  /** Whether requests can be counted, as of the last two seconds; never rejects. */
  ready(): Promise<boolean>;
  /** Waits for what is in flight, then closes files and connections. */
  close(): Promise<void>;
}

/** Accounts, their keys and their usage, beside the counting of requests. */
export interface Repositories {
  readonly accounts: AccountStore;
  readonly users: UserStore;
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly throttles: ThrottleStore;
  readonly notices: NoticeStore;
  readonly planRequests: PlanRequestStore;
  /** For a library that keeps tables of its own beside ours. */
  readonly database: Kysely<Tables>;
}

/** All that changes, with nothing left to be loaded. */
export interface Store extends ServingStore, Repositories {}

/** How a store is opened. */
export interface StoreOptions {
  readonly address: StoreAddress;
  readonly clock: Clock;
  readonly plans: PlanTable;
  /**
   * Where a PostgreSQL store takes the time of windows, expiry and grace from: its server, one clock for all nodes (the
   * default), or `clock`. The embedded store has `clock` alone.
   */
  readonly time?: "server" | "process";
}

/** How a store is opened that answers requests. */
export interface ServingOptions extends StoreOptions {
  /** Takes what fails beside the requests. */
  readonly log: Log;
}
