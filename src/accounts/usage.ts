import type { RequestKind } from "../access/decision.ts";

/** Admitted requests of one key on one UTC day, by kind. */
export interface DailyUsage {
  readonly keyId: number;
  /** First millisecond of the UTC day. */
  readonly dayMs: number;
  readonly counts: Readonly<Record<RequestKind, number>>;
  readonly lastUsedAtMs: number;
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
