import type { AuditEventName } from "./account.ts";
import type { SecurityChange } from "./auth-emails.ts";
import { attempt, type Client, callOf, type SetCookies } from "./client.ts";
import { formerAddressOf } from "./former-address.ts";
import { type AccountHolder, type IdentityParts, originOf, type RefusedFor, type Throttled } from "./identity-parts.ts";
import { type PasswordFault, passwordFault } from "./password.ts";
import { passwordWork } from "./password-work.ts";
import { takeCode, throttle } from "./throttle.ts";

/** A browser in which the user is signed in. This interface does not expose its token. */
export interface OpenSession {
  readonly id: string;
  readonly current: boolean;
  readonly startedAtMs: number;
  readonly lastSeenAtMs: number;
  readonly address: string | null;
  readonly agent: string | null;
}

export interface TwoFactorSetup {
  /** `otpauth://…`, for the authenticator app. */
  readonly uri: string;
  readonly recoveryCodes: readonly string[];
}

export type WrongPassword = RefusedFor<"wrong_password"> | Throttled;
type Changed = { readonly ok: true; readonly cookies: SetCookies };

/** A call that requires the password. @throws PasswordsBusy */
const withPassword: typeof attempt = (call) => passwordWork.within(() => attempt(call));

export type Security = ReturnType<typeof createSecurity>;

export function createSecurity(parts: IdentityParts) {
  return {
    /** Ends all other sessions; this one continues with a new token. */
    async changePassword(
      client: Client,
      holder: AccountHolder,
      current: string,
      next: string,
    ): Promise<Changed | WrongPassword | RefusedFor<PasswordFault | "no_password">> {
      const tooMany = await throttled(holder);
      if (tooMany) return tooMany;
      const fault = await passwordFault(next, [holder.email]);
      if (fault) return { ok: false, reason: fault };
      const changed = await withPassword(() =>
        parts.auth.api.changePassword(
          callOf(client, { currentPassword: current, newPassword: next, revokeOtherSessions: true }),
        ),
      );
      if (!changed.ok) {
        const none = changed.code === "CREDENTIAL_ACCOUNT_NOT_FOUND";
        return { ok: false, reason: none ? "no_password" : "wrong_password" };
      }
      await parts.users.endPending(holder.userId);
      await recordAndNotify(client, holder, "password_changed", "password_changed");
      return { ok: true, cookies: changed.cookies };
    },

    /** Two-factor sign-in is on only after a first code (`confirmTwoFactor`). */
    async startTwoFactor(
      client: Client,
      holder: AccountHolder,
      password: string,
    ): Promise<{ readonly ok: true; readonly setup: TwoFactorSetup } | WrongPassword | RefusedFor<"already_on">> {
      const tooMany = await throttled(holder);
      if (tooMany) return tooMany;
      const started = await withPassword(() => parts.auth.api.enableTwoFactor(callOf(client, { password })));
      if (!started.ok) {
        return { ok: false, reason: started.code === "TOTP_ALREADY_ENABLED" ? "already_on" : "wrong_password" };
      }
      if (started.value.method !== "totp") throw new Error("two-factor sign-in was not set up with an app");
      return { ok: true, setup: { uri: started.value.totpURI, recoveryCodes: started.value.backupCodes } };
    },

    /** Turns two-factor sign-in on, and ends all other sessions: they began without a second factor. */
    async confirmTwoFactor(
      client: Client,
      holder: AccountHolder,
      code: string,
    ): Promise<Changed | RefusedFor<"wrong_code" | "already_on"> | Throttled> {
      if (holder.twoFactorOn) return { ok: false, reason: "already_on" };
      const tooMany = await throttled(holder);
      if (tooMany) return tooMany;
      const verified = await attempt(() => parts.auth.api.verifyTOTP(callOf(client, { code })));
      if (!verified.ok) return { ok: false, reason: "wrong_code" };
      await takeCode(parts.throttles, holder.userId, code);
      // This session continues with a new token, which is in the cookies.
      await endSessions(holder, ({ token }) => !verified.cookies.some((cookie) => cookie.includes(token)));
      await recordAndNotify(client, holder, "two_factor_on", "two_factor_on");
      return { ok: true, cookies: verified.cookies };
    },

    async endTwoFactor(client: Client, holder: AccountHolder, password: string): Promise<Changed | WrongPassword> {
      const tooMany = await throttled(holder);
      if (tooMany) return tooMany;
      const ended = await withPassword(() => parts.auth.api.disableTwoFactor(callOf(client, { password })));
      if (!ended.ok) return { ok: false, reason: "wrong_password" };
      await recordAndNotify(client, holder, "two_factor_off", "two_factor_off");
      return { ok: true, cookies: ended.cookies };
    },

    /** Creates new recovery codes; the old ones stop working. */
    async renewRecoveryCodes(
      client: Client,
      holder: AccountHolder,
      password: string,
    ): Promise<{ readonly ok: true; readonly recoveryCodes: readonly string[] } | WrongPassword> {
      const tooMany = await throttled(holder);
      if (tooMany) return tooMany;
      const renewed = await withPassword(() => parts.auth.api.generateBackupCodes(callOf(client, { password })));
      if (!renewed.ok) return { ok: false, reason: "wrong_password" };
      await recordAndNotify(client, holder, "recovery_codes_renewed", "recovery_codes_renewed");
      return { ok: true, recoveryCodes: renewed.value.backupCodes };
    },

    /** Newest first. */
    async sessions(holder: AccountHolder): Promise<readonly OpenSession[]> {
      const rows = await sessionRows(holder);
      return rows
        .map((row) => ({
          id: row.id,
          current: row.id === holder.sessionId,
          startedAtMs: row.createdAt.getTime(),
          lastSeenAtMs: row.updatedAt.getTime(),
          address: row.ipAddress || null,
          agent: row.userAgent || null,
        }))
        .sort((left, right) => right.startedAtMs - left.startedAtMs);
    },

    /** Ends one of the user's sessions. Another user's session is not found. */
    async endSession(client: Client, holder: AccountHolder, sessionId: string): Promise<boolean> {
      const row = (await sessionRows(holder)).find((session) => session.id === sessionId);
      if (!row) return false;
      await (await parts.auth.$context).internalAdapter.deleteSession(row.token);
      await record(client, holder, "session_ended");
      return true;
    },

    async endOtherSessions(client: Client, holder: AccountHolder): Promise<void> {
      await endSessions(holder, ({ id }) => id !== holder.sessionId);
      await record(client, holder, "other_sessions_ended");
    },

    hasPassword,
    prove,

    /** Deletes the user and revokes the keys. A suspended account stays, or the suspension would end with it. */
    async deleteAccount(
      client: Client,
      holder: AccountHolder,
      proof: string,
    ): Promise<{ readonly ok: true } | WrongPassword | RefusedFor<"account_suspended">> {
      const { accounts, emails, secret } = parts;
      const unproved = await prove(client, holder, proof);
      if (unproved) return unproved;
      const deleted = await accounts.delete(holder.accountId, originOf(client), formerAddressOf(secret));
      if (!deleted.ok && deleted.reason === "account_suspended") return { ok: false, reason: "account_suspended" };
      emails.securityChanged(holder.email, "account_deleted");
      return { ok: true };
    },
  };

  /** A user who signs in only with a provider has none. */
  async function hasPassword(holder: AccountHolder): Promise<boolean> {
    const { internalAdapter } = await parts.auth.$context;
    const credential = await internalAdapter.findCredentialAccount(holder.userId);
    return Boolean(credential?.password);
  }

  /** `proof` is the password, or the email address of a holder who has none. Null if it is right. */
  async function prove(client: Client, holder: AccountHolder, proof: string): Promise<WrongPassword | null> {
    const tooMany = await throttled(holder);
    if (tooMany) return tooMany;
    return (await isProof(client, holder, proof)) ? null : { ok: false, reason: "wrong_password" };
  }

  async function isProof(client: Client, holder: AccountHolder, proof: string): Promise<boolean> {
    if (!(await hasPassword(holder))) return proof.trim().toLowerCase() === holder.email;
    const verified = await withPassword(() => parts.auth.api.verifyPassword(callOf(client, { password: proof })));
    return verified.ok;
  }

  async function sessionRows(holder: AccountHolder) {
    const { internalAdapter } = await parts.auth.$context;
    return internalAdapter.listSessions(holder.userId, { onlyActiveSessions: true });
  }

  async function endSessions(
    holder: AccountHolder,
    ends: (session: { readonly id: string; readonly token: string }) => boolean,
  ): Promise<void> {
    const { internalAdapter } = await parts.auth.$context;
    for (const session of (await sessionRows(holder)).filter(ends)) await internalAdapter.deleteSession(session.token);
  }

  async function throttled(holder: AccountHolder): Promise<Throttled | null> {
    const result = await throttle(parts.throttles, "password_account", String(holder.accountId));
    return result.ok ? null : result;
  }

  async function recordAndNotify(
    client: Client,
    holder: AccountHolder,
    name: AuditEventName,
    change: SecurityChange,
  ): Promise<void> {
    await record(client, holder, name);
    parts.emails.securityChanged(holder.email, change);
  }

  function record(client: Client, holder: AccountHolder, name: AuditEventName): Promise<void> {
    return parts.accounts.record({ accountId: holder.accountId, name, origin: originOf(client), detail: "" });
  }
}
