/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Account } from "../../accounts/account.ts";
import type { AccountHolder } from "../../accounts/identity-parts.ts";
import { currentNotices, type Notice } from "../../accounts/notice.ts";
import { ErrorSummary, Field, type FieldErrors, PostForm, Status } from "../form.tsx";
import { type Rail, renderPage } from "../layout.tsx";
import type { PageCode, SignedInRequest } from "../session.ts";
import { URLS, urlOf } from "../urls.ts";

const RAIL: Rail = {
  label: "Dashboard",
  groups: [
    {
      links: [
        { href: URLS.overview, text: "Overview" },
        { href: URLS.keys, text: "API Keys" },
        { href: URLS.usage, text: "Usage" },
        { href: URLS.plan, text: "Plan" },
        { href: URLS.tryIt, text: "Try it" },
        { href: URLS.security, text: "Security" },
      ],
    },
  ],
};

interface DashboardPage {
  readonly path: string;
  readonly title: string;
  readonly content: Child;
  readonly errors?: FieldErrors;
  /** The status; by default 400 with errors and 200 without. */
  readonly code?: PageCode | undefined;
  /** Loaded if it is missing. */
  readonly accountView?: AccountView;
  readonly status?: string | undefined;
  /** One primary link or button next to the title. */
  readonly action?: Child;
}

/** Data that every page of the dashboard has. */
export interface AccountView {
  readonly account: Account;
  readonly notices: readonly Notice[];
}

/** The signed-in user's account and its notices. */
export async function accountViewOf({ holder, services }: SignedInRequest): Promise<AccountView> {
  const account = await services.accounts.find(holder.accountId);
  if (account === null) throw new Error(`no account ${holder.accountId} for a signed-in user`);
  return { account, notices: await currentNotices(services.notices, account, services.clock.now()) };
}

/** A page of the dashboard: navigation, notices, the result of the last action, then the content. */
export async function dashboardPage(request: SignedInRequest, page: DashboardPage): Promise<Response> {
  const { path, title, content, errors = {}, status, action } = page;
  const accountView = page.accountView ?? (await accountViewOf(request));
  const hasErrors = Object.keys(errors).length > 0;
  const html = renderPage(
    { title: hasErrors ? `Error: ${title}` : title, path, rail: RAIL, viewer: request.viewer, unlisted: true },
    <>
      <Notices request={request} accountView={accountView} />
      <Status text={status} />
      <ErrorSummary errors={errors} />
      <div class="page-head">
        <h1>{title}</h1>
        {action}
      </div>
      {content}
    </>,
  );
  return request.context.html(html, page.code ?? (hasErrors ? 400 : 200));
}

function Notices({ request, accountView }: { readonly request: SignedInRequest; readonly accountView: AccountView }) {
  return (
    <>
      {accountView.account.suspendedAtMs === null ? null : (
        <div class="message error">
          <p>
            <strong>This account is suspended.</strong> Requests with its keys get 403. Contact the operator of this
            server.
          </p>
        </div>
      )}
      {accountView.notices.map((notice) => (
        <div class="message notice">
          <p>
            <strong>Notice:</strong> {notice.text}
          </p>
          <PostForm action={urlOf(URLS.dismissNotice, { notice: String(notice.id) })} csrfToken={request.csrfToken}>
            <button type="submit" class="quiet">
              Dismiss<span class="visually-hidden"> the notice: {notice.text}</span>
            </button>
          </PostForm>
        </div>
      ))}
    </>
  );
}

interface ProofFieldProps {
  readonly holder: AccountHolder;
  readonly hasPassword: boolean;
  readonly errors: FieldErrors;
}

/** Asks a signed-in holder for the password again; a holder without a password types the account's email address. */
export function ProofField({ holder, hasPassword, errors }: ProofFieldProps) {
  return hasPassword ? (
    <Field name="proof" label="Your password" type="password" autocomplete="current-password" errors={errors} />
  ) : (
    <Field name="proof" label={`Type ${holder.email}`} type="email" autocomplete="off" errors={errors} />
  );
}
