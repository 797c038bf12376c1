/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import type { EmailChangeStep, PendingEmailChange } from "../../accounts/email-change.ts";
import { EmailDelivery, readEmail, throttledText } from "../account/account-page.tsx";
import { Field, type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import { Moment } from "../moment-element.tsx";
import {
  type HolderRequest,
  type PostedForm,
  type SessionHandlers,
  type SiteEnv,
  sendCookies,
} from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";
import { ProofField } from "./proof-field.tsx";

const SUSPENDED = "This account is suspended, and its email address cannot be changed";

const AFTER: ReadonlyMap<string, string> = new Map([
  ["requested", "Check your email: the change waits for its first link."],
  ["approved", "The change is approved. It now waits for the link that we send to the new address."],
  ["canceled", "The change is canceled, and its links no longer work."],
]);

/** A new email address: the old one approves it, the new one confirms it. Opening a link changes nothing by itself. */
export function changeEmailRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.changeEmail,
    handlers.holderPage(async (request) => request.context.html(await changePage(services, request, "", {}))),
  );
  app.post(
    URLS.changeEmail,
    handlers.holderPost((request, form) => requestChange(services, request, form)),
  );
  app.post(
    URLS.cancelEmailChange,
    handlers.holderPost(async ({ context, holder }) => {
      await services.emailChange.cancel(holder);
      return context.redirect(`${URLS.changeEmail}?after=canceled`, 303);
    }),
  );
  app.get(
    URLS.confirmEmailChange,
    handlers.holderPage(async (request) => {
      const token = request.context.req.query("token") ?? "";
      const change = await services.emailChange.find(request.holder, token);
      return change === null
        ? request.context.html(await expiredPage(services, request), 400)
        : request.context.html(await confirmPage(services, request, token, change));
    }),
  );
  app.post(
    URLS.confirmEmailChange,
    handlers.holderPost((request, form) => confirm(services, request, form)),
  );
}

async function requestChange(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const { context, client, holder } = request;
  const typed = form.get("email") ?? "";
  const refuse = async (errors: FieldErrors, status: 400 | 403 | 429 = 400) =>
    context.html(await changePage(services, request, typed, errors), status);
  const read = readEmail(typed);
  if ("error" in read) return refuse({ email: read.error });
  const requested = await services.emailChange.request(client, holder, form.get("proof") ?? "", read.email);
  if (requested.ok) return context.redirect(`${URLS.changeEmail}?after=requested`, 303);
  switch (requested.reason) {
    case "throttled":
      return refuse({ [FORM_ERROR]: throttledText(requested.retryAtMs) }, 429);
    case "account_suspended":
      return refuse({ [FORM_ERROR]: SUSPENDED }, 403);
    case "same_address":
      return refuse({ email: "This is the address of your account already" });
    case "wrong_password":
      return refuse({ proof: "That is not right" });
  }
}

async function confirm(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const { context, client, holder } = request;
  const confirmed = await services.emailChange.confirm(client, holder, form.get("token") ?? "");
  if (!confirmed.ok) {
    return confirmed.reason === "account_suspended"
      ? context.html(await changePage(services, request, "", { [FORM_ERROR]: SUSPENDED }), 403)
      : context.html(await expiredPage(services, request), 400);
  }
  sendCookies(context, confirmed.cookies);
  const next = confirmed.step === "approve" ? `${URLS.changeEmail}?after=approved` : `${URLS.security}?after=email`;
  return context.redirect(next, 303);
}

async function changePage(
  services: SiteServices,
  request: HolderRequest,
  typed: string,
  errors: FieldErrors,
): Promise<string> {
  const { holder, context, csrfToken } = request;
  const [accountView, hasPassword, pending] = await Promise.all([
    accountViewOf(services, request),
    services.security.hasPassword(holder),
    services.emailChange.pending(holder),
  ]);
  return dashboardPage(request, accountView, {
    path: URLS.changeEmail,
    title: "Change the email address",
    errors,
    status: AFTER.get(context.req.query("after") ?? ""),
    content: (
      <>
        {pending === null ? null : <Pending services={services} request={request} change={pending} />}
        <p>
          The address of your account is <strong>{holder.email}</strong>. We first send it a link to approve the change.
          Then we send a link to the new address. Each link works for an hour. When you have opened both, the new
          address signs in, and all other sessions end.{" "}
          {Object.keys(services.auth.social).length === 0
            ? null
            : "GitHub and Google are unlinked; an account there that has the new address is linked again when you sign in with it. "}
          Your keys, your usage, and two-factor sign-in stay as they are.
        </p>
        <PostForm action={URLS.changeEmail} csrfToken={csrfToken}>
          <Field
            name="email"
            label="New email address"
            type="email"
            autocomplete="email"
            value={typed}
            errors={errors}
          />
          <ProofField holder={holder} hasPassword={hasPassword} errors={errors} />
          <button type="submit" class="primary">
            {pending === null ? "Send the first link" : "Start again with this address"}
          </button>
        </PostForm>
        <p>
          You can no longer read the mail of {holder.email}?{" "}
          {services.contactEmail ? (
            <>
              Write to <a href={`mailto:${services.contactEmail}`}>{services.contactEmail}</a>.
            </>
          ) : (
            "Ask the operator of this service."
          )}
        </p>
      </>
    ),
  });
}

interface PendingProps {
  readonly services: SiteServices;
  readonly request: HolderRequest;
  readonly change: PendingEmailChange;
}

function Pending({ services, request, change }: PendingProps) {
  const { newEmail, step, expiresAtMs } = change;
  return (
    <>
      <h2>Waiting for a link</h2>
      <p>
        The change to <strong>{newEmail}</strong> waits for the link in the email to{" "}
        <strong>{step === "approve" ? request.holder.email : newEmail}</strong>. The link works until{" "}
        <Moment ms={expiresAtMs} nowMs={services.clock.now()} />.
      </p>
      <EmailDelivery services={services} />
      <PostForm action={URLS.cancelEmailChange} csrfToken={request.csrfToken}>
        <button type="submit">Cancel the change</button>
      </PostForm>
      <h2>Another address</h2>
    </>
  );
}

const STEP_TITLES = {
  approve: "Approve the new email address?",
  confirm: "Use the new email address?",
} as const satisfies Record<EmailChangeStep, string>;

async function confirmPage(
  services: SiteServices,
  request: HolderRequest,
  token: string,
  { step, newEmail }: PendingEmailChange,
): Promise<string> {
  const { holder, csrfToken } = request;
  return dashboardPage(request, await accountViewOf(services, request), {
    path: URLS.confirmEmailChange,
    title: STEP_TITLES[step],
    content: (
      <>
        <p>
          {step === "approve" ? (
            <>
              The address of this account is to change from <strong>{holder.email}</strong> to{" "}
              <strong>{newEmail}</strong>. If you approve, we send a link to the new address.
            </>
          ) : (
            <>
              From now on <strong>{newEmail}</strong> signs in to this account, and <strong>{holder.email}</strong> no
              longer does. All other sessions end.
            </>
          )}
        </p>
        <PostForm action={URLS.confirmEmailChange} csrfToken={csrfToken}>
          <input type="hidden" name="token" value={token} />
          <div class="actions">
            <button type="submit" class="primary">
              {step === "approve" ? "Approve the change" : "Change the address"}
            </button>
            <a class="button" href={URLS.changeEmail}>
              Not now
            </a>
          </div>
        </PostForm>
      </>
    ),
  });
}

async function expiredPage(services: SiteServices, request: HolderRequest): Promise<string> {
  return dashboardPage(request, await accountViewOf(services, request), {
    path: URLS.confirmEmailChange,
    title: "The link does not work",
    content: (
      <p>
        A link works once, for an hour, and only for the account that asked for it. You are signed in as{" "}
        {request.holder.email}. <a href={URLS.changeEmail}>Start the change again</a>
      </p>
    ),
  });
}
