import { verifyJWT } from "better-auth/crypto";
import { z } from "zod";
import { DAY_MS } from "../base/window.ts";
import { emailAddress } from "./account.ts";
import { addresseeOf } from "./auth.ts";
import { authEmail } from "./auth-email.ts";
import { attempt, type Client, callOf } from "./client.ts";
import { type IdentityParts, originOf, type RefusedFor, recordOf, type SignInResult } from "./identity-parts.ts";
import { linkName, readLink } from "./links.ts";
import { type PasswordFault, passwordFault } from "./password.ts";
import { passwordWork } from "./password-work.ts";
import { type PasswordCheck, throttleSignIn } from "./sign-in.ts";
import { maySignUp } from "./sign-up-policy.ts";
import type { AddressedUser } from "./store.ts";
import { addressSubject, throttle } from "./throttle.ts";

type SignUpResult = { readonly ok: true } | RefusedFor<PasswordFault | "address_not_allowed">;

export type SignUp = ReturnType<typeof createSignUp>;

export interface ConfirmableEmail {
  readonly email: string;
  readonly isConfirmed: boolean;
  /** Not needed in the browser that signed up: whoever uses it chose the password, and received the email. */
  readonly needsPassword: boolean;
}

/** The content of a confirmation link's token, under better-auth's signature. */
const confirmation = z.object({ userId: z.string(), email: emailAddress });

/** Signing up and confirming the address. `checkPassword` signs in if the password is correct. */
export function createSignUp(parts: IdentityParts, checkPassword: PasswordCheck) {
  const { auth, background, clock, secret, signUpPolicy, accounts, users, emails, outbox, throttles } = parts;
  return {
    /**
     * Creates an account and sends a link to its address. If a confirmed account has it, only the email says so. An
     * unconfirmed sign-up
     * is replaced, and its link stops working. The response waits for none of this. An address that may not sign up is
     * refused whether or not it has an account. @throws PasswordsBusy
     */
    async start(client: Client, email: string, password: string): Promise<SignUpResult> {
      if (!maySignUp(signUpPolicy, email)) return { ok: false, reason: "address_not_allowed" };
      await throttle(throttles, "sign_up_address", addressSubject(client.address));
      const fault = await passwordWork.within(() => passwordFault(password, [email]));
      if (fault) return { ok: false, reason: fault };
      await throttle(throttles, "sign_up_account", email);
      background.run(() => create(client, email, password));
      return { ok: true };
    },

    /**
     * Confirms the address that `token` was sent to and signs in. Requires the password, or the browser that signed up:
     * otherwise a
     * victim could confirm an account that an attacker signed up with the victim's address. @throws PasswordsBusy
     */
    async confirm(client: Client, token: string, password: string): Promise<SignInResult | RefusedFor<"link_expired">> {
      const user = await confirmableUser(token);
      if (user === null) return { ok: false, reason: "link_expired" };
      if (password === "") return confirmHere(client, user);
      await throttleSignIn(throttles, client, user.email);
      return passwordWork.within(async () => {
        const first = await checkPassword(client, user.email, password);
        if (first.ok || first.reason === "wrong") return first;
        if (!(await users.confirm(user, originOf(client)))) return { ok: false, reason: "link_expired" };
        const second = await checkPassword(client, user.email, password);
        return second.ok || second.reason === "wrong" ? second : { ok: false, reason: "link_expired" };
      });
    },

    /** Null if the link is not ours, too old, or for a sign-up that is gone. */
    async confirmable(client: Client, token: string): Promise<ConfirmableEmail | null> {
      const user = await confirmableUser(token);
      if (user === null) return null;
      const mark = await readLink(parts, "sign-up", markOf(client, user.userId));
      const { email, isConfirmed } = user;
      return { email, isConfirmed, needsPassword: isConfirmed || mark === null };
    },
  };

  /** Confirms and signs in without the password, once, in the browser that signed up. */
  async function confirmHere(
    client: Client,
    user: ConfirmableUser,
  ): Promise<SignInResult | RefusedFor<"link_expired">> {
    const mark = await readLink(parts, "sign-up", markOf(client, user.userId), "consume");
    if (user.isConfirmed || mark === null) return { ok: false, reason: "wrong" };
    if (!(await users.confirm(user, originOf(client)))) return { ok: false, reason: "link_expired" };
    const from = { ipAddress: client.address ?? "", userAgent: client.agent ?? "" };
    const { internalAdapter } = await auth.$context;
    const { token } = await internalAdapter.createSession(user.userId, false, from);
    const sent = await attempt(() => auth.api.sendSessionCookie(callOf(client, { token })));
    if (!sent.ok) throw new Error(`no session after a confirmation: ${sent.code}`);
    await recordOf(accounts, client, user.email, "signed_in");
    return { ok: true, codeNeeded: false, cookies: sent.cookies };
  }

  async function create(client: Client, email: string, password: string): Promise<void> {
    await users.deleteUnconfirmedSignUp(email);
    const { internalAdapter } = await auth.$context;
    const known = await internalAdapter.findUserByEmail(email);
    const body = { name: "", email: authEmail(email), password };
    const made = await attempt(() => auth.api.signUpEmail(callOf(client, body)));
    // If two sign-ups with one address happen at the same time, the store's unique index accepts only one.
    const isTaken = !made.ok && (await internalAdapter.findUserByEmail(email)) !== null;
    if (!made.ok && !isTaken) throw new Error(`sign-up refused: ${made.code}`);
    if (made.ok && known === null) {
      const identifier = linkName("sign-up", markOf(client, made.value.user.id));
      const expiresAt = new Date(clock.now() + DAY_MS);
      await internalAdapter.createVerificationValue({ identifier, value: "signed up", expiresAt });
    }
    if (known !== null) await outbox.add(emails.alreadyRegistered(addresseeOf(known.user)));
  }

  /** The user of a confirmation link, if that user still exists with the address. */
  async function confirmableUser(token: string): Promise<ConfirmableUser | null> {
    const parsed = confirmation.safeParse(await verifyJWT(token, secret));
    if (!parsed.success) return null;
    const user = await (await auth.$context).internalAdapter.findUserById(parsed.data.userId);
    return user?.email === parsed.data.email ? { ...parsed.data, isConfirmed: user.emailVerified } : null;
  }
}

interface ConfirmableUser extends AddressedUser {
  readonly isConfirmed: boolean;
}

/** The token of the row that says which browser signed up a user. */
function markOf({ browser }: Client, userId: string): string {
  return `${userId}:${browser}`;
}
