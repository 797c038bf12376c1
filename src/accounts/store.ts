import type { RequestKind } from "../access/decision.ts";
import type { KeyDigest } from "../access/key.ts";
import type { RefusedCode, RefusedCount } from "../access/refused.ts";
import type { LimitOverrides, PlanName } from "../domain/plan.ts";
import type { Retention } from "../domain/retention.ts";
import type { Account, AuditEvent, FormerAddress, NewAccount, NewAuditEvent, NoticeKind, Origin } from "./account.ts";
import type { AccountTotal, Period } from "./billing.ts";
import type {
  ApiKey,
  CreateKeyRefusal,
  KeyChange,
  KeyReissue,
  NewKey,
  NewKeyResult,
  ReissueKeyRefusal,
  RevokeKeyResult,
} from "./keys.ts";
import type { Member } from "./members.ts";
import type { NewEmail } from "./outbox.ts";
import type { NewPlanRequest, OpenPlanRequest, PlanRequest } from "./plan-request.ts";

export type CreateAccountResult =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly reason: "email_taken"; readonly account: Account };

export type ChangeAccountResult =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly reason: "account_not_found" };

/** The session that continues after a change that ends the others. */
export interface SessionRenewal {
  readonly sessionId: string;
  /** Replaces the session's token, so that a copy of the old cookie no longer works. */
  readonly newToken: string;
}

export interface EmailAddressChange {
  readonly email: string;
  readonly origin: Origin;
  /** Called with the old address, as in `delete`. */
  readonly formerAddress: FormerAddress;
  /** null ends all sessions. */
  readonly keptSession: SessionRenewal | null;
  /** The emails that tell the holder. `unlinked`: providers that can no longer sign in. */
  readonly letters: (unlinked: readonly string[]) => readonly NewEmail[];
}

/** `account_suspended`: its old address could sign up again. */
export type ChangeEmailResult =
  | { readonly ok: true; readonly account: Account }
  | {
      readonly ok: false;
      readonly reason: "account_not_found" | "email_taken" | "account_suspended" | "session_ended";
    };

/** `account_suspended`: the account holder cannot delete it, because that would end the suspension. */
export type DeleteAccountResult = ChangeAccountResult | { readonly ok: false; readonly reason: "account_suspended" };

/** Everything that is kept about an account, by table and column, without secrets and the names of operators. */
export type AccountExport = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/**
 * Every change is one transaction with its audit event, and applies to the next request on every node. Methods reject
 * only if the store cannot be reached.
 */
export interface AccountStore {
  create(account: NewAccount): Promise<CreateAccountResult>;
  /** `email` must be normalized by `emailAddress`. */
  findByEmail(email: string): Promise<Account | null>;
  find(accountId: number): Promise<Account | null>;
  /** In order of creation. `afterId` is the last account of the previous page. */
  list(page: { readonly limit: number; readonly afterId?: number }): Promise<readonly Account[]>;
  changePlan(accountId: number, plan: PlanName, origin: Origin): Promise<ChangeAccountResult>;
  /**
   * Records a request for another plan. An account has at most one; a later request replaces it. `letter` tells the
   * operator.
   */
  requestPlan(accountId: number, request: NewPlanRequest, letter?: NewEmail): Promise<void>;
  /** A change of plan closes it. */
  planRequest(accountId: number): Promise<PlanRequest | null>;
  /** Open requests of all accounts, oldest first. */
  planRequests(limit: number): Promise<readonly OpenPlanRequest[]>;
  /** Replaces all custom limits of the account; `{}` restores the plan's. */
  changeLimits(accountId: number, overrides: LimitOverrides, origin: Origin): Promise<ChangeAccountResult>;
  /** The kinds that are switched off from then on. */
  switchOffNotices(accountId: number, kinds: readonly NoticeKind[], origin: Origin): Promise<ChangeAccountResult>;
  /**
   * Also changes the user, ends all other sessions, everything pending, and the invitations of the old address, and
   * unlinks the providers.
   */
  changeEmail(accountId: number, change: EmailAddressChange): Promise<ChangeEmailResult>;
  /** Every key of a suspended account is refused until `resume`. Suspending again changes nothing. */
  suspend(accountId: number, origin: Origin): Promise<ChangeAccountResult>;
  resume(accountId: number, origin: Origin): Promise<ChangeAccountResult>;
  /**
   * Revokes every key and clears its name, suspends the account permanently, replaces its address with a placeholder,
   * and deletes its notices, its memberships, and the user of its main owner; if another owner does it, the main owner
   * gets a new account. Its id, plan, usage, and audit log are kept for billing, and the digest of the address until the
   * month ends, so a new account with it continues the month's usage. An operator may delete a suspended account. Emails
   * that wait are not sent; those of `letterTo` to each person, which belong to no account, are.
   */
  delete(
    accountId: number,
    origin: Origin,
    formerAddress?: FormerAddress,
    letterTo?: (person: Pick<Member, "email" | "role">, account: string) => NewEmail,
  ): Promise<DeleteAccountResult>;
  /** Deletes sign-ups before `beforeMs` that were never confirmed and never had a key. Returns how many. */
  deleteUnconfirmedSignUps(beforeMs: number): Promise<number>;
  /** Writes an audit event that does not belong to a change of an account or key, and queues the email about it. */
  record(event: NewAuditEvent, letter?: NewEmail): Promise<void>;
  /** Changes that operators' commands made to any account, newest first. */
  operatorLog(page: ListPage): Promise<readonly AuditEvent[]>;
  /** Newest first. `beforeId` is the last event of the previous page. Without a reader, all of the account's own. */
  auditLog(accountId: number, page: ListPage, reader?: AuditReader): Promise<readonly AuditEvent[]>;
  /** Events of an account, or with null of all, oldest first. Those of the last minute come later. */
  eventsAfter(afterId: number, limit: number, accountId: number | null): Promise<readonly AuditEvent[]>;
  /** With a person, what they may have: see `ExportedFor`. null if there is no such account. */
  export(accountId: number, person?: ExportedFor): Promise<AccountExport | null>;
}

/** Someone who reads an account's log: they do not see what concerns other people alone. */
export interface AuditReader {
  readonly userId: string;
  readonly ownAccountId: number;
}

/** Whoever asks for an export gets what is kept about themselves, and with the right to it what belongs to the account. */
export interface ExportedFor extends AuditReader {
  readonly hasAccount: boolean;
}

/** At most `limit` rows, only those with an id smaller than `beforeId` if it is given. */
export interface ListPage {
  readonly limit: number;
  readonly beforeId?: number;
}

/** Like `AccountStore`, one transaction per change. */
export interface KeyStore {
  /** The new key works from the next request. */
  create(key: NewKey): Promise<NewKeyResult | CreateKeyRefusal>;
  find(keyId: number): Promise<ApiKey | null>;
  /** For anyone who has the key. */
  findByDigest(digest: KeyDigest): Promise<ApiKey | null>;
  /** An account's active and replaced keys, newest first. Limited by the plan. */
  usable(accountId: number): Promise<readonly ApiKey[]>;
  /** An account's ended keys, newest first. `beforeId` is the last key of the previous page. */
  ended(accountId: number, page: ListPage): Promise<readonly ApiKey[]>;
  named(accountId: number, keyIds: readonly number[]): Promise<readonly ApiKey[]>;
  rename(key: KeyChange, name: string): Promise<boolean>;
  /** `networks` as `readNetworks` returns them; "" allows any address. False if the account has no such key. */
  restrict(key: KeyChange, networks: string): Promise<boolean>;
  revoke(key: KeyChange): Promise<RevokeKeyResult>;
  /** Replaces a key with one of the same name, type, and lifetime. A key of another account is `key_not_found`. */
  reissue(request: KeyReissue): Promise<NewKeyResult | ReissueKeyRefusal>;
}

/** Admitted requests of one key on one UTC day, by kind. */
export interface DailyUsage {
  readonly keyId: number;
  readonly dayMs: number;
  readonly counts: Readonly<Record<RequestKind, number>>;
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

export interface UsageStore {
  /** Days with usage from `fromMs` to before `toMs` (starts of UTC days), ordered by day, then key. */
  daily(accountId: number, fromMs: number, toMs: number): Promise<readonly DailyUsage[]>;
  /** Adds refused requests. Nodes write them in batches, so the last seconds may be missing. Those of unknown keys are dropped. */
  addRefused(counts: readonly RefusedCount[]): Promise<void>;
  /** Refused requests of the account's keys, as `daily`, ordered by day, key, and code. */
  refused(accountId: number, fromMs: number, toMs: number): Promise<readonly DailyRefusals[]>;
  /** Accounts that existed in the period, in order of their numbers, from `firstId` on. */
  totals(period: Period, page: { readonly firstId: number; readonly limit: number }): Promise<readonly AccountTotal[]>;
  /** The current month, over all live keys. Null if there is no such account. */
  month(accountId: number): Promise<WindowUsage | null>;
  /** A test key's current day. Null if there is no such key, or if it is a live key, which has no daily limit. */
  day(keyId: number): Promise<WindowUsage | null>;
  /** The store's clock, and the start of the newest window in which a request was counted. */
  clock(): Promise<{ readonly storeNowMs: number; readonly newestWindowMs: number | null }>;
  /**
   * Deletes past counters and former addresses, and what is older than `retention`. Returns how many rows of usage and
   * of the audit log, and how many IP addresses.
   */
  prune(retention: Retention): Promise<{ readonly usage: number; readonly events: number; readonly addresses: number }>;
}

/** A user with the address that a link was sent to. The address may have changed since. */
export interface AddressedUser {
  readonly userId: string;
  readonly email: string;
}

export interface NewPassword extends AddressedUser {
  /** Id of the link's row in `verifications`. */
  readonly linkId: string;
  readonly passwordHash: string;
  readonly origin: Origin;
  /** The email that tells the holder, about the user's account. */
  readonly letter: (accountId: number) => NewEmail;
}

/**
 * Changes of users. Each locks the user's account and reads the address under the lock, so no link works for an address
 * that the user has given up. Methods reject only if the store cannot be reached.
 */
export interface UserStore {
  /** Marks the address as confirmed. False if no such user has it. */
  confirm(user: AddressedUser, origin: Origin): Promise<boolean>;
  /** Uses up the link and ends all sessions and everything pending. False if the link or its address is outdated. */
  resetPassword(reset: NewPassword): Promise<boolean>;
  /** Makes room for a new sign-up. The account goes too unless it has a key or an operator changed it. */
  deleteUnconfirmedSignUp(email: string): Promise<void>;
  /** Ends what the user did not finish: password links, sign-ins without their code, a new address. */
  endPending(userId: string): Promise<void>;
  /** How the user with an address signs in; null if there is none. */
  waysIn(email: string): Promise<WaysIn | null>;
  /** Turns two-factor sign-in off, and ends all sessions and everything pending. False if it was not on. */
  endTwoFactor(email: string, origin: Origin, letter: (accountId: number) => NewEmail): Promise<boolean>;
}

export interface WaysIn {
  readonly twoFactorOn: boolean;
  readonly hasPassword: boolean;
  readonly passkeys: number;
  readonly providers: readonly string[];
}
