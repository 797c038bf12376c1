import { emailAddress, formerAddressOf } from "./account.ts";
import { attempt, callOf, type SetCookies } from "./client.ts";
import {
  addresseeBy,
  type IdentityParts,
  originBy,
  type Person,
  type RefusedFor,
  recordBy,
  type SignedInClient,
} from "./identity-parts.ts";
import { emailChangePrefix, type LinkRow, newToken, readLink } from "./links.ts";
import type { Security, WrongPassword } from "./security.ts";
import { mayHaveAddress } from "./sign-up-policy.ts";
import { throttle } from "./throttle.ts";

/** The old address approves the change, then the new one confirms that its holder receives mail there. */
const STEPS = ["approve", "confirm"] as const;
export type EmailChangeStep = (typeof STEPS)[number];

export interface PendingEmailChange {
  readonly step: EmailChangeStep;
  readonly newEmail: string;
}

type RequestEmailChangeResult =
  | { readonly ok: true }
  | WrongPassword
  | RefusedFor<"same_address" | "account_suspended" | "address_not_allowed">;
type ConfirmEmailChangeResult =
  | { readonly ok: true; readonly step: EmailChangeStep; readonly cookies: SetCookies }
  | RefusedFor<"link_expired" | "account_suspended">;

/** No answer reveals whether the new address has an account; only its mailbox receives that information. */
export type EmailChange = ReturnType<typeof createEmailChange>;

export function createEmailChange(parts: IdentityParts, security: Pick<Security, "prove">) {
  const { auth, accounts, emails, outbox, secret, signUpPolicy, throttles } = parts;
  return {
    /** Sends the old address a link to approve the change, and ends a pending one. `proof` as in `Security.prove`. */
    async request(by: SignedInClient, proof: string, newEmail: string): Promise<RequestEmailChangeResult> {
      const { holder } = by;
      const unproved = await security.prove(by, proof);
      if (unproved) return unproved;
      if (newEmail === holder.email) return { ok: false, reason: "same_address" };
      if (!mayHaveAddress(signUpPolicy, newEmail)) return { ok: false, reason: "address_not_allowed" };
      if ((await accounts.find(holder.ownAccountId))?.suspendedAtMs != null)
        return { ok: false, reason: "account_suspended" };
      await throttle(throttles, "email_change_account", String(holder.ownAccountId));
      await throttle(throttles, "email_change_address", newEmail);
      await outbox.add(emails.approveNewAddress(addresseeBy(holder), newEmail));
      await recordBy(accounts, by, "email_change_requested");
      return { ok: true };
    },

    /** The change that a link belongs to; null if the link has expired, was used, or belongs to another account. */
    async find(holder: Person, token: string): Promise<PendingEmailChange | null> {
      const row = await readLink(parts, "change-email", token);
      return row && changeOf(holder, row);
    },

    /**
     * Uses a link. The old address's link sends one to the new address. That one changes the address, ends all other
     * sessions and links, unlinks the providers, and gives this session a new cookie.
     */
    async confirm(by: SignedInClient, token: string): Promise<ConfirmEmailChangeResult> {
      const { client, holder } = by;
      const found = await readLink(parts, "change-email", token);
      if (found === null || changeOf(holder, found) === null) return { ok: false, reason: "link_expired" };
      const used = await readLink(parts, "change-email", token, "consume");
      const change = used && changeOf(holder, used);
      if (!change) return { ok: false, reason: "link_expired" };
      const { step, newEmail } = change;
      if (step === "approve") {
        // Does the same work whether or not the address has an account.
        const taken = await accounts.findByEmail(newEmail);
        const letter = taken === null ? emails.confirmNewAddress : emails.newAddressTaken;
        await outbox.add(letter({ email: newEmail, accountId: holder.ownAccountId }));
        await recordBy(accounts, by, "email_change_approved");
        return { ok: true, step, cookies: [] };
      }
      const sessionToken = newToken();
      const changed = await accounts.changeEmail(holder.ownAccountId, {
        email: newEmail,
        origin: originBy(by),
        formerAddress: formerAddressOf(secret),
        keptSession: { sessionId: holder.sessionId, newToken: sessionToken },
        letters: (unlinked) => emails.addressChanged(addresseeBy(holder), newEmail, unlinked),
      });
      if (!changed.ok) {
        return { ok: false, reason: changed.reason === "account_suspended" ? changed.reason : "link_expired" };
      }
      const sent = await attempt(() => auth.api.sendSessionCookie(callOf(client, { token: sessionToken })));
      // Without the cookie of the session that continues, the browser must sign in again.
      return { ok: true, step, cookies: sent.ok ? sent.cookies : [] };
    },
  };

  function changeOf({ userId }: Person, { value }: LinkRow): PendingEmailChange | null {
    const prefix = emailChangePrefix(userId);
    if (!value.startsWith(prefix)) return null;
    const [stepName, address] = value.slice(prefix.length).split(" ");
    const step = STEPS.find((name) => name === stepName);
    const newEmail = emailAddress.safeParse(address);
    return step && newEmail.success ? { step, newEmail: newEmail.data } : null;
  }
}
