import type { Kysely } from "kysely";
import type { AdmissionStore } from "../access/store.ts";
import type { NoticeStore } from "../accounts/notice.ts";
import type { AccountStore, KeyStore, UsageStore } from "../accounts/store.ts";
import type { ThrottleStore } from "../accounts/throttle.ts";
import type { Clock } from "../domain/clock.ts";
import type { PlanTable } from "../domain/plan.ts";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

/** All that changes: accounts, their keys and their usage. */
export interface Store {
  readonly dialect: DialectName;
  readonly admission: AdmissionStore;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly throttles: ThrottleStore;
  readonly notices: NoticeStore;
  /** For a library that keeps tables of its own beside ours. */
  readonly database: Kysely<Tables>;
  /** Whether the store answers at this moment; never rejects. */
  ready(): Promise<boolean>;
  /** Waits for what is in flight, then lets go of files and connections. */
  close(): Promise<void>;
}

/** How a store is opened. */
export interface StoreOptions {
  /** `sqlite:PATH` or `postgres://…`. */
  readonly url: string;
  readonly clock: Clock;
  readonly plans: PlanTable;
  /**
   * Where a PostgreSQL store takes the time of windows, expiry and grace from: its server, one clock for all nodes (the
   * default), or `clock`. The embedded store has `clock` alone.
   */
  readonly time?: "server" | "process";
}
