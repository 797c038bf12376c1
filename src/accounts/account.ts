import { z } from "zod";
import type { LimitOverrides, PlanLimits, PlanName } from "../domain/plan.ts";

/** The holder of keys. The quota of the month is the account's, over all its live keys. Times in ms since the epoch. */
export interface Account {
  readonly id: number;
  /** As `emailAddress` gives it: lower case, unique. */
  readonly email: string;
  readonly plan: PlanName;
  /** An operator's own numbers for this account; the rest is the plan's. */
  readonly overrides: LimitOverrides;
  /** What is in force: the plan's numbers with the overrides. */
  readonly limits: PlanLimits;
  readonly suspendedAtMs: number | null;
  readonly createdAtMs: number;
}

/** An email address in the one form in which accounts are told apart: trimmed, lower case. */
export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());

export interface NewAccount {
  readonly email: string;
  readonly plan: PlanName;
  readonly origin: Origin;
  /** As `formerAddressOf` gives it: an account of this address that was deleted this month hands its count on. */
  readonly formerAddress?: string;
}

/** Who asked for a change: an operator's command, the holder's browser (its address), or the service itself. */
export interface Origin {
  readonly via: "command" | "dashboard" | "service";
  readonly address: string | null;
}

/** What the audit log knows of accounts and keys. */
export const AUDIT_EVENTS = [
  "account_created",
  "plan_changed",
  "limits_changed",
  "account_suspended",
  "account_resumed",
  "key_created",
  "key_revoked",
  "key_reissued",
  "account_deleted",
  "signed_up",
  "signed_in",
  "sign_in_refused",
  "code_refused",
  "password_changed",
  "password_reset",
  "email_change_requested",
  "email_change_approved",
  "email_changed",
  "two_factor_on",
  "two_factor_off",
  "recovery_codes_renewed",
  "recovery_code_used",
  "session_ended",
  "other_sessions_ended",
] as const;
export type AuditEventName = (typeof AUDIT_EVENTS)[number];

export interface AuditEvent {
  readonly id: number;
  readonly accountId: number;
  readonly atMs: number;
  readonly name: AuditEventName;
  readonly keyId: number | null;
  readonly origin: Origin;
  /** What changed, in a few words without any secret: `free → pro`. */
  readonly detail: string;
}

/** An event of the holder's sign-in, which changes no account or key; those write their own line. */
export interface NewAuditEvent {
  readonly accountId: number;
  readonly name: AuditEventName;
  readonly origin: Origin;
  readonly detail: string;
}
