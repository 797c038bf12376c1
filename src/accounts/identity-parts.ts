import type { Clock } from "../base/clock.ts";
import type { AuditEventName, Origin } from "./account.ts";
import type { Auth } from "./auth.ts";
import type { Addressee, AuthEmails } from "./auth-emails.ts";
import type { Background } from "./background.ts";
import type { Client, SetCookies } from "./client.ts";
import type { MemberStore } from "./members.ts";
import type { NewEmail, OutboxStore } from "./outbox.ts";
import type { Role } from "./roles.ts";
import type { SignUpPolicy } from "./sign-up-policy.ts";
import type { SingleUseStore } from "./single-use.ts";
import type { AccountStore, UserStore } from "./store.ts";
import type { ThrottleStore } from "./throttle.ts";

/** Someone who is signed in. What concerns only the person is recorded in their own account. */
export interface Person {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly twoFactorOn: boolean;
  readonly ownAccountId: number;
}

/** A person in the account in which the session is. */
export interface AccountHolder extends Person {
  readonly accountId: number;
  readonly role: Role;
}

export interface SignedInClient {
  readonly client: Client;
  readonly holder: Person;
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
  readonly members: MemberStore;
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
  return accounts.record({ accountId: by.holder.ownAccountId, name, origin: originBy(by), detail: "" }, letter);
}

/** Records an event of the person with an address, if there is one, in their own account. */
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

/** Of a change by nobody who is signed in. */
export function originOf(client: Client): Origin {
  return { via: "dashboard", address: client.address };
}

export function originBy({ client, holder }: SignedInClient): Origin {
  return { ...originOf(client), userId: holder.userId };
}

/** The person's own address and account, for an email about what concerns only them. */
export function addresseeBy({ email, ownAccountId }: Person): Addressee {
  return { email, accountId: ownAccountId };
}
