import { parseCookies } from "better-auth/cookies";
import { DAY_MS } from "../domain/window.ts";
import type { AuditEventName, Origin } from "./account.ts";
import type { Client } from "./client.ts";
import { type IdentityParts, originOf } from "./identity-parts.ts";
import { isAllowed } from "./throttle.ts";

/** Long enough for the refused client's next request to be answered. */
const WRITTEN_AFTER_MS = 1_000;

interface RefusedSignIn {
  readonly email: string;
  readonly name: Extract<AuditEventName, "sign_in_refused" | "code_refused">;
  readonly origin: Origin;
}

/**
 * Writes a refused sign-in into the audit log, a second after the response: written immediately, the line of an address
 * with an account would delay the next request and so reveal the account. An address without one costs a write too.
 */
export function recordRefusal(
  { accounts, background, throttles, clock }: IdentityParts,
  { email, name, origin }: RefusedSignIn,
): void {
  const atMs = clock.now();
  background.run(async () => {
    await Bun.sleep(WRITTEN_AFTER_MS);
    const account = await accounts.findByEmail(email);
    if (account !== null) await accounts.record({ accountId: account.id, name, atMs, origin, detail: "" });
    else await throttles.count("sign-ins refused without an account", DAY_MS);
  });
}

/** Someone who enters wrong codes knows the password, so each refusal is recorded and a lock is reported by email. */
export async function codeRefused(parts: IdentityParts, client: Client): Promise<void> {
  const { auth, clock, emails, throttles } = parts;
  const { adapter, internalAdapter, createAuthCookie } = await auth.$context;
  // The value without its signature: it is looked up and cannot be guessed.
  const cookie = parseCookies(client.cookies ?? "").get(createAuthCookie("two_factor").name);
  const [pending] = cookie?.split(".") ?? [];
  const userId = pending === undefined ? undefined : (await internalAdapter.findVerificationValue(pending))?.value;
  const user = userId === undefined ? null : await internalAdapter.findUserById(userId);
  if (user === null) return;
  recordRefusal(parts, { email: user.email, name: "code_refused", origin: originOf(client) });
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
