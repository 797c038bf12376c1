import type { Hono } from "hono";
import { type AuthDatabase, type AuthSettings, createAuth } from "../accounts/auth.ts";
import { createAuthEmails } from "../accounts/auth-emails.ts";
import { type Background, createBackground } from "../accounts/background.ts";
import { createEmailChange } from "../accounts/email-change.ts";
import { createPasskeys, passkeysWork } from "../accounts/passkeys.ts";
import { createPasswordReset } from "../accounts/password-reset.ts";
import { providersOf } from "../accounts/provider.ts";
import { createSecurity } from "../accounts/security.ts";
import { createSignIn } from "../accounts/sign-in.ts";
import { createSignUp } from "../accounts/sign-up.ts";
import type { UserStore } from "../accounts/store.ts";
import type { Log } from "../base/log.ts";
import { correctionsPage } from "./account/corrections-page.tsx";
import * as changeEmail from "./account/dashboard/change-email.tsx";
import { createKey, createKeyPage } from "./account/dashboard/create-key.tsx";
import { deleteAccount, deleteAccountPage } from "./account/dashboard/delete-account.tsx";
import * as key from "./account/dashboard/key-page.tsx";
import { keysPage } from "./account/dashboard/keys.tsx";
import { dismissNotice, noticesPage, saveNotices } from "./account/dashboard/notices.tsx";
import { overviewPage } from "./account/dashboard/overview.tsx";
import * as passkeys from "./account/dashboard/passkeys.tsx";
import { planPage, requestPlan } from "./account/dashboard/plan.tsx";
import * as security from "./account/dashboard/security.tsx";
import * as twoFactor from "./account/dashboard/two-factor.tsx";
import { usageFile, usageMonthsPage, usagePage } from "./account/dashboard/usage.tsx";
import * as webhook from "./account/dashboard/webhook.tsx";
import { leakedKeyPage, revokeLeakedKey } from "./account/leaked-key.tsx";
import * as passkey from "./account/passkey-sign-in.tsx";
import { providerCallback, startProvider } from "./account/provider-sign-in.tsx";
import { reportPage, sendReport } from "./account/report-page.tsx";
import { forgotPage, resetPage, resetPassword, sendResetLink } from "./account/reset-password.tsx";
import { codePage, signIn, signInPage, signOut, verifyCode } from "./account/sign-in.tsx";
import { confirmEmail, confirmEmailPage, signUp, signUpPage } from "./account/sign-up.tsx";
import type { AccountServices, SignInServices, SiteSettings } from "./http/services.ts";
import {
  createSessionHandlers,
  type PageResponse,
  type PostedForm,
  type RequestContext,
  type SignedInRequest,
  type SiteEnv,
} from "./http/session.ts";
import { URLS } from "./ui/urls.ts";

export interface AccountParts {
  readonly account: AccountServices;
  readonly users: UserStore;
  readonly authDatabase: AuthDatabase;
  readonly log: Log;
}

type Services = SiteSettings & AccountServices & SignInServices;

/** A page, and what its form does; null for a form on another page. A new page or form needs its URL, a row here, its file, and a test. */
type Row<Request> = readonly [
  path: string,
  page: ((request: Request) => PageResponse) | null,
  form?: (request: Request, form: PostedForm) => PageResponse,
];

const VISITOR_PAGES: readonly Row<RequestContext<Services>>[] = [
  [URLS.signUp, signUpPage, signUp],
  [URLS.confirmEmail, confirmEmailPage, confirmEmail],
  [URLS.signIn, signInPage, signIn],
  [URLS.signInCode, codePage, verifyCode],
  [URLS.signInPasskeyStart, null, passkey.startPasskeySignIn],
  [URLS.signInPasskey, null, passkey.signInWithPasskey],
  [URLS.signInProvider, null, startProvider],
  [URLS.providerCallback, providerCallback],
  [URLS.signOut, null, signOut],
  [URLS.forgotPassword, forgotPage, sendResetLink],
  [URLS.resetPassword, resetPage, resetPassword],
  [URLS.leakedKey, leakedKeyPage, revokeLeakedKey],
  [URLS.report, reportPage, sendReport],
  [URLS.corrections, correctionsPage],
];

/** For signed-in account holders. Others sign in first. */
const HOLDER_PAGES: readonly Row<SignedInRequest<Services>>[] = [
  [URLS.overview, overviewPage],
  [URLS.notices, noticesPage, saveNotices],
  [URLS.dismissNotice, null, dismissNotice],
  [URLS.keys, keysPage],
  // Before the page of a key, whose URL would match too.
  [URLS.createKey, createKeyPage, createKey],
  [URLS.key, key.keyPage, key.renameKey],
  [URLS.revokeKey, key.revokeKeyPage, key.revokeKey],
  [URLS.reissueKey, key.reissueKeyPage, key.reissueKey],
  [URLS.restrictKey, null, key.restrictKey],
  [URLS.usage, usagePage],
  [URLS.usageMonths, usageMonthsPage],
  [URLS.usageCsv, usageFile],
  [URLS.plan, planPage, requestPlan],
  [URLS.webhook, webhook.webhookPage, webhook.saveWebhook],
  [URLS.webhookTest, null, webhook.testWebhook],
  [URLS.webhookSecret, null, webhook.renewWebhookSecret],
  [URLS.deleteWebhook, webhook.deleteWebhookPage, webhook.deleteWebhook],
  [URLS.security, security.securityPage],
  [URLS.password, null, security.changePassword],
  [URLS.changeEmail, changeEmail.changeEmailPage, changeEmail.requestEmailChange],
  [URLS.confirmEmailChange, changeEmail.confirmEmailChangePage, changeEmail.confirmEmailChange],
  [URLS.twoFactor, twoFactor.twoFactorPage, twoFactor.confirmTwoFactor],
  [URLS.twoFactorStart, null, twoFactor.startTwoFactor],
  [URLS.twoFactorOff, null, twoFactor.endTwoFactor],
  [URLS.recoveryCodes, null, twoFactor.renewRecoveryCodes],
  [URLS.passkeys, passkeys.passkeysPage, passkeys.addPasskey],
  [URLS.passkeyStart, null, passkeys.startPasskey],
  [URLS.removePasskey, passkeys.removePasskeyPage, passkeys.removePasskey],
  [URLS.endSession, null, security.endSession],
  [URLS.endOtherSessions, null, security.endOtherSessions],
  [URLS.exportAccount, security.accountFile],
  [URLS.deleteAccount, deleteAccountPage, deleteAccount],
];

export const ACCOUNT_PATHS = [...VISITOR_PAGES, ...HOLDER_PAGES].flatMap(([path, page]) => (page ? [path] : []));
export const FORM_PATHS = [...VISITOR_PAGES, ...HOLDER_PAGES].flatMap(([path, , form]) => (form ? [path] : []));

export function createAccountPages(
  app: Hono<SiteEnv>,
  settings: SiteSettings,
  auth: AuthSettings,
  parts: AccountParts,
) {
  const background = createBackground(parts.log);
  const signingIn = signInServices(settings, auth, parts, background);
  const session = { baseUrl: settings.baseUrl, secret: auth.secret, signIn: signingIn.signIn };
  const handlers = createSessionHandlers<Services>(session, { ...settings, ...parts.account, ...signingIn });
  for (const [path, page, form] of VISITOR_PAGES) {
    if (page !== null) app.get(path, handlers.page(page));
    if (form !== undefined) app.post(path, handlers.post(form));
  }
  for (const [path, page, form] of HOLDER_PAGES) {
    if (page !== null) app.get(path, handlers.signedInPage(page));
    if (form !== undefined) app.post(path, handlers.signedInPost(form));
  }
  /** `close` waits for work that was started after an answer. */
  return { app, close: () => background.close() };
}

function signInServices(
  { baseUrl, contactEmail, signUpPolicy }: SiteSettings,
  settings: AuthSettings,
  { account, users, authDatabase, log }: AccountParts,
  background: Background,
): SignInServices {
  const { accounts, throttles, singleUses, outbox, sendsEmail, clock } = account;
  const emails = createAuthEmails({ contactEmail, baseUrl, links: URLS, providers: providersOf(settings) });
  const auth = createAuth({ settings, database: authDatabase, accounts, emails, outbox, log });
  const { secret } = settings;
  const parts = {
    auth,
    baseUrl,
    secret,
    signUpPolicy,
    accounts,
    users,
    throttles,
    singleUses,
    emails,
    outbox,
    clock,
    background,
  };
  const signIn = createSignIn(parts);
  const security = createSecurity(parts);
  return {
    signIn,
    signUp: createSignUp(parts, signIn.checkPassword),
    reset: createPasswordReset(parts),
    security,
    emailChange: createEmailChange(parts, security),
    passkeys: createPasskeys(parts, security),
    passkeysWork: passkeysWork(baseUrl),
    providers: providersOf(settings),
    sendsEmail,
  };
}
