import type { Hono } from "hono";
import { type AuthDatabase, type AuthSettings, createAuth } from "../accounts/auth.ts";
import { createAuthEmails } from "../accounts/auth-emails.ts";
import { type Background, createBackground } from "../accounts/background.ts";
import { createEmailChange } from "../accounts/email-change.ts";
import { createPasskeys, passkeysWork } from "../accounts/passkeys.ts";
import { createPasswordReset } from "../accounts/password-reset.ts";
import { providersOf } from "../accounts/provider.ts";
import { may, type Permission, type Role } from "../accounts/roles.ts";
import { createSecurity } from "../accounts/security.ts";
import { createSignIn } from "../accounts/sign-in.ts";
import { createSignUp } from "../accounts/sign-up.ts";
import type { UserStore } from "../accounts/store.ts";
import { createTeams } from "../accounts/teams.ts";
import type { Log } from "../base/log.ts";
import { correctionsPage } from "./account/corrections-page.tsx";
import * as changeEmail from "./account/dashboard/change-email.tsx";
import { createKey, createKeyPage } from "./account/dashboard/create-key.tsx";
import { roleRefusedPage } from "./account/dashboard/dashboard-page.tsx";
import { deleteAccount, deleteAccountPage } from "./account/dashboard/delete-account.tsx";
import * as key from "./account/dashboard/key-page.tsx";
import { keysPage } from "./account/dashboard/keys.tsx";
import * as membership from "./account/dashboard/membership.tsx";
import { dismissNotice, noticesPage, saveNotices } from "./account/dashboard/notices.tsx";
import { overviewPage } from "./account/dashboard/overview.tsx";
import * as passkeys from "./account/dashboard/passkeys.tsx";
import * as people from "./account/dashboard/people.tsx";
import * as person from "./account/dashboard/person.tsx";
import { planPage, requestPlan } from "./account/dashboard/plan.tsx";
import * as security from "./account/dashboard/security.tsx";
import * as twoFactor from "./account/dashboard/two-factor.tsx";
import { usageFile, usageMonthsPage, usagePage } from "./account/dashboard/usage.tsx";
import * as webhook from "./account/dashboard/webhook.tsx";
import * as join from "./account/join.tsx";
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
import { DASHBOARD_URLS, type DashboardPage, URLS } from "./ui/urls.ts";

export interface AccountParts {
  readonly account: AccountServices;
  readonly users: UserStore;
  readonly authDatabase: AuthDatabase;
  readonly log: Log;
}

type Services = SiteSettings & AccountServices & SignInServices;

/** A page, and what its form does; null for a form on another page. A new page or form needs its URL, a row here, its file, and a test. */
type VisitorRow = readonly [
  path: string,
  page: ((request: RequestContext<Services>) => PageResponse) | null,
  form?: (request: RequestContext<Services>, form: PostedForm) => PageResponse,
];

const VISITOR_PAGES: readonly VisitorRow[] = [
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
  [URLS.join, join.joinPage, join.joinAccount],
  [URLS.report, reportPage, sendReport],
  [URLS.corrections, correctionsPage],
];

type HolderRow = readonly [
  name: DashboardPage,
  /** What the page and its form need, where they differ as a pair. Nothing else is offered or accepted. */
  needs: Permission | readonly [page: Permission, form: Permission],
  page: ((request: SignedInRequest<Services>) => PageResponse) | null,
  form?: (request: SignedInRequest<Services>, form: PostedForm) => PageResponse,
];

/** For people who are signed in and whose role has the permission. Others sign in first. */
const HOLDER_PAGES: readonly HolderRow[] = [
  ["overview", "usage", overviewPage],
  ["notices", "notices", noticesPage, saveNotices],
  ["dismissNotice", "notices", null, dismissNotice],
  ["keys", "keys", keysPage],
  // Before the page of a key, whose URL would match too.
  ["createKey", "keys", createKeyPage, createKey],
  ["key", "keys", key.keyPage, key.renameKey],
  ["revokeKey", "keys", key.revokeKeyPage, key.revokeKey],
  ["reissueKey", "keys", key.reissueKeyPage, key.reissueKey],
  ["restrictKey", "keys", null, key.restrictKey],
  ["usage", "usage", usagePage],
  ["usageMonths", "usage", usageMonthsPage],
  ["usageCsv", "usage", usageFile],
  ["plan", "plan", planPage, requestPlan],
  ["webhook", "webhook", webhook.webhookPage, webhook.saveWebhook],
  ["webhookTest", "webhook", null, webhook.testWebhook],
  ["webhookSecret", "webhook", null, webhook.renewWebhookSecret],
  ["deleteWebhook", "webhook", webhook.deleteWebhookPage, webhook.deleteWebhook],
  ["people", ["own", "people"], people.peoplePage],
  ["invite", "people", null, people.invite],
  ["withdrawInvitation", "people", null, people.withdrawInvitation],
  // Before the page of a person, whose URL would match too.
  ["leave", "own", membership.leavePage, membership.leave],
  ["person", "people", person.personPage, person.changeRole],
  ["removePerson", "people", person.removePersonPage, person.removePerson],
  ["mainOwner", "people", null, person.changeMainOwner],
  ["accounts", "own", membership.accountsPage, membership.switchAccount],
  ["security", "own", security.securityPage],
  ["password", "own", null, security.changePassword],
  ["changeEmail", "own", changeEmail.changeEmailPage, changeEmail.requestEmailChange],
  ["confirmEmailChange", "own", changeEmail.confirmEmailChangePage, changeEmail.confirmEmailChange],
  ["twoFactor", "own", twoFactor.twoFactorPage, twoFactor.confirmTwoFactor],
  ["twoFactorStart", "own", null, twoFactor.startTwoFactor],
  ["twoFactorOff", "own", null, twoFactor.endTwoFactor],
  ["recoveryCodes", "own", null, twoFactor.renewRecoveryCodes],
  ["passkeys", "own", passkeys.passkeysPage, passkeys.addPasskey],
  ["passkeyStart", "own", null, passkeys.startPasskey],
  ["removePasskey", "own", passkeys.removePasskeyPage, passkeys.removePasskey],
  ["endSession", "own", null, security.endSession],
  ["endOtherSessions", "own", null, security.endOtherSessions],
  // Without the right to the account, the file has only what is about the person.
  ["exportAccount", "own", security.accountFile],
  ["deleteAccount", "account", deleteAccountPage, deleteAccount],
];

function bothOf(needs: HolderRow[1]) {
  const [forPage, forForm] = typeof needs === "string" ? [needs, needs] : needs;
  return { forPage, forForm };
}

const PAGE_NEEDS = new Map(HOLDER_PAGES.map(([name, needs]) => [name, bothOf(needs).forPage]));

function mayOpen(role: Role, page: DashboardPage): boolean {
  const needed = PAGE_NEEDS.get(page);
  return needed !== undefined && may(role, needed);
}

/** For tests: what the dashboard answers, and with which method. */
export const DASHBOARD_ACTIONS = HOLDER_PAGES.flatMap(([name, needs, page, form]) => {
  const { forPage, forForm } = bothOf(needs);
  return [
    ...(page ? [{ name, method: "GET", needs: forPage } as const] : []),
    ...(form ? [{ name, method: "POST", needs: forForm } as const] : []),
  ];
});
const pathsOf = (method: "GET" | "POST") =>
  DASHBOARD_ACTIONS.flatMap((action) => (action.method === method ? [DASHBOARD_URLS[action.name]] : []));
export const ACCOUNT_PATHS = [...VISITOR_PAGES.flatMap(([path, page]) => (page ? [path] : [])), ...pathsOf("GET")];
export const FORM_PATHS = [...VISITOR_PAGES.flatMap(([path, , form]) => (form ? [path] : [])), ...pathsOf("POST")];

export function createAccountPages(
  app: Hono<SiteEnv>,
  settings: SiteSettings,
  auth: AuthSettings,
  parts: AccountParts,
) {
  const background = createBackground(parts.log);
  const signingIn = signInServices(settings, auth, parts, background);
  const session = { baseUrl: settings.baseUrl, secret: auth.secret, signIn: signingIn.signIn, mayOpen };
  const handlers = createSessionHandlers<Services>(session, { ...settings, ...parts.account, ...signingIn });
  for (const [path, page, form] of VISITOR_PAGES) {
    if (page !== null) app.get(path, handlers.page(page));
    if (form !== undefined) app.post(path, handlers.post(form));
  }
  for (const [name, needs, page, form] of HOLDER_PAGES) {
    const path = DASHBOARD_URLS[name];
    const { forPage, forForm } = bothOf(needs);
    if (page !== null) app.get(path, handlers.signedInPage(forPage, page, roleRefusedPage));
    if (form !== undefined) app.post(path, handlers.signedInPost(forForm, form, roleRefusedPage));
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
  const { accounts, members, throttles, singleUses, outbox, sendsEmail, clock } = account;
  const emails = createAuthEmails({ contactEmail, baseUrl, links: URLS, providers: providersOf(settings) });
  const auth = createAuth({ settings, database: authDatabase, accounts, members, emails, outbox, log });
  const { secret } = settings;
  const parts = {
    auth,
    baseUrl,
    secret,
    signUpPolicy,
    accounts,
    members,
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
    teams: createTeams(parts),
    providers: providersOf(settings),
    sendsEmail,
  };
}
