import { passkey } from "@better-auth/passkey";
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins";
import { z } from "zod";
import type { Log } from "../base/log.ts";
import { emailAddress, formerAddressOf } from "./account.ts";
import { findByPlainEmail, plainEmail } from "./auth-email.ts";
import type { Addressee, AuthEmails } from "./auth-emails.ts";
import type { MemberStore } from "./members.ts";
import { oidcPlugin, providerRefusal } from "./oidc.ts";
import type { OutboxStore } from "./outbox.ts";
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, verifyPassword } from "./password.ts";
import type { ConfiguredProviders } from "./provider.ts";
import { maySignUp, type SignUpPolicy } from "./sign-up-policy.ts";
import type { AccountStore } from "./store.ts";

export interface AuthSettings extends ConfiguredProviders {
  /** Public base URL of the service, without a trailing slash. With https the cookies have the prefix `__Host-`. */
  readonly baseUrl: string;
  /** At least 32 characters; signs cookies and links. */
  readonly secret: string;
  readonly signUpPolicy: SignUpPolicy;
}

/** The store's handle in the form that better-auth takes: `{ db, type }`, with columns in camel case. */
export type AuthDatabase = NonNullable<BetterAuthOptions["database"]>;

interface AuthParts {
  readonly settings: AuthSettings;
  readonly database: AuthDatabase;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly emails: AuthEmails;
  readonly outbox: OutboxStore;
  readonly log: Log;
}

/** Header with the client's IP address, set by the page handlers. A value sent by the client is dropped. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";
/** Path of better-auth's handler. Only the providers' callback below it is exposed. */
const AUTH_PATH = "/auth";

const DAY_S = 86_400;
/** A session ends after a week without use … */
const SESSION_IDLE_S = 7 * DAY_S;
/** … and after 30 days in any case (OWASP ASVS 5.0, 7.3.1 and 7.3.2). */
export const SESSION_MAX_MS = 30 * DAY_S * 1000;
const CODE_LIFETIME_S = 600;

export type Auth = ReturnType<typeof createAuth>;

/** better-auth without its limits: throttling is ours, per account and address, and its HTTP endpoints stay shut. */
export function createAuth(parts: AuthParts) {
  const auth = betterAuth({
    ...authOptions(parts),
    // Inferred here so the plugin's calls are typed.
    plugins: [
      twoFactorPlugin(parts.settings),
      oidcPlugin(parts.settings.oidc),
      passkeyPlugin(parts.settings),
      ownEndpoints,
    ],
  });
  void findByPlainEmail(auth.$context);
  return auth;
}

/** The options that determine the tables, for the test that compares our migration with better-auth's schema. */
export function authOptions({ settings, database, accounts, members, emails, outbox, log }: AuthParts) {
  const secure = settings.baseUrl.startsWith("https://");
  return {
    appName: "Safety Statistics",
    baseURL: settings.baseUrl,
    basePath: AUTH_PATH,
    secret: settings.secret,
    database,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: "error",
      // Only logs errors from its arguments: anything else may be user input.
      log: (_level, message, ...details) => {
        const [error] = details.filter((detail) => detail instanceof Error);
        log.warn({ part: "better-auth", error }, message);
      },
    },
    socialProviders: settings.known,
    onAPIError: { errorURL: `${settings.baseUrl}/sign-in` },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      // better-auth counts UTF-16 units, up to two per character; `passwordFault` counts characters.
      maxPasswordLength: 2 * MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(password, hash) },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: false,
      expiresIn: DAY_S,
      // The link is made when the email is sent.
      sendVerificationEmail: async ({ user }) => outbox.add(emails.confirmEmail(addresseeOf(user))),
    },
    session: {
      modelName: "sessions",
      expiresIn: SESSION_IDLE_S,
      updateAge: DAY_S / 24,
      // Changes ask for the password instead.
      freshAge: 0,
      additionalFields: {
        // The account in which the session is; null for the person's own.
        accountId: { type: "number", required: false, input: false },
      },
    },
    user: {
      modelName: "users",
      // Called with each sign-in through a provider.
      validateUserInfo: ({ user, source: { oauth } }) => {
        const provider = settings.oidc.find(({ id }) => id === oauth?.providerId);
        const error = provider && providerRefusal(provider, user.email ?? "", oauth?.profile ?? {});
        return error ? { error } : undefined;
      },
      additionalFields: {
        // The hook below sets it. better-auth refuses a required field without a value before any hook runs.
        accountId: {
          type: "number",
          required: true,
          unique: true,
          input: false,
          defaultValue: 0,
        },
      },
    },
    account: {
      modelName: "credentials",
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: "verifications",
      // A reset link is as powerful as a password, so the store has only its hash.
      storeIdentifier: "hashed",
    },
    advanced: {
      // The prefix already implies it; better-auth would add its own `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: secure ? "__Host-safety" : "safety",
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            // An address that a provider has not verified must not open an account that a command created for it.
            if (!user.emailVerified && context?.path?.startsWith("/callback")) return false;
            const address = context?.headers?.get(CLIENT_ADDRESS_HEADER) ?? null;
            const email = plainEmail(user.email);
            return { data: { email, accountId: await accountFor({ accounts, members, settings }, email, address) } };
          },
        },
      },
      session: {
        create: {
          // better-auth asks for the second factor only after a password; its users expect it after a provider too.
          before: async (session, context) => {
            const selected = { data: { accountId: await members.selected(session.userId) } };
            if (!context?.path?.startsWith("/callback")) return selected;
            const user = await context.context.internalAdapter.findUserById(session.userId);
            return user && "twoFactorEnabled" in user && user.twoFactorEnabled ? false : selected;
          },
          // Sign-ins with our forms are recorded by the form handlers.
          after: async (session, context) => {
            if (!context?.path?.startsWith("/callback")) return;
            const user = await context.context.internalAdapter.findUserById(session.userId);
            const accountId = user && addresseeOf(user).accountId;
            if (accountId === null) return;
            const origin = { via: "dashboard", address: session.ipAddress || null } as const;
            await accounts.record({ accountId, name: "signed_in", origin, detail: "by a provider" });
          },
        },
      },
      account: {
        create: {
          // Providers are used only for sign-in: their tokens are not stored.
          before: async () => ({
            data: { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null },
          }),
        },
      },
    },
    plugins: [twoFactorPlugin(settings), passkeyPlugin(settings), ownEndpoints],
  } satisfies BetterAuthOptions;
}

/** better-auth's users have the fields that we added, which its types leave out. */
export function addresseeOf(user: { readonly email: string }): Addressee {
  const accountId = "accountId" in user && typeof user.accountId === "number" ? user.accountId : null;
  return { email: user.email, accountId };
}

function twoFactorPlugin({ secret: key }: AuthSettings) {
  return twoFactor({
    issuer: "Safety Statistics",
    twoFactorCookieMaxAge: CODE_LIFETIME_S,
    backupCodeOptions: {
      storeBackupCodes: {
        encrypt: (data) => symmetricEncrypt({ key, data }),
        // Compared with what `readCode` reads, in lower case.
        decrypt: async (data) => (await symmetricDecrypt({ key, data })).toLowerCase(),
      },
    },
    schema: { twoFactor: { modelName: "two_factors" } },
  });
}

/** Only passkeys that verify their holder: better-auth itself does not insist. */
function passkeyPlugin({ baseUrl }: AuthSettings) {
  const insist = (isVerified: boolean | undefined) => {
    if (isVerified !== true) throw new APIError("UNAUTHORIZED", { code: "HOLDER_NOT_VERIFIED" });
  };
  return passkey({
    rpName: "Safety Statistics",
    origin: baseUrl,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: async ({ verification }) => insist(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => insist(verification.authenticationInfo.userVerified),
    },
    // The column's name in the form that both directions of the naming agree on.
    schema: { passkey: { modelName: "passkeys", fields: { credentialID: "credentialId" } } },
  });
}

/** Calls of our own in better-auth's way. Not reachable over HTTP. */
const ownEndpoints = {
  id: "own-endpoints",
  endpoints: {
    /** Creates the user of an account that a command created. */
    createHolder: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ email: emailAddress }) },
      async ({ body: { email }, context: { internalAdapter } }) => {
        const user = { email, name: "", emailVerified: false };
        return addresseeOf(await internalAdapter.createUser(user, { method: "email-password" }));
      },
    ),
    /** Gives the browser the cookie of a session whose token was replaced. */
    sendSessionCookie: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ token: z.string() }) },
      async (context) => {
        const session = await context.context.internalAdapter.findSession(context.body.token);
        if (session !== null) await setSessionCookie(context, session);
        return { ok: session !== null };
      },
    ),
  },
} satisfies BetterAuthPlugin;

/** better-auth's redirect to the sign-in page has it as its error. */
export const SIGN_UP_REFUSED = "sign_up_refused";

/**
 * The account of an email address: one that a command created, or a new one on the free plan. @throws APIError if the
 * address may not have a new one
 */
async function accountFor(
  { accounts, members, settings: { secret, signUpPolicy } }: Pick<AuthParts, "accounts" | "members" | "settings">,
  email: string,
  address: string | null,
): Promise<number> {
  const known = await accounts.findByEmail(email);
  if (known) return known.id;
  if (!maySignUp(signUpPolicy, email, await members.invitedBy(email))) {
    throw new APIError("FORBIDDEN", { code: SIGN_UP_REFUSED });
  }
  const made = await accounts.create({
    email,
    plan: "free",
    origin: { via: "dashboard", address },
    formerAddress: formerAddressOf(secret),
  });
  return made.account.id;
}
