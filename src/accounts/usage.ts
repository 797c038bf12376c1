import type { RequestKind } from "../access/decision.ts";
import type { RefusedCode } from "../access/refused.ts";

/** Admitted requests of one key on one UTC day, by kind. */
export interface DailyUsage {
  readonly keyId: number;
  /** First millisecond of the UTC day. */
  readonly dayMs: number;
  readonly counts: Readonly<Record<RequestKind, number>>;
  readonly lastUsedAtMs: number;
}

/** Requests of one key that were refused with one code on one UTC day. They are not counted in any quota. */
export interface DailyRefusals {
  readonly keyId: number;
  /** First millisecond of the UTC day. */
  readonly dayMs: number;
  readonly code: RefusedCode;
  readonly requests: number;
}

/** A counter and its limit: the account's month or a test key's day. `remaining` is never negative. */
export interface WindowUsage {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly resetsAtMs: number;
}

/** How long daily usage is kept. */
export const USAGE_KEPT_DAYS = 400;
