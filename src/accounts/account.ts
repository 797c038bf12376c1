import { createHmac } from "node:crypto";
import { z } from "zod";
import type { PlanLimits, PlanName } from "../domain/plan.ts";
import type { NewEmail } from "./outbox.ts";

/** The owner of keys. The monthly quota covers all its live keys together. Times in ms since the epoch. */
export interface Account {
  readonly id: number;
  /** Normalized by `emailAddress`: lower case, unique. */
  readonly email: string;
  readonly plan: PlanName;
  /** The effective limits: the plan's numbers with the overrides applied. */
  readonly limits: PlanLimits;
  readonly suspendedAtMs: number | null;
  readonly createdAtMs: number;
  readonly noticesOff: readonly NoticeKind[];
}

export const NOTICE_KINDS = [
  "quota_80",
  "quota_95",
  "quota_100",
  "key_expiring",
  "key_revoked",
  "webhook_disabled",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** More is not read of an address: the spaces around it count, too. */
const MAX_TYPED = 320;
/** Browsers also accept the name of a machine, which is mostly an unfinished domain. */
const WITH_DOMAIN = /@.+\./;

/** An email address that browsers accept, in the normalized form that identifies accounts: trimmed, lower case. */
export const emailAddress = z
  .string()
  .max(MAX_TYPED, { abort: true })
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ pattern: z.regexes.html5Email }).regex(WITH_DOMAIN));

export interface NewAccount {
  readonly email: string;
  readonly plan: PlanName;
  readonly origin: Origin;
  /** An account with this address that was deleted this month passes on its usage. */
  readonly formerAddress?: FormerAddress;
  /** The email that tells the holder. */
  readonly letter?: (accountId: number) => NewEmail;
}

/** The digest of an address. The store calls it under the lock of the account, with the address at that moment. */
export type FormerAddress = (email: string) => string;

/** A digest of a deleted account's normalized address, keyed by `secret`, so the store alone does not reveal it. */
export function formerAddressOf(secret: string): FormerAddress {
  return (email) => createHmac("sha256", secret).update(`former address\n${email}`).digest("base64url");
}

/** Who made a change: an operator's command (the user's name), a person's browser (its IP address), or the service. */
export interface Origin {
  readonly via: "command" | "dashboard" | "service";
  readonly address: string | null;
  /** The signed-in person; without one, the change was made by nobody who was signed in. */
  readonly userId?: string;
}

/** What concerns only one person. It is in the log of the person's own account, and no other person sees it. */
export const PERSONAL_EVENTS = [
  "signed_up",
  "signed_in",
  "sign_in_refused",
  "code_refused",
  "password_changed",
  "password_reset",
  "email_change_requested",
  "email_change_approved",
  "email_changed",
  "passkey_added",
  "passkey_removed",
  "two_factor_on",
  "two_factor_off",
  "recovery_codes_renewed",
  "recovery_code_used",
  "session_ended",
  "other_sessions_ended",
] as const;

const AUDIT_EVENTS = [
  "account_created",
  "plan_requested",
  "plan_changed",
  "limits_changed",
  "account_suspended",
  "account_resumed",
  "key_created",
  "key_revoked",
  "key_reissued",
  "key_renamed",
  "key_restricted",
  "notices_changed",
  "webhook_set",
  "webhook_secret_renewed",
  "webhook_deleted",
  "webhook_disabled",
  "account_deleted",
  "person_invited",
  "invitation_withdrawn",
  "person_joined",
  "role_changed",
  "main_owner_changed",
  "person_removed",
  "person_left",
  ...PERSONAL_EVENTS,
] as const;
export type AuditEventName = (typeof AUDIT_EVENTS)[number];
export interface AuditEvent {
  readonly id: number;
  readonly accountId: number;
  readonly atMs: number;
  readonly name: AuditEventName;
  readonly keyId: number | null;
  readonly origin: Origin;
  /** The address of the person who did it; null if nobody was signed in, or if the person is gone. */
  readonly person: string | null;
  /** What changed, in a few words without secrets: `free → pro`. */
  readonly detail: string;
}

/** A sign-in event. Changes to accounts and keys write their own events. */
export interface NewAuditEvent {
  readonly accountId: number;
  readonly name: AuditEventName;
  /** By default now. */
  readonly atMs?: number;
  readonly origin: Origin;
  readonly detail: string;
}
