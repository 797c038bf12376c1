import { parseCookies } from "better-auth/cookies";
import type { Clock } from "../domain/clock.ts";
import type { Auth } from "./auth.ts";
import type { AuthEmails } from "./auth-emails.ts";
import type { Client } from "./client.ts";
import type { RefusedSignIn } from "./refused-sign-in.ts";
import { isAllowed, type ThrottleStore } from "./throttle.ts";

interface CodeRefusalParts {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly emails: AuthEmails;
  readonly throttles: ThrottleStore;
}

/** Someone who enters wrong codes knows the password, so each refusal is recorded and a lock is reported by email. */
export async function codeRefused(
  parts: CodeRefusalParts,
  refuse: (refusal: RefusedSignIn) => void,
  client: Client,
): Promise<void> {
  const { auth, clock, emails, throttles } = parts;
  const { adapter, internalAdapter, createAuthCookie } = await auth.$context;
  // The value without its signature: it is looked up and cannot be guessed.
  const cookie = parseCookies(client.cookies ?? "").get(createAuthCookie("two_factor").name);
  const [pending] = cookie?.split(".") ?? [];
  const userId = pending === undefined ? undefined : (await internalAdapter.findVerificationValue(pending))?.value;
  const user = userId === undefined ? null : await internalAdapter.findUserById(userId);
  if (user === null) return;
  refuse({ email: user.email, name: "code_refused", origin: { via: "dashboard", address: client.address } });
  const where = [{ field: "userId", value: user.id }];
  const factor = await adapter.findOne<{ readonly lockedUntil?: Date | null }>({ model: "twoFactor", where });
  if (!factor?.lockedUntil || factor.lockedUntil.getTime() <= clock.now()) return;
  if (await isAllowed(throttles, "lock_account", user.id)) emails.securityChanged(user.email, "codes_refused");
}

/** The meaning of better-auth's error code for a refused code. */
export function codeRefusalOf(code: string): "wrong" | "locked" | "expired" {
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") return "locked";
  if (code === "INVALID_TWO_FACTOR_COOKIE" || code === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE") return "expired";
  return "wrong";
}
