import type { WindowPolicy } from "../base/window.ts";
import type { KeyType, PlanLimits, PlanName } from "../domain/plan.ts";
import type { Networks } from "./allowed-addresses.ts";

/** The kinds of requests. Each one is a column of `daily_usage`. `other` is an unknown path or a wrong method. */
export const REQUEST_KINDS = [
  "city",
  "county",
  "batch",
  "stats",
  "explain",
  "history",
  "places",
  "locate",
  "other",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The sender of an admitted request. Code after admission never sees the key itself. */
export interface Principal {
  readonly keyId: number;
  readonly keyType: KeyType;
  readonly plan: PlanName;
  /** The account's limits at the moment of admission. */
  readonly limits: PlanLimits;
  /** null if the key may be used from any address. */
  readonly allowed: Networks | null;
}

/** The state of one limit of a key after the decision. */
export interface Allowance {
  readonly policy: WindowPolicy | "burst";
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAtMs: number;
}

/** The possible results of admission. Only `admitted` has been counted: durably, and before the request is answered. */
export type Decision =
  | { readonly outcome: "admitted"; readonly principal: Principal; readonly allowance: Allowance }
  | {
      readonly outcome: "refused";
      readonly code: "key_unknown" | "key_revoked" | "key_expired" | "account_suspended" | "address_not_allowed";
    }
  | {
      readonly outcome: "exhausted";
      readonly code: "month_quota_exceeded" | "day_quota_exceeded" | "burst_exceeded";
      readonly principal: Principal;
      readonly allowance: Allowance;
      readonly retryAfterMs: number;
    }
  | {
      readonly outcome: "unavailable";
      readonly code: "store_unavailable" | "overloaded";
      readonly retryAfterMs: number;
    };

export type NotAdmitted = Exclude<Decision, { readonly outcome: "admitted" }>;

/** `usable`: the key and its account may be used and the message is within the key's burst. Nothing was counted. */
export type KeyCheck = NotAdmitted | { readonly outcome: "usable"; readonly principal: Principal };
