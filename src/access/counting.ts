import { type Window, type WindowPolicy, windowOf } from "../base/window.ts";
import { type KeyType, type PlanLimits, type PlanName, TEST_KEY_DAILY_REQUESTS } from "../domain/plan.ts";
import type { ClientAddress, Networks } from "./allowed-addresses.ts";
import type { Principal } from "./decision.ts";
import type { BatchDecision } from "./store.ts";

/* Rules 1 (`refusalOf`) and 2 (`resolvedKeyOf`) of docs/admission.md, for both stores. Each has its own rule 3. */

/** The columns of a key and its account that admission reads. Times are in milliseconds since the epoch. */
export interface KeyRow {
  readonly digest: string;
  readonly key_id: number;
  readonly account_id: number;
  readonly type: KeyType;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly grace_ends_at: number | null;
  readonly first_key_id: number | null;
  /** The networks of a restricted key, as `readNetworks` returns them; null for any address. */
  readonly addresses: string | null;
  readonly plan: PlanName;
  readonly overrides: string | null;
  readonly suspended_at: number | null;
}

/** A quota and its limit. Keys with the same `counter` share it. */
export interface Quota {
  /** Policy and subject in one number: the subject for `month`, its negative for `day`. */
  readonly counter: number;
  readonly policy: WindowPolicy;
  /** For `month`, the account's id; for `day`, the id of the first key in a chain of reissues. */
  readonly subject: number;
  readonly limit: number;
}

/** A key's principal and quota. `refusalOf` decides whether the key may pass. */
export interface ResolvedKey {
  readonly row: KeyRow;
  readonly principal: Principal;
  readonly quota: Quota;
}

/** A quota's counter in one window: its state before a batch, and how much the batch has taken. */
export interface WindowCounter {
  readonly quota: Quota;
  readonly window: Window;
  /** Requests counted before this batch, and the most that this batch may add. */
  readonly usedBefore: number;
  readonly granted: number;
  /** Requests of this batch admitted so far. */
  taken: number;
}

export const KEY_REFUSALS = {
  key_unknown: { outcome: "refused", code: "key_unknown" },
  key_revoked: { outcome: "refused", code: "key_revoked" },
  key_expired: { outcome: "refused", code: "key_expired" },
  account_suspended: { outcome: "refused", code: "account_suspended" },
  address_not_allowed: { outcome: "refused", code: "address_not_allowed" },
} as const satisfies Record<string, BatchDecision>;

export const STORE_UNAVAILABLE = {
  outcome: "unavailable",
  code: "store_unavailable",
  retryAfterMs: 1_000,
} as const satisfies BatchDecision;

/** Why a key may not pass at `nowMs`, or null. Revocation does not depend on a clock. */
export function refusalOf(row: KeyRow, nowMs: number): BatchDecision | null {
  if (row.revoked_at !== null) return KEY_REFUSALS.key_revoked;
  if (row.grace_ends_at !== null && row.grace_ends_at <= nowMs) return KEY_REFUSALS.key_revoked;
  if (row.expires_at !== null && row.expires_at <= nowMs) return KEY_REFUSALS.key_expired;
  if (row.suspended_at !== null) return KEY_REFUSALS.account_suspended;
  return null;
}

/** Whether a key that may pass may be used from an address. */
export function isAllowedFrom({ principal: { allowed } }: ResolvedKey, address: ClientAddress | undefined): boolean {
  return allowed === null || allowed.includes(address?.());
}

export function resolvedKeyOf(row: KeyRow, limits: PlanLimits): ResolvedKey {
  const { key_id: keyId, type: keyType, plan } = row;
  const allowed = row.addresses === null ? null : allowedAddresses(row.addresses);
  const principal = { keyId, keyType, plan, limits, allowed };
  return { row, principal, quota: row.type === "live" ? monthlyQuota(row, limits) : dailyQuota(row) };
}

/** Loaded for the first restricted key: few services have one. */
function allowedAddresses(networks: string): Networks {
  const loaded: typeof import("./allowed-addresses.ts") = require("./allowed-addresses.ts");
  return new loaded.Networks(networks);
}

function monthlyQuota({ account_id }: KeyRow, { monthlyRequests }: PlanLimits): Quota {
  return { counter: account_id, policy: "month", subject: account_id, limit: monthlyRequests };
}

function dailyQuota({ key_id, first_key_id }: KeyRow): Quota {
  const subject = first_key_id ?? key_id;
  return { counter: -subject, policy: "day", subject, limit: TEST_KEY_DAILY_REQUESTS };
}

/** The window to count in: the clock's, or a later one in the store. A clock set back never reopens a window. */
export function laterWindow(policy: WindowPolicy, nowMs: number, newestStartMs: number | null): Window {
  return windowOf(policy, Math.max(nowMs, newestStartMs ?? nowMs));
}

/** The decision on the next request of a key that may pass. Takes one of the requests granted to its counter. */
export function nextDecision({ principal }: ResolvedKey, counter: WindowCounter, nowMs: number): BatchDecision {
  const isAdmitted = counter.taken < counter.granted;
  if (isAdmitted) counter.taken++;
  const allowance = allowanceOf(counter);
  return isAdmitted ? { outcome: "admitted", principal, allowance } : exhausted(principal, allowance, nowMs);
}

/** The decision on an uncounted request. `counter` is undefined if the store only knows that there is room. */
export function uncountedDecision(
  { principal }: ResolvedKey,
  counter: WindowCounter | undefined,
  nowMs: number,
): BatchDecision {
  const allowance = counter && allowanceOf(counter);
  return allowance?.remaining === 0 ? exhausted(principal, allowance, nowMs) : { outcome: "usable", principal };
}

function allowanceOf({ quota, window, usedBefore, taken }: WindowCounter) {
  const remaining = Math.max(quota.limit - usedBefore - taken, 0);
  return { policy: quota.policy, limit: quota.limit, remaining, resetsAtMs: window.endMs };
}

function exhausted(principal: Principal, allowance: ReturnType<typeof allowanceOf>, nowMs: number): BatchDecision {
  return {
    outcome: "exhausted",
    code: allowance.policy === "month" ? "month_quota_exceeded" : "day_quota_exceeded",
    principal,
    allowance,
    retryAfterMs: Math.max(allowance.resetsAtMs - nowMs, 0),
  };
}
