import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { AuditEventName, Origin } from "./account.ts";
import type { Auth } from "./auth.ts";
import type { AuthEmails } from "./auth-emails.ts";
import type { Client, SetCookies } from "./client.ts";
import type { AccountStore } from "./store.ts";
import { addressSubject, type ThrottleName, type ThrottleResult, type ThrottleStore, throttle } from "./throttle.ts";
import type { UserStore } from "./user-store.ts";

export interface AccountHolder {
  readonly sessionId: string;
  readonly userId: string;
  readonly accountId: number;
  readonly email: string;
  readonly twoFactorOn: boolean;
}

/** An account holder in one browser. */
export interface SignedInClient {
  readonly client: Client;
  readonly holder: AccountHolder;
}

export interface IdentityParts {
  readonly auth: Auth;
  readonly secret: string;
  readonly baseUrl: string;
  readonly accounts: AccountStore;
  readonly users: UserStore;
  readonly throttles: ThrottleStore;
  readonly emails: AuthEmails;
  readonly clock: Clock;
  readonly log: Log;
}

export type Throttled = Extract<ThrottleResult, { readonly ok: false }>;
/** A refusal for one of several reasons. */
export type RefusedFor<Reason extends string> = Reason extends string
  ? { readonly ok: false; readonly reason: Reason }
  : never;
export type SignInResult =
  | { readonly ok: true; readonly codeNeeded: boolean; readonly cookies: SetCookies }
  | RefusedFor<"wrong">
  | Throttled;

/** Counts an attempt for an IP address, then for an email address. Returns null if both are allowed. */
export async function throttleBoth(
  throttles: ThrottleStore,
  { address }: Client,
  perAddress: ThrottleName,
  perAccount: ThrottleName,
  email: string,
): Promise<Throttled | null> {
  const byAddress = await throttle(throttles, perAddress, addressSubject(address));
  if (!byAddress.ok) return byAddress;
  const byAccount = await throttle(throttles, perAccount, email);
  return byAccount.ok ? null : byAccount;
}

/** Records an event of the account with an address, if there is one. */
export async function recordOf(
  accounts: AccountStore,
  client: Client,
  email: string,
  name: AuditEventName,
): Promise<void> {
  const account = await accounts.findByEmail(email);
  if (account) await accounts.record({ accountId: account.id, name, origin: originOf(client), detail: "" });
}

export function originOf(client: Client): Origin {
  return { via: "dashboard", address: client.address };
}
