import type { Clock } from "../base/clock.ts";
import type { AuditEventName, Origin } from "./account.ts";
import type { Auth } from "./auth.ts";
import type { AuthEmails } from "./auth-emails.ts";
import type { Background } from "./background.ts";
import type { Client, SetCookies } from "./client.ts";
import type { NewEmail, OutboxStore } from "./outbox.ts";
import type { SignUpPolicy } from "./sign-up-policy.ts";
import type { SingleUseStore } from "./single-use.ts";
import type { AccountStore, UserStore } from "./store.ts";
import type { ThrottleStore } from "./throttle.ts";

export interface AccountHolder {
  readonly sessionId: string;
  readonly userId: string;
  readonly accountId: number;
  readonly email: string;
  readonly twoFactorOn: boolean;
}

export interface SignedInClient {
  readonly client: Client;
  readonly holder: AccountHolder;
}

/**
 * What signing in, signing up, and setting a password use. Every response of theirs is the same, after similar work,
 * whether or not the address has an account. Throttles come first and reject with `TooManyAttempts`; then methods that
 * check a password reject with `PasswordsBusy` while too many others are in progress.
 */
export interface IdentityParts {
  readonly auth: Auth;
  readonly secret: string;
  readonly baseUrl: string;
  readonly signUpPolicy: SignUpPolicy;
  readonly accounts: AccountStore;
  readonly users: UserStore;
  readonly throttles: ThrottleStore;
  readonly singleUses: SingleUseStore;
  readonly emails: AuthEmails;
  readonly outbox: OutboxStore;
  readonly clock: Clock;
  readonly background: Background;
}

export type RefusedFor<Reason extends string> = Reason extends string
  ? { readonly ok: false; readonly reason: Reason }
  : never;
export type SignInResult =
  | { readonly ok: true; readonly codeNeeded: boolean; readonly cookies: SetCookies }
  | RefusedFor<"wrong">;

/** Records an event without details of a signed-in holder, and queues the email about it. */
export function recordBy(
  accounts: AccountStore,
  by: SignedInClient,
  name: AuditEventName,
  letter?: NewEmail,
): Promise<void> {
  const { accountId } = by.holder;
  return accounts.record({ accountId, name, origin: originOf(by.client), detail: "" }, letter);
}

/** Records an event of the account with an address, if there is one. */
export async function recordOf(
  accounts: AccountStore,
  client: Client,
  email: string,
  name: AuditEventName,
  detail = "",
): Promise<void> {
  const account = await accounts.findByEmail(email);
  if (account) await accounts.record({ accountId: account.id, name, origin: originOf(client), detail });
}

export function originOf(client: Client): Origin {
  return { via: "dashboard", address: client.address };
}
