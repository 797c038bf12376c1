import type { KeyType, PlanLimits, PlanName } from "../domain/plan.ts";
import type { WindowPolicy } from "../domain/window.ts";

/** What a request asks for; each kind is a column of `daily_usage`. `other`: an unknown path or a wrong method. */
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

/** Who sent an admitted request. Behind admission nobody sees the key itself. */
export interface Principal {
  readonly accountId: number;
  readonly keyId: number;
  readonly keyType: KeyType;
  readonly plan: PlanName;
  /** The limits in force for the account at the moment of admission. */
  readonly limits: PlanLimits;
}

/** Where a key stands against one limit after the decision. */
export interface Allowance {
  readonly policy: WindowPolicy | "burst";
  readonly limit: number;
  readonly remaining: number;
  /** When the full limit is there again, milliseconds since the epoch. */
  readonly resetsAtMs: number;
}

/** Closed set of answers of admission. Only `admitted` has been counted, durably and before the answer is given. */
export type Decision =
  | { readonly outcome: "admitted"; readonly principal: Principal; readonly allowance: Allowance }
  | {
      readonly outcome: "refused";
      readonly code: "key_unknown" | "key_revoked" | "key_expired" | "account_suspended";
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

/** An answer to a request that may not pass. */
export type NotAdmitted = Exclude<Decision, { readonly outcome: "admitted" }>;

/** Answer to a check. `usable`: key and account are in order and the message is within the key's burst. Nothing was counted. */
export type CheckDecision = NotAdmitted | { readonly outcome: "usable"; readonly principal: Principal };
