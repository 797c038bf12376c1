import { emailAddress } from "./account.ts";
import { addresseeOf } from "./auth.ts";
import type { Addressee } from "./auth-emails.ts";
import type { Client } from "./client.ts";
import { type IdentityParts, originOf, type RefusedFor } from "./identity-parts.ts";
import { type LinkRow, readLink, resetPrefix } from "./links.ts";
import { hashPassword, type PasswordFault, passwordFault } from "./password.ts";
import { passwordWork } from "./password-work.ts";
import type { AddressedUser, NewPassword } from "./store.ts";
import { addressSubject, clearThrottle, throttle } from "./throttle.ts";

type ResetResult = { readonly ok: true } | RefusedFor<PasswordFault | "link_expired">;

/** A link to set a password. It works only while its user has the address that it was sent to. */
type ResetLink = AddressedUser & Pick<NewPassword, "linkId">;

function resetLinkOf({ id, value }: LinkRow): ResetLink | null {
  const [, userId = "", address] = value.split(" ");
  const email = emailAddress.safeParse(address);
  return value.startsWith(resetPrefix(userId)) && email.success ? { linkId: id, userId, email: email.data } : null;
}

/** The longest random delay for a known address, so that response times do not reveal whether it has an account. */
const MAX_DELAY_MS = 300;

export type PasswordReset = ReturnType<typeof createPasswordReset>;

export function createPasswordReset(parts: IdentityParts) {
  const { auth, accounts, background, users, emails, outbox, throttles } = parts;
  return {
    /** Sends a link if the address has an account. Resolves before it is known whether it has one. */
    async request(client: Client, email: string): Promise<void> {
      await throttle(throttles, "reset_address", addressSubject(client.address));
      await throttle(throttles, "reset_account", email);
      background.run(async () => {
        await Bun.sleep(Math.random() * MAX_DELAY_MS);
        const holder = await claimableUser(email);
        if (holder !== null) await outbox.add(emails.resetPassword(holder));
      });
    },

    /**
     * Uses a link, which must have been sent to the user's present address: sets the password, confirms the address,
     * and ends all sessions. @throws PasswordsBusy
     */
    async setPassword(client: Client, token: string, password: string): Promise<ResetResult> {
      await throttle(throttles, "reset_try_address", addressSubject(client.address));
      const row = await readLink(parts, "reset-password", token);
      const link = row && resetLinkOf(row);
      if (!link) return { ok: false, reason: "link_expired" };
      await throttle(throttles, "reset_try_link", token);
      return passwordWork.within(() => useLink(client, link, password));
    },
  };

  async function useLink(client: Client, link: ResetLink, password: string): Promise<ResetResult> {
    const { email } = link;
    const fault = await passwordFault(password, [email]);
    if (fault) return { ok: false, reason: fault };
    const passwordHash = await hashPassword(password);
    const letter = (accountId: number) => emails.securityChanged({ email, accountId }, "password_changed");
    if (!(await users.resetPassword({ ...link, passwordHash, origin: originOf(client), letter }))) {
      return { ok: false, reason: "link_expired" };
    }
    await clearThrottle(throttles, "sign_in_account", email);
    return { ok: true };
  }

  /** An account that a command created has no user yet. The first reset link creates one. */
  async function claimableUser(email: string): Promise<Addressee | null> {
    const { internalAdapter } = await auth.$context;
    const known = await internalAdapter.findUserByEmail(email);
    if (known) return addresseeOf(known.user);
    if ((await accounts.findByEmail(email)) === null) return null;
    return auth.api.createHolder({ body: { email } });
  }
}
