import type { Clock } from "../domain/clock.ts";
import type { PlanTable } from "../domain/plan.ts";
import type { Decision, RequestKind } from "./decision.ts";
import type { KeyDigest } from "./key.ts";
import type { AdmissionStore } from "./store.ts";

export interface AdmissionOptions {
  readonly store: AdmissionStore;
  readonly clock: Clock;
  readonly plans: PlanTable;
  /** Requests that may wait at once, those in flight included; one more is answered `overloaded`. */
  readonly maxWaiting?: number;
}

export interface Admission {
  /**
   * Decides whether a request may pass, and counts it when it may; never rejects. `digest` as `readKeyHeader` gave it:
   * null is answered `key_unknown`.
   */
  admit(digest: KeyDigest | null, kind: RequestKind): Promise<Decision>;
  /** Requests whose decision is pending at this moment. */
  waiting(): number;
}

export declare function createAdmission(options: AdmissionOptions): Admission;
