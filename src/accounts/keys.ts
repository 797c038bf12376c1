import { z } from "zod";
import { DAY_MS, HOUR_MS, utcDay } from "../base/window.ts";
import type { KeyType } from "../domain/plan.ts";
import type { Origin } from "./account.ts";

/** A key as the account holder sees it after creation. Times in milliseconds since the epoch. */
export interface ApiKey {
  readonly id: number;
  readonly accountId: number;
  readonly type: KeyType;
  readonly name: string;
  /** Prefix and last four characters: all that is stored of the key besides its digest. */
  readonly display: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** The key that replaced this one, and when this one's grace period ends. */
  readonly replacedBy: number | null;
  readonly graceEndsAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  /** The networks that it may be used from, separated by spaces; null for any address. */
  readonly addresses: string | null;
}

/** `replaced`: reissued, and still works until its grace period ends; after that it counts as revoked. */
export type KeyStatus = "active" | "replaced" | "expired" | "revoked";

/** How long a replaced key keeps working alongside its successor. */
export const GRACE_PERIODS_MS = { none: 0, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const;
export type GracePeriod = keyof typeof GRACE_PERIODS_MS;
export const gracePeriod = z.enum(["none", "hour", "day", "week"]);

/** When a key stops by itself: with its expiry or its grace period, whichever ends first. null if neither ends. */
export function worksUntilMs({ expiresAtMs, graceEndsAtMs }: Pick<ApiKey, "expiresAtMs" | "graceEndsAtMs">) {
  const ends = [expiresAtMs, graceEndsAtMs].filter((ms) => ms !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** The latest time that answers and pages can represent: years have four digits (RFC 3339, section 1). */
const LATEST_EXPIRY_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A key's expiry in milliseconds since the epoch, limited to the latest possible time. */
export function boundedExpiry(ms: number): number {
  return Math.min(ms, LATEST_EXPIRY_MS);
}

/** The end of the UTC day `date`, such as `2027-06-30`; null if the day does not exist. */
export function expiryAfterDay(date: string): number | null {
  const day = z.iso.date().safeParse(date);
  return day.success ? boundedExpiry(utcDay(Date.parse(day.data)).endMs) : null;
}

/** Line separators and marks that change the text direction, which make a name look like another. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A label that the account holder chooses: one line of 1 to 60 characters. */
export const keyName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((name) => VISIBLE.test(name) && !MISLEADING.test(name), "must be one line without control characters");

export interface NewKey {
  readonly accountId: number;
  readonly type: KeyType;
  readonly name: string;
  readonly expiresAtMs: number | null;
  readonly origin: Origin;
}

export interface KeyChange {
  readonly accountId: number;
  readonly keyId: number;
  readonly origin: Origin;
}

export interface KeyReissue extends KeyChange {
  readonly grace: GracePeriod;
}

/** A new key. `secret` is the key itself, to be shown only once: the store keeps its digest. */
export interface NewKeyResult {
  readonly ok: true;
  readonly key: ApiKey;
  readonly secret: string;
}

export type CreateKeyRefusal =
  | { readonly ok: false; readonly reason: "account_not_found" | "expiry_past" }
  /** The account has as many active keys of this type as its plan allows. */
  | { readonly ok: false; readonly reason: "key_limit_reached"; readonly limit: number }
  | DailyKeyRefusal;

/** The limits per UTC day on all keys and on test keys that an account holder creates (decisions 3). */
export interface DailyKeyRefusal {
  readonly ok: false;
  readonly reason: "daily_keys_reached" | "daily_test_keys_reached";
  readonly limit: number;
  readonly retryAtMs: number;
}

export type ReissueKeyRefusal =
  | { readonly ok: false; readonly reason: "key_not_found" | "key_revoked" | "key_expired" | "key_replaced" }
  /** As many replaced keys of this type are still in their grace period as the plan allows active ones. */
  | { readonly ok: false; readonly reason: "grace_limit_reached"; readonly limit: number }
  | DailyKeyRefusal;

export type RevokeKeyResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "key_not_found" | "key_revoked" };

/** The data that determines a key's status, besides the time. */
type KeyLife = Pick<ApiKey, "revokedAtMs" | "graceEndsAtMs" | "expiresAtMs" | "replacedBy">;

/** A key's status at `nowMs`. Checked in the same order as in admission. */
export function keyStatus(key: KeyLife, nowMs: number): KeyStatus {
  if (key.revokedAtMs !== null) return "revoked";
  if (key.graceEndsAtMs !== null && key.graceEndsAtMs <= nowMs) return "revoked";
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return "expired";
  return key.replacedBy === null ? "active" : "replaced";
}
