import { DAY_MS } from "../domain/window.ts";
import type { AuditEventName, Origin } from "./account.ts";
import type { AccountStore } from "./store.ts";
import type { ThrottleStore } from "./throttle.ts";

/** Long enough for the refused client's next request to be answered. */
const WRITTEN_AFTER_MS = 1_000;

/** A sign-in that was refused, for the audit log of the address's account, if it has one. */
export interface RefusedSignIn {
  readonly email: string;
  readonly name: Extract<AuditEventName, "sign_in_refused" | "code_refused">;
  readonly origin: Origin;
}

interface RefusedSignInParts {
  readonly accounts: AccountStore;
  readonly throttles: ThrottleStore;
}

/**
 * Writes a refused sign-in into the audit log, some time after the response. Written immediately, the line of an address
 * with an account would delay the next request and so reveal that the account exists. An address without an account
 * costs a write too. As many wait as passwords are checked in a second.
 */
export async function recordRefusal(
  { accounts, throttles }: RefusedSignInParts,
  { email, name, origin }: RefusedSignIn,
): Promise<void> {
  await Bun.sleep(WRITTEN_AFTER_MS);
  const account = await accounts.findByEmail(email);
  if (account !== null) await accounts.record({ accountId: account.id, name, origin, detail: "" });
  else await throttles.count("sign-ins refused without an account", DAY_MS);
}
