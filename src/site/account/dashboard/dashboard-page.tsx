/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Account } from "../../../accounts/account.ts";
import type { Person } from "../../../accounts/identity-parts.ts";
import { currentNotices, type Notice } from "../../../accounts/notice.ts";
import { may, type Role } from "../../../accounts/roles.ts";
import { FIRST_VISIT, type FormRefusal, refused } from "../../http/form-refusal.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { ErrorSummary, Field, Forms, PostForm, Status } from "../../ui/form.tsx";
import { renderPage } from "../../ui/layout.tsx";
import type { Rail } from "../../ui/navigation.tsx";
import { DASHBOARD_URLS, type DashboardPage as DashboardName, URLS, urlOf } from "../../ui/urls.ts";
import { PasswordField } from "../account-page.tsx";

const FIRST_LINKS = [
  ["overview", "Overview"],
  ["keys", "API Keys"],
  ["usage", "Usage"],
] as const;
const ACCOUNT_LINKS = [
  ["plan", "Plan"],
  ["notices", "Notices"],
  ["webhook", "Webhook"],
  ["people", "People"],
  ["security", "Security"],
] as const;

/** The links to the pages that the holder's role may open. */
function railOf({ mayOpen }: SignedInRequest): Rail {
  const linksTo = (pages: readonly (readonly [DashboardName, string])[]) =>
    pages.flatMap(([page, text]) => (mayOpen(page) ? [{ href: DASHBOARD_URLS[page], text }] : []));
  return {
    label: "Dashboard",
    groups: [{ links: linksTo(FIRST_LINKS) }, { title: "Account", links: linksTo(ACCOUNT_LINKS) }],
  };
}

interface DashboardPage {
  readonly path: string;
  readonly title: string;
  readonly content: Child;
  /** The errors and the status; by default 200 without errors. */
  readonly refusal?: FormRefusal;
  /** What the query parameter `after` says about the last action. */
  readonly after?: Readonly<Record<string, string>>;
  readonly status?: string | undefined;
  /** Without one, the page shows no notices. */
  readonly hasNotices?: boolean;
  /** One primary link or button next to the title. */
  readonly action?: Child;
}

export async function accountOf({ holder, services }: SignedInRequest): Promise<Account> {
  const account = await services.accounts.find(holder.accountId);
  if (account === null) throw new Error(`no account ${holder.accountId} for a signed-in user`);
  return account;
}

/** A page of the dashboard: navigation, notices, the result of the last action, then the content. */
export async function dashboardPage(request: SignedInRequest, page: DashboardPage): Promise<Response> {
  const { path, title, content, refusal = FIRST_VISIT, after = {}, hasNotices = true, action } = page;
  const { services, context, viewer, csrfToken } = request;
  const { holder } = request;
  const [account, accounts] = await Promise.all([accountOf(request), services.members.accountsOf(holder.userId)]);
  const notices = hasNotices ? await currentNotices(services.notices, account, services.clock.now()) : [];
  const done = new Map(Object.entries(after)).get(context.req.query("after") ?? "");
  const html = renderPage(
    {
      title: Object.keys(refusal.errors).length > 0 ? `Error: ${title}` : title,
      path,
      rail: railOf(request),
      viewer,
      unlisted: true,
    },
    <Forms.Provider value={{ ...refusal, csrfToken }}>
      {accounts.length > 1 ? (
        <p class="small muted">
          Account of <b>{account.email}</b>, where you are {ROLE_TITLES[holder.role]}.{" "}
          <a href={URLS.accounts}>Switch account</a>
        </p>
      ) : null}
      <Notices account={account} notices={notices} role={holder.role} />
      <Status text={page.status ?? done} />
      <ErrorSummary />
      <div class="page-head">
        <h1>{title}</h1>
        {action}
      </div>
      {content}
    </Forms.Provider>,
  );
  return context.html(html, refusal.code);
}

/** As a part of a sentence. */
export const ROLE_TITLES = {
  owner: "an owner",
  developer: "a developer",
  viewer: "a viewer",
} as const satisfies Record<Role, string>;

/** For a page or form that the role does not offer. */
export async function roleRefusedPage(request: SignedInRequest): Promise<Response> {
  const { email } = await accountOf(request);
  return dashboardPage(request, {
    path: URLS.people,
    title: "Your role does not allow this",
    refusal: refused({}, 403),
    content: (
      <p>
        In the account of {email} you are {ROLE_TITLES[request.holder.role]}. Nothing was changed. Its owners can give
        you another role: <a href={URLS.people}>People</a>.
      </p>
    ),
  });
}

interface NoticesProps {
  readonly account: Account;
  readonly notices: readonly Notice[];
  readonly role: Role;
}

function Notices({ account, notices, role }: NoticesProps) {
  return (
    <>
      {account.suspendedAtMs === null ? null : (
        <div class="message error">
          <p>
            <strong>This account is suspended.</strong> Requests with its keys get 403. Contact the operator of this
            server.
          </p>
        </div>
      )}
      {notices.map(({ id, text }) => (
        <div class="message warning notice" role="status">
          <p>
            <strong>Notice:</strong> {text}
          </p>
          {may(role, "notices") ? (
            <PostForm action={urlOf(URLS.dismissNotice, { notice: String(id) })}>
              <button type="submit" class="quiet">
                Dismiss<span class="visually-hidden"> the notice: {text}</span>
              </button>
            </PostForm>
          ) : null}
        </div>
      ))}
    </>
  );
}

/** Asks a signed-in holder for the password again; a holder without a password types the account's email address. */
export function ProofField({ holder, hasPassword }: { readonly holder: Person; readonly hasPassword: boolean }) {
  return hasPassword ? (
    <PasswordField name="proof" label="Your password" />
  ) : (
    <Field name="proof" label={`Type ${holder.email}`} type="email" autocomplete="off" isSecret />
  );
}

/** The numeric id from a path; null for anything else. */
export function idOf(parameter: string | undefined): number | null {
  const id = Number(parameter);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
