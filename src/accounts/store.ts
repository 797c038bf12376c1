import type { KeyDigest } from "../access/key.ts";
import type { LimitOverrides, PlanName } from "../domain/plan.ts";
import type { Account, AuditEvent, NewAccount, NewAuditEvent, Origin } from "./account.ts";
import type {
  ApiKey,
  CreateKeyRefusal,
  KeyImprint,
  KeyReissue,
  KeyRevocation,
  NewKey,
  ReissueKeyRefusal,
  RevokeKeyResult,
} from "./keys.ts";
import type { DailyUsage, WindowUsage } from "./usage.ts";

export type CreateAccountResult =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly reason: "email_taken"; readonly account: Account };

export type ChangeAccountResult =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly reason: "account_not_found" };

/** `email_taken`: by another account. `account_suspended`: its old address would be free to sign up again. */
export type ChangeEmailResult =
  | ChangeAccountResult
  | { readonly ok: false; readonly reason: "email_taken" | "account_suspended" };

/** `account_suspended`: its holder cannot delete it, or the suspension would end with it. */
export type DeleteAccountResult = ChangeAccountResult | { readonly ok: false; readonly reason: "account_suspended" };

/**
 * Every change is one transaction with its line in the audit log, and in force for the next request on every node once
 * the promise resolves. All reject only when the store is out of reach.
 */
export interface AccountStore {
  create(account: NewAccount): Promise<CreateAccountResult>;
  /** `email` as `emailAddress` gives it. */
  findByEmail(email: string): Promise<Account | null>;
  find(accountId: number): Promise<Account | null>;
  /** In order of creation; `afterId` of the last page's last account continues. */
  list(page: { readonly limit: number; readonly afterId?: number }): Promise<readonly Account[]>;
  changePlan(accountId: number, plan: PlanName, origin: Origin): Promise<ChangeAccountResult>;
  /** Replaces the account's own limits as a whole; `{}` gives it the plan's. */
  changeLimits(accountId: number, overrides: LimitOverrides, origin: Origin): Promise<ChangeAccountResult>;
  /**
   * Changes the address of the account and of the user who signs in to it; the new one counts as confirmed. `formerAddress`,
   * as `formerAddressOf` gives it of the old address, stays until the month ends, as in `delete`.
   */
  changeEmail(accountId: number, email: string, origin: Origin, formerAddress: string): Promise<ChangeEmailResult>;
  /** Every key of a suspended account is refused until `resume`. Suspending twice changes nothing. */
  suspend(accountId: number, origin: Origin): Promise<ChangeAccountResult>;
  resume(accountId: number, origin: Origin): Promise<ChangeAccountResult>;
  /**
   * Revokes every key and clears its name, suspends the account for good, puts a placeholder in the place of the email address,
   * and deletes its notices. Its id, plan, usage and audit log stay: what billing needs. `formerAddress`, as `formerAddressOf` gives it, stays until the month
   * ends, so that whoever signs up again with the address goes on counting. An operator may delete a suspended account.
   */
  delete(accountId: number, origin: Origin, formerAddress?: string): Promise<DeleteAccountResult>;
  /**
   * Deletes accounts that were created before `beforeMs` by a sign-up whose address was never confirmed, with all that is
   * kept of them, and nobody's who ever had a key. Answers how many there were.
   */
  forgetUnconfirmed(beforeMs: number): Promise<number>;
  /** Writes a line of the audit log that goes with no change of the account or a key. */
  record(event: NewAuditEvent): Promise<void>;
  /** The newest first; `beforeId` of the last page's last event continues. */
  auditLog(accountId: number, page: Page): Promise<readonly AuditEvent[]>;
}

/** At most `limit` rows, of those with a smaller id than `beforeId` where it is given. */
export interface Page {
  readonly limit: number;
  readonly beforeId?: number;
}

/** As `AccountStore`: one transaction a change. `createKey` and `reissueKey` mint the key and call these. */
export interface KeyStore {
  create(key: NewKey, imprint: KeyImprint): Promise<{ readonly ok: true; readonly key: ApiKey } | CreateKeyRefusal>;
  find(keyId: number): Promise<ApiKey | null>;
  /** The key itself, whoever holds it: who knows the digest has the key. */
  findByDigest(digest: KeyDigest): Promise<ApiKey | null>;
  /** What admission knows the key by, for a request in the name of its holder. Null: no such key of this account. */
  digest(accountId: number, keyId: number): Promise<KeyDigest | null>;
  /** Usable keys of an account, those in their grace included, the newest first: as many as the plan allows. */
  usable(accountId: number): Promise<readonly ApiKey[]>;
  /** The keys of an account that are usable no more, the newest first; `beforeId` of the last page's last key continues. */
  ended(accountId: number, page: Page): Promise<readonly ApiKey[]>;
  /** The keys of an account that have one of these ids. */
  named(accountId: number, keyIds: readonly number[]): Promise<readonly ApiKey[]>;
  revoke(revocation: KeyRevocation): Promise<RevokeKeyResult>;
  reissue(
    request: KeyReissue,
    imprint: KeyImprint,
  ): Promise<{ readonly ok: true; readonly key: ApiKey } | ReissueKeyRefusal>;
}

export interface UsageStore {
  /** Days with usage of the account's keys from `fromMs` to before `toMs` (UTC days' starts), by day, then key. */
  daily(accountId: number, fromMs: number, toMs: number): Promise<readonly DailyUsage[]>;
  /** The account's month at this moment, over all its live keys. Null: no such account. */
  month(accountId: number): Promise<WindowUsage | null>;
  /** The day of a test key at this moment. Null: no such key, or a live one, which has no day of its own. */
  day(keyId: number): Promise<WindowUsage | null>;
  /**
   * Deletes days that are older than `USAGE_KEPT_DAYS`, counters of windows that are over, and the former addresses of past
   * months, in small steps beside the traffic; answers how many days went.
   */
  prune(): Promise<number>;
}
