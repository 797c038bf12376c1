import type { RequestKind } from "../access/decision.ts";
import type { RefusedCode } from "../access/refused.ts";
import { utcMonth } from "../domain/window.ts";

/** Admitted requests of one key on one UTC day, by kind. */
export interface DailyUsage {
  readonly keyId: number;
  readonly dayMs: number;
  readonly counts: Readonly<Record<RequestKind, number>>;
  readonly lastUsedAtMs: number;
}

/** Requests of one key that were refused with one code on one UTC day. They are not counted in any quota. */
export interface DailyRefusals {
  readonly keyId: number;
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

export const USAGE_KEPT_DAYS = 400;

/** Before this day of a month, a few requests say little about the rest of it. */
const FIRST_DAY_OF_PACE = 5;

/** When the limit is reached at the month's average rate; null if after the reset, already, or too early to say. */
export function limitReachedAtMs({ used, limit, resetsAtMs }: WindowUsage, nowMs: number): number | null {
  const { startMs } = utcMonth(nowMs);
  if (used === 0 || used >= limit || new Date(nowMs).getUTCDate() < FIRST_DAY_OF_PACE) return null;
  const atMs = startMs + ((nowMs - startMs) * limit) / used;
  return atMs < resetsAtMs ? atMs : null;
}
