import { type AuditEventName, emailAddress, formerAddressOf } from "./account.ts";
import type { SecurityChange } from "./auth-emails.ts";
import { attempt, callOf, type SetCookies } from "./client.ts";
import {
  type AccountHolder,
  addresseeBy,
  type IdentityParts,
  originBy,
  type Person,
  type RefusedFor,
  recordBy,
  type SignedInClient,
} from "./identity-parts.ts";
import { type PasswordFault, passwordFault } from "./password.ts";
import { passwordWork } from "./password-work.ts";
import { takeCode } from "./single-use.ts";
import { throttle } from "./throttle.ts";

/** A browser in which the user is signed in. This interface does not expose its token. */
export interface OpenSession {
  readonly id: string;
  readonly current: boolean;
  readonly startedAtMs: number;
  readonly address: string | null;
  readonly agent: string | null;
}

export interface TwoFactorSetup {
  /** `otpauth://…`, for the authenticator app. */
  readonly uri: string;
  readonly recoveryCodes: readonly string[];
}

/** A change of which the holder also gets an email. */
export type RecordedChange = AuditEventName & SecurityChange;
export type WrongPassword = RefusedFor<"wrong_password">;
interface Done {
  readonly ok: true;
  readonly cookies: SetCookies;
}

export type Security = ReturnType<typeof createSecurity>;

export function createSecurity({ auth, accounts, users, emails, throttles, singleUses, secret }: IdentityParts) {
  return {
    /** Ends all other sessions; this one continues with a new token. */
    async changePassword(
      by: SignedInClient,
      currentPassword: string,
      newPassword: string,
    ): Promise<Done | WrongPassword | RefusedFor<PasswordFault | "no_password">> {
      await throttlePassword(by.holder);
      const fault = await passwordFault(newPassword, [by.holder.email]);
      if (fault) return { ok: false, reason: fault };
      if (!(await hasPassword(by.holder))) return { ok: false, reason: "no_password" };
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const changed = await passwordWork.within(() => attempt(() => auth.api.changePassword(callOf(by.client, body))));
      if (!changed.ok) return { ok: false, reason: "wrong_password" };
      await users.endPending(by.holder.userId);
      await recordAndNotify(by, "password_changed");
      return changed;
    },

    /** Two-factor sign-in is on only after a first code (`confirmTwoFactor`). */
    async startTwoFactor(
      by: SignedInClient,
      password: string,
    ): Promise<{ readonly ok: true; readonly setup: TwoFactorSetup } | WrongPassword> {
      const started = await withPassword(by, null, () => auth.api.enableTwoFactor(callOf(by.client, { password })));
      if (!started.ok) return started;
      if (started.value.method !== "totp") throw new Error("two-factor sign-in was not set up with an app");
      // Authenticator apps show a plus as it is.
      const uri = started.value.totpURI.replaceAll("+", "%20");
      return { ok: true, setup: { uri, recoveryCodes: started.value.backupCodes } };
    },

    /** Turns two-factor sign-in on, and ends all other sessions: they began without a second factor. */
    async confirmTwoFactor(by: SignedInClient, code: string): Promise<Done | RefusedFor<"wrong_code">> {
      const { client, holder } = by;
      await throttlePassword(holder);
      const verified = await attempt(() => auth.api.verifyTOTP(callOf(client, { code })));
      if (!verified.ok) return { ok: false, reason: "wrong_code" };
      await takeCode(singleUses, holder.userId, code);
      // This session continues with a new token, which is in the cookies.
      await endSessions(holder, ({ token }) => !verified.cookies.some((cookie) => cookie.includes(token)));
      await recordAndNotify(by, "two_factor_on");
      return verified;
    },

    endTwoFactor: (by: SignedInClient, password: string): Promise<Done | WrongPassword> =>
      withPassword(by, "two_factor_off", () => auth.api.disableTwoFactor(callOf(by.client, { password }))),

    /** Creates new recovery codes; the old ones stop working. */
    renewRecoveryCodes: (by: SignedInClient, password: string) =>
      withPassword(by, "recovery_codes_renewed", () => auth.api.generateBackupCodes(callOf(by.client, { password }))),

    /** How many recovery codes still work, for a person with two-factor sign-in. */
    async recoveryCodesLeft({ userId }: Person): Promise<number> {
      const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
      return backupCodes.length;
    },

    /** Newest first. */
    async sessions(holder: Person): Promise<readonly OpenSession[]> {
      const rows = await sessionRows(holder);
      return rows
        .map((row) => ({
          id: row.id,
          current: row.id === holder.sessionId,
          startedAtMs: row.createdAt.getTime(),
          address: row.ipAddress || null,
          agent: row.userAgent || null,
        }))
        .sort((left, right) => right.startedAtMs - left.startedAtMs);
    },

    /** Ends one of the user's sessions. Another user's session is not found. */
    async endSession(by: SignedInClient, sessionId: string): Promise<boolean> {
      const row = (await sessionRows(by.holder)).find((session) => session.id === sessionId);
      if (!row) return false;
      await (await auth.$context).internalAdapter.deleteSession(row.token);
      await recordBy(accounts, by, "session_ended");
      return true;
    },

    async endOtherSessions(by: SignedInClient): Promise<void> {
      await endSessions(by.holder, ({ id }) => id !== by.holder.sessionId);
      await recordBy(accounts, by, "other_sessions_ended");
    },

    hasPassword,
    prove,
    recordChange: recordAndNotify,

    /**
     * Deletes the account in which the session is, and with their own account the person. A suspended account stays, or
     * the suspension would end with it.
     */
    async deleteAccount(
      by: SignedInClient & { readonly holder: AccountHolder },
      proof: string,
    ): Promise<{ readonly ok: true } | WrongPassword | RefusedFor<"account_suspended">> {
      const { holder } = by;
      const unproved = await prove(by, proof);
      if (unproved) return unproved;
      const deleted = await accounts.delete(
        holder.accountId,
        originBy(by),
        formerAddressOf(secret),
        ({ email, role }, account) => {
          const to = { email, accountId: null };
          return role === "owner"
            ? emails.securityChanged(to, "account_deleted")
            : emails.accountEnded(to, { account, role });
        },
      );
      if (!deleted.ok && deleted.reason === "account_suspended") return { ok: false, reason: "account_suspended" };
      return { ok: true };
    },
  };

  /** A user who signs in only with a provider has none. */
  async function hasPassword(holder: Person): Promise<boolean> {
    const { internalAdapter } = await auth.$context;
    const credential = await internalAdapter.findCredentialAccount(holder.userId);
    return Boolean(credential?.password);
  }

  /** `proof` is the password, or the email address of a holder who has none. Null if it is right. */
  async function prove(by: SignedInClient, proof: string): Promise<WrongPassword | null> {
    const { client, holder } = by;
    if (await hasPassword(holder)) {
      const body = { password: proof };
      const proved = await withPassword(by, null, () => auth.api.verifyPassword(callOf(client, body)));
      return proved.ok ? null : proved;
    }
    await throttlePassword(holder);
    return emailAddress.safeParse(proof).data === holder.email ? null : { ok: false, reason: "wrong_password" };
  }

  /** Calls what needs the password; `change` is then recorded and reported by email. @throws PasswordsBusy */
  async function withPassword<Value>(
    by: SignedInClient,
    change: RecordedChange | null,
    call: Parameters<typeof attempt<Value>>[0],
  ) {
    await throttlePassword(by.holder);
    const made = await passwordWork.within(() => attempt(call));
    if (!made.ok) return { ok: false, reason: "wrong_password" } as const;
    if (change !== null) await recordAndNotify(by, change);
    return made;
  }

  async function sessionRows(holder: Person) {
    const { internalAdapter } = await auth.$context;
    return internalAdapter.listSessions(holder.userId, { onlyActiveSessions: true });
  }

  async function endSessions(
    holder: Person,
    ends: (session: { readonly id: string; readonly token: string }) => boolean,
  ): Promise<void> {
    const { internalAdapter } = await auth.$context;
    for (const session of (await sessionRows(holder)).filter(ends)) await internalAdapter.deleteSession(session.token);
  }

  function throttlePassword({ ownAccountId }: Person): Promise<void> {
    return throttle(throttles, "password_account", String(ownAccountId));
  }

  async function recordAndNotify(by: SignedInClient, change: RecordedChange): Promise<void> {
    await recordBy(accounts, by, change, emails.securityChanged(addresseeBy(by.holder), change));
  }
}
