import { Hono } from "hono";
import { type AuthDatabase, type AuthSettings, createAuth } from "../accounts/auth.ts";
import { createAuthEmails } from "../accounts/auth-emails.ts";
import { createEmailChange } from "../accounts/email-change.ts";
import { createIdentity } from "../accounts/identity.ts";
import { createSecurity } from "../accounts/security.ts";
import type { UserStore } from "../accounts/user-store.ts";
import type { Log } from "../domain/log.ts";
import { leakedKeyRoutes } from "./account/leaked-key.tsx";
import { accountRoutes } from "./account/routes.ts";
import { accountSecurityRoutes, dashboardRoutes } from "./dashboard/routes.ts";
import { createRoutes } from "./routes.ts";
import type { Account, Reading, SignIn } from "./services.ts";
import type { SiteEnv } from "./session.ts";
import { URLS } from "./urls.ts";

export interface AccountParts {
  readonly account: Account;
  readonly users: UserStore;
  readonly authDatabase: AuthDatabase;
  readonly log: Log;
}

interface AccountPages {
  readonly app: Hono<SiteEnv>;
  /** Waits for work that was started after an answer. The owner of the mailer closes it. */
  close(): Promise<void>;
}

export function createAccountPages(reading: Reading, auth: AuthSettings, parts: AccountParts): AccountPages {
  const app = new Hono<SiteEnv>({ strict: false });
  const { account } = parts;
  const signIn = createSignIn(reading, auth, parts);
  const session = { baseUrl: reading.baseUrl, secret: auth.secret, identity: signIn.identity };
  accountRoutes(createRoutes(app, session, { ...reading, ...signIn }));
  const holder = createRoutes(app, session, { ...reading, ...account });
  leakedKeyRoutes(holder);
  dashboardRoutes(holder);
  accountSecurityRoutes(createRoutes(app, session, { ...reading, ...account, ...signIn }));
  return { app, close: () => signIn.identity.close() };
}

function createSignIn(
  { baseUrl, contactEmail }: Reading,
  settings: AuthSettings,
  { account, users, authDatabase, log }: AccountParts,
): SignIn {
  const { accounts, throttles, mailer, clock } = account;
  const emails = createAuthEmails({ mailer, contactEmail, baseUrl, links: URLS });
  const auth = createAuth({ settings, database: authDatabase, accounts, emails, log });
  const parts = { auth, baseUrl, secret: settings.secret, accounts, users, throttles, emails, clock, log };
  const security = createSecurity(parts);
  return {
    identity: createIdentity(parts),
    security,
    emailChange: createEmailChange(parts, security),
    social: settings.social,
    mailer,
  };
}
