import { parseCookies } from "better-auth/cookies";
import { DAY_MS } from "../base/window.ts";
import type { AuditEventName, Origin } from "./account.ts";
import { addresseeOf, SESSION_MAX_MS } from "./auth.ts";
import { authEmail } from "./auth-email.ts";
import { attempt, type Client, callOf, headersOf, type SetCookies } from "./client.ts";
import {
  type AccountHolder,
  type IdentityParts,
  originOf,
  type RefusedFor,
  recordOf,
  type SignInResult,
} from "./identity-parts.ts";
import { passwordWork } from "./password-work.ts";
import { takeCode } from "./single-use.ts";
import { addressSubject, clearThrottle, isAllowed, type ThrottleStore, throttle } from "./throttle.ts";

/** Longer than a provider needs for its tokens and keys. The library sets no limit. */
const PROVIDER_LIMIT_MS = 20_000;

type CodeResult = { readonly ok: true; readonly cookies: SetCookies } | RefusedFor<"wrong" | "locked" | "expired">;

/** Signs in if the password is correct. `unconfirmed`: it is, but the address is not yet confirmed. */
export type PasswordCheck = (
  client: Client,
  email: string,
  password: string,
) => Promise<SignInResult | RefusedFor<"unconfirmed">>;

export type SignIn = ReturnType<typeof createSignIn>;

/** Counts an attempt to sign in for an IP address, then for an email address. @throws TooManyAttempts */
export async function throttleSignIn(throttles: ThrottleStore, { address }: Client, email: string): Promise<void> {
  await throttle(throttles, "sign_in_address", addressSubject(address));
  await throttle(throttles, "sign_in_account", email);
}

export function createSignIn(parts: IdentityParts) {
  const { auth, accounts, members, background, throttles, singleUses, clock, baseUrl } = parts;
  return {
    checkPassword,

    /** Queries the store every time, so an ended session or membership stops working immediately. */
    async holder(client: Client): Promise<{ readonly holder: AccountHolder | null; readonly cookies: SetCookies }> {
      if (client.cookies === null) return { holder: null, cookies: [] };
      const { response, headers } = await auth.api.getSession({ headers: headersOf(client), returnHeaders: true });
      if (response === null) return { holder: null, cookies: headers.getSetCookie() };
      const { session, user } = response;
      if (session.createdAt.getTime() + SESSION_MAX_MS <= clock.now()) {
        return { holder: null, cookies: await signOut(client) };
      }
      const { id: userId, accountId: ownAccountId, email } = user;
      const accountId = session.accountId ?? ownAccountId;
      const role = accountId === ownAccountId ? "owner" : await members.role(accountId, userId);
      const person = {
        sessionId: session.id,
        userId,
        email,
        ownAccountId,
        twoFactorOn: user.twoFactorEnabled === true,
      };
      return {
        // Whoever is no longer in an account is in their own.
        holder: role === null ? { ...person, accountId: ownAccountId, role: "owner" } : { ...person, accountId, role },
        cookies: headers.getSetCookie(),
      };
    },

    /**
     * An unconfirmed address is refused like a wrong password and gets a new email: a different answer would reveal to
     * whoever signed up with it that it had no account before. @throws PasswordsBusy
     */
    async withPassword(client: Client, email: string, password: string): Promise<SignInResult> {
      await throttleSignIn(throttles, client, email);
      const result = await passwordWork.within(() => checkPassword(client, email, password));
      if (result.ok || result.reason === "wrong") return result;
      background.run(() => sendConfirmation(client, email));
      return { ok: false, reason: "wrong" };
    },

    /** The second step of signing in: a code from the authenticator app or a recovery code. */
    async verifyCode(client: Client, kind: "totp" | "recovery", code: string): Promise<CodeResult> {
      await throttle(throttles, "code_address", addressSubject(client.address));
      const call = callOf(client, { code });
      const verified = await attempt(() =>
        kind === "totp" ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call),
      );
      if (!verified.ok) {
        await codeRefused(parts, client);
        return { ok: false, reason: codeRefusalOf(verified.code) };
      }
      const { token, user } = verified.value;
      if (kind === "totp" && !(await takeCode(singleUses, user.id, code))) {
        if (token) await (await auth.$context).internalAdapter.deleteSession(token);
        if (user.email) recordRefusal(parts, { email: user.email, name: "code_refused", origin: originOf(client) });
        return { ok: false, reason: "wrong" };
      }
      if (user.email)
        await recordOf(accounts, client, user.email, kind === "totp" ? "signed_in" : "recovery_code_used");
      return { ok: true, cookies: verified.cookies };
    },

    signOut,

    /** The URL where a provider's sign-in starts, with the cookies that tie the response to this browser. */
    async providerStart(client: Client, provider: string, callbackUrl: string) {
      return attempt(() =>
        auth.api.signInSocial(callOf(client, { provider, callbackURL: callbackUrl, disableRedirect: true })),
      );
    },

    /** Handles a provider's redirect with better-auth's handler. Only this path is exposed. Null if the provider is slow. */
    async providerCallback(client: Client, pathAndQuery: string): Promise<Response | null> {
      const handled = auth.handler(new Request(`${baseUrl}${pathAndQuery}`, { headers: headersOf(client) }));
      return Promise.race([handled, Bun.sleep(PROVIDER_LIMIT_MS).then(() => null)]);
    },
  };

  async function signOut(client: Client): Promise<SetCookies> {
    const done = await attempt(() => auth.api.signOut({ headers: headersOf(client), returnHeaders: true }));
    return done.ok ? done.cookies : [];
  }

  async function checkPassword(client: Client, email: string, password: string): ReturnType<PasswordCheck> {
    const signedIn = await attempt(() => auth.api.signInEmail(callOf(client, { email: authEmail(email), password })));
    if (!signedIn.ok) {
      if (signedIn.code === "EMAIL_NOT_VERIFIED") return { ok: false, reason: "unconfirmed" };
      recordRefusal(parts, { email, name: "sign_in_refused", origin: originOf(client) });
      return { ok: false, reason: "wrong" };
    }
    await clearThrottle(throttles, "sign_in_account", email);
    background.run(deleteExpiredSessions);
    const codeNeeded = "twoFactorRedirect" in signedIn.value;
    if (!codeNeeded) await recordOf(accounts, client, email, "signed_in");
    return { ok: true, codeNeeded, cookies: signedIn.cookies };
  }

  async function sendConfirmation(client: Client, email: string): Promise<void> {
    if (!(await isAllowed(throttles, "confirmation_account", email))) return;
    await attempt(() => auth.api.sendVerificationEmail(callOf(client, { email: authEmail(email) })));
  }

  /** better-auth deletes an expired session only when its cookie is sent again, which usually never happens. */
  async function deleteExpiredSessions(): Promise<void> {
    const { adapter } = await auth.$context;
    const where = [{ field: "expiresAt", operator: "lt", value: new Date(clock.now()) }] as const;
    await adapter.deleteMany({ model: "session", where: [...where] });
  }
}

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
function recordRefusal(
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
async function codeRefused(parts: IdentityParts, client: Client): Promise<void> {
  const { auth, clock, emails, outbox, throttles } = parts;
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
  if (!(await isAllowed(throttles, "lock_account", user.id))) return;
  await outbox.add(emails.securityChanged(addresseeOf(user), "codes_refused"));
}

/** The meaning of better-auth's error code for a refused code. */
function codeRefusalOf(code: string): "wrong" | "locked" | "expired" {
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") return "locked";
  if (code === "INVALID_TWO_FACTOR_COOKIE" || code === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE") return "expired";
  return "wrong";
}
