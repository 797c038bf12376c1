import type { Clock } from "../domain/clock.ts";
import { DAY_MS } from "../domain/window.ts";
import type { AuditEventName, Origin } from "./account.ts";
import type { AccountStore } from "./store.ts";
import type { ThrottleStore } from "./throttle.ts";

/** Long enough for the refused client's next request to be answered. */
const WRITTEN_AFTER_MS = 1_000;

export interface RefusedSignIn {
  readonly email: string;
  readonly name: Extract<AuditEventName, "sign_in_refused" | "code_refused">;
  readonly origin: Origin;
}

interface RefusedSignInParts {
  readonly accounts: AccountStore;
  readonly throttles: ThrottleStore;
  readonly clock: Clock;
}

/**
 * Writes a refused sign-in into the audit log, a second after the response: written immediately, the line of an address
 * with an account would delay the next request and so reveal the account. An address without one costs a write too.
 */
export async function recordRefusal(
  { accounts, throttles, clock }: RefusedSignInParts,
  { email, name, origin }: RefusedSignIn,
): Promise<void> {
  const atMs = clock.now();
  await Bun.sleep(WRITTEN_AFTER_MS);
  const account = await accounts.findByEmail(email);
  if (account !== null) await accounts.record({ accountId: account.id, name, atMs, origin, detail: "" });
  else await throttles.count("sign-ins refused without an account", DAY_MS);
}
