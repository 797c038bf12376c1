import { attempt, type Client, callOf, type SetCookies } from "./client.ts";
import {
  type IdentityParts,
  originBy,
  originOf,
  type RefusedFor,
  recordOf,
  type SignedInClient,
} from "./identity-parts.ts";
import { isToken, linkDigest } from "./links.ts";
import type { InviteResult, JoinResult, OpenInvitation } from "./members.ts";
import { hashPassword, type PasswordFault, passwordFault } from "./password.ts";
import { passwordWork } from "./password-work.ts";
import type { Role } from "./roles.ts";
import { maySignUp } from "./sign-up-policy.ts";
import { throttle } from "./throttle.ts";

/** How someone who is not signed in can use an invitation. `none`: their address may have no account on this server. */
export type JoiningBy = "signing_in" | "signing_up" | "none";

type JoinNewResult =
  | { readonly ok: true; readonly cookies: SetCookies }
  | RefusedFor<PasswordFault | "invitation_gone" | "sign_up_refused" | "other_address" | "too_many_accounts">;

export type Teams = ReturnType<typeof createTeams>;

/** Invitations into accounts. An invitation's link proves its address, as the link of a new password does. */
export function createTeams(parts: IdentityParts) {
  const { auth, accounts, members, users, emails, throttles, signUpPolicy } = parts;
  return {
    /** The answer is the same whether or not the address has an account. */
    async invite(by: SignedInClient, account: InvitingAccount, email: string, role: Role): Promise<InviteResult> {
      await throttle(throttles, "invite_account", String(account.id));
      await throttle(throttles, "invite_address", email);
      const { id: accountId, email: accountEmail } = account;
      const letter = emails.invitation({ email, accountId }, { by: by.holder.email, account: accountEmail, role });
      return members.invite({ accountId, email, role, origin: originBy(by), letter });
    },

    /** The invitation of a link that can still be used. */
    async find(token: string): Promise<OpenInvitation | null> {
      return isToken(token) ? members.findInvitation(linkDigest("invitation", token)) : null;
    },

    /** For the page of a link, which only its address received. */
    async joiningBy({ email, isByOperator }: OpenInvitation): Promise<JoiningBy> {
      const known = await (await auth.$context).internalAdapter.findUserByEmail(email);
      if (known?.user.emailVerified) return "signing_in";
      if ((await accounts.findByEmail(email)) !== null) return "signing_up";
      return maySignUp(signUpPolicy, email, isByOperator ? "operator" : "team") ? "signing_up" : "none";
    },

    /** Joins, and goes on in the account. */
    async join(by: SignedInClient, token: string): Promise<JoinResult> {
      if (!isToken(token)) return { ok: false, reason: "invitation_gone" };
      const { userId, sessionId } = by.holder;
      const joined = await members.join(linkDigest("invitation", token), { userId, origin: originBy(by) });
      if (joined.ok) await members.switchTo(sessionId, userId, joined.accountId);
      return joined;
    },

    /** Creates the user of an invited address with a password, joins, and signs in. @throws PasswordsBusy */
    async joinNew(client: Client, token: string, password: string): Promise<JoinNewResult> {
      const invitation = await this.find(token);
      if (invitation === null) return { ok: false, reason: "invitation_gone" };
      await throttle(throttles, "join_link", token);
      const { email } = invitation;
      const fault = await passwordWork.within(() => passwordFault(password, [email]));
      if (fault) return { ok: false, reason: fault };
      const how = await this.joiningBy(invitation);
      if (how !== "signing_up") return { ok: false, reason: how === "none" ? "sign_up_refused" : "other_address" };
      const passwordHash = await passwordWork.within(() => hashPassword(password));
      // Whoever signed up with the address before, and did not confirm it, may not be its holder.
      await users.deleteUnconfirmedSignUp(email);
      const made = await attempt(async () => {
        await auth.api.createHolder({ body: { email } });
        return { response: null };
      });
      const { internalAdapter } = await auth.$context;
      const user = (await internalAdapter.findUserByEmail(email))?.user;
      if (!made.ok && user === undefined) return { ok: false, reason: "sign_up_refused" };
      if (user === undefined) throw new Error("no user after an invitation");
      const digest = linkDigest("invitation", token);
      const origin = { ...originOf(client), userId: user.id };
      if (!(await members.claim(digest, user.id, passwordHash, origin)))
        return { ok: false, reason: "invitation_gone" };
      const joined = await members.join(digest, { userId: user.id, origin });
      if (!joined.ok) return joined;
      const from = { ipAddress: client.address ?? "", userAgent: client.agent ?? "" };
      const session = await internalAdapter.createSession(user.id, false, from);
      await members.switchTo(session.id, user.id, joined.accountId);
      const sent = await attempt(() => auth.api.sendSessionCookie(callOf(client, { token: session.token })));
      if (!sent.ok) throw new Error(`no session after an invitation: ${sent.code}`);
      await recordOf(accounts, client, email, "signed_in");
      return { ok: true, cookies: sent.cookies };
    },
  };
}

interface InvitingAccount {
  readonly id: number;
  readonly email: string;
}
