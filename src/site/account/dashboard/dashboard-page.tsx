/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Account } from "../../../accounts/account.ts";
import type { AccountHolder } from "../../../accounts/identity-parts.ts";
import { currentNotices, type Notice } from "../../../accounts/notice.ts";
import { FIRST_VISIT, type FormRefusal } from "../../http/form-refusal.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { ErrorSummary, Field, Forms, PostForm, Status } from "../../ui/form.tsx";
import { type Rail, renderPage } from "../../ui/layout.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { PasswordField } from "../account-page.tsx";

const RAIL: Rail = {
  label: "Dashboard",
  groups: [
    {
      links: [
        { href: URLS.overview, text: "Overview" },
        { href: URLS.keys, text: "API Keys" },
        { href: URLS.usage, text: "Usage" },
      ],
    },
    {
      title: "Account",
      links: [
        { href: URLS.plan, text: "Plan" },
        { href: URLS.notices, text: "Notices" },
        { href: URLS.webhook, text: "Webhook" },
        { href: URLS.security, text: "Security" },
      ],
    },
  ],
};

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
  const account = await accountOf(request);
  const notices = hasNotices ? await currentNotices(services.notices, account, services.clock.now()) : [];
  const done = new Map(Object.entries(after)).get(context.req.query("after") ?? "");
  const html = renderPage(
    {
      title: Object.keys(refusal.errors).length > 0 ? `Error: ${title}` : title,
      path,
      rail: RAIL,
      viewer,
      unlisted: true,
    },
    <Forms.Provider value={{ ...refusal, csrfToken }}>
      <Notices account={account} notices={notices} />
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

function Notices({ account, notices }: { readonly account: Account; readonly notices: readonly Notice[] }) {
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
          <PostForm action={urlOf(URLS.dismissNotice, { notice: String(id) })}>
            <button type="submit" class="quiet">
              Dismiss<span class="visually-hidden"> the notice: {text}</span>
            </button>
          </PostForm>
        </div>
      ))}
    </>
  );
}

/** Asks a signed-in holder for the password again; a holder without a password types the account's email address. */
export function ProofField({ holder, hasPassword }: { readonly holder: AccountHolder; readonly hasPassword: boolean }) {
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
