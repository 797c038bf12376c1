import { verifyJWT } from "better-auth/crypto";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { type AuditEventName, emailAddress, type Origin } from "./account.ts";
import { type Auth, SESSION_MAX_MS, type SocialProvider } from "./auth.ts";
import type { AuthEmails } from "./auth-emails.ts";
import { attempt, type Client, headersOf, type SetCookies } from "./client.ts";
import { codeRefusalOf, codeRefused } from "./code-refusal.ts";
import { type PasswordFault, passwordFault } from "./password.ts";
import { passwordWork } from "./password-work.ts";
import { endPending } from "./pending.ts";
import { Refusals } from "./refusals.ts";
import { newResetToken, resetIdentifier } from "./reset-link.ts";
import type { AccountStore } from "./store.ts";
import {
  addressSubject,
  clearThrottle,
  type ThrottleResult,
  type ThrottleStore,
  takeCode,
  throttle,
} from "./throttle.ts";

/** The signed-in user. */
export interface Holder {
  readonly sessionId: string;
  readonly userId: string;
  readonly accountId: number;
  readonly email: string;
  readonly twoFactorOn: boolean;
}

export interface IdentityParts {
  readonly auth: Auth;
  readonly secret: string;
  readonly baseUrl: string;
  readonly accounts: AccountStore;
  readonly throttles: ThrottleStore;
  readonly emails: AuthEmails;
  readonly clock: Clock;
  readonly log: Log;
}

export type Throttled = Extract<ThrottleResult, { readonly ok: false }>;
export type RefusedFor<Reason extends string> = { readonly ok: false; readonly reason: Reason };

export type SignUpResult = { readonly ok: true } | RefusedFor<PasswordFault> | Throttled;
export type SignInResult =
  | { readonly ok: true; readonly codeNeeded: boolean; readonly cookies: SetCookies }
  | RefusedFor<"wrong">
  | Throttled;
/** `unconfirmed`: the password is correct, but the address is not yet confirmed. */
type PasswordResult = Exclude<SignInResult, Throttled> | RefusedFor<"unconfirmed">;
export type CodeResult =
  | { readonly ok: true; readonly cookies: SetCookies }
  | RefusedFor<"wrong" | "locked" | "expired">
  | Throttled;
export type ResetResult = { readonly ok: true } | RefusedFor<PasswordFault | "link_expired"> | Throttled;

/**
 * Signing up, in, and out. Every response is the same, after similar work, whether or not the address has an account.
 * Methods that check a password reject with `PasswordsBusy` while too many others are in progress.
 */
export class Identity {
  readonly #parts: IdentityParts;
  readonly #background = new Set<Promise<void>>();
  readonly #refusals: Refusals;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
    this.#refusals = new Refusals(parts);
  }

  /** The user of the browser's cookies. Queries the store every time, so an ended session stops working immediately. */
  async holder(client: Client): Promise<{ readonly holder: Holder | null; readonly cookies: SetCookies }> {
    if (client.cookies === null) return { holder: null, cookies: [] };
    const { auth, clock } = this.#parts;
    const { response, headers } = await auth.api.getSession({ headers: headersOf(client), returnHeaders: true });
    if (response === null) return { holder: null, cookies: headers.getSetCookie() };
    const { session, user } = response;
    if (session.createdAt.getTime() + SESSION_MAX_MS <= clock.now()) {
      return { holder: null, cookies: await this.signOut(client) };
    }
    return {
      holder: {
        sessionId: session.id,
        userId: user.id,
        accountId: user.accountId,
        email: user.email,
        twoFactorOn: user.twoFactorEnabled === true,
      },
      cookies: headers.getSetCookie(),
    };
  }

  /**
   * Creates an account and sends a link to its address. If the address already has an account, only the email says so.
   * The response waits for neither, so its timing reveals nothing.
   */
  signUp(client: Client, email: string, password: string): Promise<SignUpResult> {
    return passwordWork.within(() => this.#signUp(client, email, password));
  }

  async #signUp(client: Client, email: string, password: string): Promise<SignUpResult> {
    const { throttles } = this.#parts;
    const byAddress = await throttle(throttles, "sign_up_address", addressSubject(client.address));
    if (!byAddress.ok) return byAddress;
    const fault = await passwordFault(password, [email]);
    if (fault) return { ok: false, reason: fault };
    const byAccount = await throttle(throttles, "sign_up_account", email);
    if (!byAccount.ok) return byAccount;
    this.#inBackground(async () => {
      const { auth, emails, clock } = this.#parts;
      const { internalAdapter } = await auth.$context;
      const known = await internalAdapter.findUserByEmail(email);
      const body = { name: "", email, password };
      const headers = headersOf(client);
      const made = await attempt(() => auth.api.signUpEmail({ body, headers, returnHeaders: true }));
      // If two sign-ups with one address happen at the same time, the store's unique index accepts only one.
      const isTaken = !made.ok && (await internalAdapter.findUserByEmail(email)) !== null;
      if (!made.ok && !isTaken) throw new Error(`sign-up refused: ${made.code}`);
      if (known !== null) emails.alreadyRegistered(email, await newResetToken(auth, clock, known.user.id));
    });
    return { ok: true };
  }

  /**
   * An unconfirmed address is refused like a wrong password and gets a new email. A different answer would reveal to
   * someone who just signed up with the address that it had no account before.
   */
  signIn(client: Client, email: string, password: string): Promise<SignInResult> {
    return passwordWork.within(() => this.#signInOnce(client, email, password));
  }

  async #signInOnce(client: Client, email: string, password: string): Promise<SignInResult> {
    const throttled = await this.#throttle(client, "sign_in_address", "sign_in_account", email);
    if (throttled) return throttled;
    const result = await this.#signIn(client, email, password);
    if (result.ok || result.reason === "wrong") return result;
    this.#inBackground(() => this.#sendConfirmation(client, email));
    return { ok: false, reason: "wrong" };
  }

  /**
   * Confirms the address that `token` was sent to and signs in. It requires the password again: otherwise an attacker
   * could sign up with a victim's address and the victim could confirm the attacker's account.
   */
  confirmEmail(client: Client, token: string, password: string): Promise<SignInResult | RefusedFor<"link_expired">> {
    return passwordWork.within(() => this.#confirmEmail(client, token, password));
  }

  async #confirmEmail(
    client: Client,
    token: string,
    password: string,
  ): Promise<SignInResult | RefusedFor<"link_expired">> {
    const email = await this.confirmableEmail(token);
    if (email === null) return { ok: false, reason: "link_expired" };
    const throttled = await this.#throttle(client, "sign_in_address", "sign_in_account", email);
    if (throttled) return throttled;
    const first = await this.#signIn(client, email, password);
    if (first.ok || first.reason === "wrong") return first;
    const verified = await attempt(() =>
      this.#parts.auth.api.verifyEmail({ query: { token }, headers: headersOf(client), returnHeaders: true }),
    );
    if (!verified.ok) return { ok: false, reason: "link_expired" };
    await this.#record(client, email, "signed_up");
    const second = await this.#signIn(client, email, password);
    return second.ok || second.reason === "wrong" ? second : { ok: false, reason: "link_expired" };
  }

  /** The address of a confirmation link; null if the link is not ours or too old. */
  async confirmableEmail(token: string): Promise<string | null> {
    const payload = await verifyJWT<{ readonly email?: unknown }>(token, this.#parts.secret);
    const parsed = emailAddress.safeParse(payload?.email);
    return parsed.success ? parsed.data : null;
  }

  /** The second step of signing in: a code from the authenticator app or a recovery code. */
  async verifyCode(client: Client, kind: "totp" | "recovery", code: string): Promise<CodeResult> {
    const { auth, throttles } = this.#parts;
    const throttled = await throttle(throttles, "code_address", addressSubject(client.address));
    if (!throttled.ok) return throttled;
    const call = { body: { code }, headers: headersOf(client), returnHeaders: true } as const;
    const verified = await attempt(() =>
      kind === "totp" ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call),
    );
    if (!verified.ok) {
      await codeRefused(this.#parts, this.#refusals, client);
      return { ok: false, reason: codeRefusalOf(verified.code) };
    }
    const { token, user } = verified.value;
    if (kind === "totp" && !(await takeCode(throttles, user.id, code))) {
      if (token) await (await auth.$context).internalAdapter.deleteSession(token);
      if (user.email) this.#refusals.add({ email: user.email, name: "code_refused", origin: originOf(client) });
      return { ok: false, reason: "wrong" };
    }
    if (user.email) await this.#record(client, user.email, kind === "totp" ? "signed_in" : "recovery_code_used");
    return { ok: true, cookies: verified.cookies };
  }

  async signOut(client: Client): Promise<SetCookies> {
    const done = await attempt(() => this.#parts.auth.api.signOut({ headers: headersOf(client), returnHeaders: true }));
    return done.ok ? done.cookies : [];
  }

  /** Sends a link to set a new password if the address has an account. Resolves before it knows. */
  async requestReset(client: Client, email: string): Promise<{ readonly ok: true } | Throttled> {
    const throttled = await this.#throttle(client, "reset_address", "reset_account", email);
    if (throttled) return throttled;
    this.#inBackground(async () => {
      await this.#claimable(email);
      await this.#parts.auth.api.requestPasswordReset({ body: { email }, headers: headersOf(client) });
    });
    return { ok: true };
  }

  /** Sets a new password with a link's token, ends all sessions, and marks the address as confirmed. */
  async resetPassword(client: Client, token: string, password: string): Promise<ResetResult> {
    const tried = await throttle(this.#parts.throttles, "reset_try_address", addressSubject(client.address));
    if (!tried.ok) return tried;
    return passwordWork.within(() => this.#resetPassword(client, token, password));
  }

  async #resetPassword(client: Client, token: string, password: string): Promise<ResetResult> {
    const { auth, emails, throttles, clock } = this.#parts;
    const { internalAdapter } = await auth.$context;
    const link = await internalAdapter.findVerificationValue(resetIdentifier(token));
    const user = link && link.expiresAt > new Date(clock.now()) ? await internalAdapter.findUserById(link.value) : null;
    if (!user) return { ok: false, reason: "link_expired" };
    const fault = await passwordFault(password, [user.email]);
    if (fault) return { ok: false, reason: fault };
    const reset = await attempt(() =>
      auth.api.resetPassword({
        body: { token, newPassword: password },
        headers: headersOf(client),
        returnHeaders: true,
      }),
    );
    if (!reset.ok) return { ok: false, reason: "link_expired" };
    await internalAdapter.updateUser(user.id, { emailVerified: true });
    await endPending(auth, user.id);
    await this.#record(client, user.email, "password_reset");
    emails.securityChanged(user.email, "password_changed");
    await clearThrottle(throttles, "sign_in_account", user.email);
    return { ok: true };
  }

  /** The URL where a provider's sign-in starts, with the cookies that tie the response to this browser. */
  async socialStart(client: Client, provider: SocialProvider, callbackUrl: string) {
    const { auth } = this.#parts;
    return attempt(() =>
      auth.api.signInSocial({
        body: { provider, callbackURL: callbackUrl, disableRedirect: true },
        headers: headersOf(client),
        returnHeaders: true,
      }),
    );
  }

  /** Handles a provider's redirect with better-auth's handler. Only this path is exposed. */
  async socialCallback(client: Client, url: string): Promise<Response> {
    const { auth, baseUrl } = this.#parts;
    const asked = new URL(url);
    return auth.handler(new Request(`${baseUrl}${asked.pathname}${asked.search}`, { headers: headersOf(client) }));
  }

  /** Waits for work that was started after a response. */
  async close(): Promise<void> {
    await Promise.all([...this.#background, this.#refusals.flush()]);
  }

  async #signIn(client: Client, email: string, password: string): Promise<PasswordResult> {
    const { auth, throttles } = this.#parts;
    const signedIn = await attempt(() =>
      auth.api.signInEmail({ body: { email, password }, headers: headersOf(client), returnHeaders: true }),
    );
    if (!signedIn.ok) {
      if (signedIn.code === "EMAIL_NOT_VERIFIED") return { ok: false, reason: "unconfirmed" };
      this.#refusals.add({ email, name: "sign_in_refused", origin: originOf(client) });
      return { ok: false, reason: "wrong" };
    }
    await clearThrottle(throttles, "sign_in_account", email);
    this.#inBackground(() => this.#forgetExpiredSessions());
    const codeNeeded = "twoFactorRedirect" in signedIn.value;
    if (!codeNeeded) await this.#record(client, email, "signed_in");
    return { ok: true, codeNeeded, cookies: signedIn.cookies };
  }

  async #sendConfirmation(client: Client, email: string): Promise<void> {
    const allowed = await throttle(this.#parts.throttles, "confirmation_account", email);
    if (!allowed.ok) return;
    await attempt(() =>
      this.#parts.auth.api.sendVerificationEmail({ body: { email }, headers: headersOf(client), returnHeaders: true }),
    );
  }

  /** better-auth deletes an expired session only when its cookie is sent again, which usually never happens. */
  async #forgetExpiredSessions(): Promise<void> {
    const { auth, clock } = this.#parts;
    const { adapter } = await auth.$context;
    const where = [{ field: "expiresAt", operator: "lt", value: new Date(clock.now()) }] as const;
    await adapter.deleteMany({ model: "session", where: [...where] });
  }

  /** An account that a command created has no user yet. The first reset link creates one. */
  async #claimable(email: string): Promise<void> {
    const { auth, accounts } = this.#parts;
    const { internalAdapter } = await auth.$context;
    if (await internalAdapter.findUserByEmail(email)) return;
    if ((await accounts.findByEmail(email)) === null) return;
    await internalAdapter.createUser({ email, name: "", emailVerified: false }, { method: "email-password" });
  }

  async #throttle(
    client: Client,
    perAddress: Parameters<typeof throttle>[1],
    perAccount: Parameters<typeof throttle>[1],
    email: string,
  ): Promise<Throttled | null> {
    const { throttles } = this.#parts;
    const byAddress = await throttle(throttles, perAddress, addressSubject(client.address));
    if (!byAddress.ok) return byAddress;
    const byAccount = await throttle(throttles, perAccount, email);
    return byAccount.ok ? null : byAccount;
  }

  async #record(client: Client, email: string, name: AuditEventName): Promise<void> {
    const { accounts } = this.#parts;
    const account = await accounts.findByEmail(email);
    if (account) await accounts.record({ accountId: account.id, name, origin: originOf(client), detail: "" });
  }

  #inBackground(work: () => Promise<void>): void {
    const running = work().catch((error: unknown) => {
      this.#parts.log.error({ err: error }, "A task after a response failed");
    });
    this.#background.add(running);
    running.finally(() => this.#background.delete(running));
  }
}

/** The origin of a change for the audit log. */
export function originOf(client: Client): Origin {
  return { via: "dashboard", address: client.address };
}
