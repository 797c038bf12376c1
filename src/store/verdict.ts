import type { Principal } from "../access/decision.ts";
import type { Verdict } from "../access/store.ts";
import { type KeyType, type PlanName, TEST_KEY_DAILY_REQUESTS } from "../domain/plan.ts";
import { type Window, type WindowPolicy, windowOf } from "../domain/window.ts";
import type { LimitsReader } from "./limits.ts";

/** What admission reads of a key, in both stores. Times in milliseconds since the epoch. */
export interface KeyRow {
  readonly key_id: number;
  readonly account_id: number;
  readonly type: KeyType;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly grace_ends_at: number | null;
  readonly first_key_id: number | null;
}

/** What it reads of the key's account. */
export interface AccountRow {
  readonly plan: PlanName;
  readonly overrides: string | null;
  readonly suspended_at: number | null;
}

/** A window's counter within one batch. Live keys of one account share one, and so does a test key with its successors. */
export interface Counter {
  readonly policy: WindowPolicy;
  /** As `subjectOf` gives it. */
  readonly subject: number;
  readonly limit: number;
  readonly window: Window;
  /** Requests counted before this batch, and the most that this batch may add. */
  readonly usedBefore: number;
  readonly granted: number;
  /** Requests of this batch that were admitted so far. */
  taken: number;
}

/** A key within one batch. */
export interface UsableKey {
  readonly principal: Principal;
  readonly counter: Counter;
}

export const REFUSALS = {
  key_unknown: { outcome: "refused", code: "key_unknown" },
  key_revoked: { outcome: "refused", code: "key_revoked" },
  key_expired: { outcome: "refused", code: "key_expired" },
  account_suspended: { outcome: "refused", code: "account_suspended" },
} as const satisfies Record<string, Verdict>;

export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS];

/** Why a key may not pass at `nowMs`, or null. Being revoked does not depend on a clock; grace and expiry do. */
export function refusalOf(key: KeyRow, account: AccountRow, nowMs: number): Refusal | null {
  if (key.revoked_at !== null) return REFUSALS.key_revoked;
  if (key.grace_ends_at !== null && key.grace_ends_at <= nowMs) return REFUSALS.key_revoked;
  if (key.expires_at !== null && key.expires_at <= nowMs) return REFUSALS.key_expired;
  if (account.suspended_at !== null) return REFUSALS.account_suspended;
  return null;
}

export function principalOf(key: KeyRow, account: AccountRow, limitsIn: LimitsReader): Principal {
  return {
    accountId: key.account_id,
    keyId: key.key_id,
    keyType: key.type,
    plan: account.plan,
    limits: limitsIn(account.plan, account.overrides),
  };
}

/** Live keys share the month of their account; a test key has a day, which passes to its successor (decisions 3 and 4). */
export function policyOf(type: KeyType): WindowPolicy {
  return type === "live" ? "month" : "day";
}

/** Whose counter it is: the account's under `month`, under `day` that of the first key of a chain of reissues. */
export function subjectOf(key: KeyRow): number {
  return key.type === "live" ? key.account_id : (key.first_key_id ?? key.key_id);
}

export function limitOf(principal: Principal): number {
  return principal.keyType === "live" ? principal.limits.monthlyRequests : TEST_KEY_DAILY_REQUESTS;
}

/** The verdict on the next request of a key; takes one of the granted where there is one left. */
export function nextVerdict(key: UsableKey, counts: boolean, nowMs: number): Verdict {
  const { principal, counter } = key;
  if (!counts) return { outcome: "usable", principal };
  const admitted = counter.taken < counter.granted;
  if (admitted) counter.taken++;
  const allowance = {
    policy: counter.policy,
    limit: counter.limit,
    remaining: Math.max(counter.limit - counter.usedBefore - counter.taken, 0),
    resetsAtMs: counter.window.endMs,
  };
  if (admitted) return { outcome: "admitted", principal, allowance };
  return {
    outcome: "exhausted",
    code: counter.policy === "month" ? "month_quota_exceeded" : "day_quota_exceeded",
    principal,
    allowance,
    retryAfterMs: Math.max(counter.window.endMs - nowMs, 0),
  };
}

/** The calendar windows around `nowMs`, worked out anew only when it leaves them. */
export class CurrentWindows {
  #windows = { month: windowOf("month", 0), day: windowOf("day", 0) };

  at(policy: WindowPolicy, nowMs: number): Window {
    const { startMs, endMs } = this.#windows.day;
    if (nowMs < startMs || nowMs >= endMs) {
      this.#windows = { month: windowOf("month", nowMs), day: windowOf("day", nowMs) };
    }
    return this.#windows[policy];
  }

  /**
   * The window to count in: the later one of the clock's and the newest in the store. So a clock that was stepped back
   * never opens a closed window again.
   */
  later(policy: WindowPolicy, nowMs: number, newestStartMs: number | null): Window {
    const window = this.at(policy, nowMs);
    if (newestStartMs === null || newestStartMs <= window.startMs) return window;
    return windowOf(policy, newestStartMs);
  }
}
