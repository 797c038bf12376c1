/** @jsxImportSource hono/jsx */
import type { EmailChangeStep, PendingEmailChange } from "../../../accounts/email-change.ts";
import { FIRST_VISIT, refused, refusedFor } from "../../http/form-refusal.ts";
import { type PostedForm, type SecurityRequest, sendCookies } from "../../http/session.ts";
import { Field, FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { URLS } from "../../ui/urls.ts";
import { addressAdvice, readEmail } from "../account-page.tsx";
import { dashboardPage, ProofField } from "./dashboard-page.tsx";

const REFUSALS = {
  account_suspended: { [FORM_ERROR]: "This account is suspended, and its email address cannot be changed" },
  same_address: { email: "This is the address of your account already" },
  wrong_password: { proof: "That is not right" },
};

const AFTER = {
  requested: "We sent a link to your present address. The change waits until you open it. A new request ends this one.",
  approved: "The change is approved. It now waits for the link that we send to the new address.",
};

/** The old address approves the change, the new one confirms it. Opening a link changes nothing by itself. */
export async function confirmEmailChangePage(request: SecurityRequest): Promise<Response> {
  const token = request.context.req.query("token") ?? "";
  const change = await request.services.emailChange.find(request.holder, token);
  return change === null ? expiredPage(request) : confirmPage(request, token, change);
}

export async function requestEmailChange(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const read = readEmail(form);
  if (read.email === null) return changeEmailPage(request, refused(read.errors, 400, form));
  const requested = await services.emailChange.request(request, form.get("proof") ?? "", read.email);
  if (!requested.ok) {
    const address_not_allowed = { email: addressAdvice(services.signUpPolicy) };
    return changeEmailPage(request, refusedFor(requested, { ...REFUSALS, address_not_allowed }, form));
  }
  return context.redirect(`${URLS.changeEmail}?after=requested`, 303);
}

export async function confirmEmailChange(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const confirmed = await services.emailChange.confirm(request, form.get("token") ?? "");
  if (!confirmed.ok) {
    return confirmed.reason === "account_suspended"
      ? changeEmailPage(request, refusedFor(confirmed, REFUSALS))
      : expiredPage(request);
  }
  sendCookies(context, confirmed.cookies);
  const next = confirmed.step === "approve" ? `${URLS.changeEmail}?after=approved` : `${URLS.security}?after=email`;
  return context.redirect(next, 303);
}

export async function changeEmailPage(request: SecurityRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const hasPassword = await services.security.hasPassword(holder);
  return dashboardPage(request, {
    path: URLS.changeEmail,
    title: "Change the email address",
    refusal,
    after: AFTER,
    content: (
      <>
        <p>
          The address of your account is <strong>{holder.email}</strong>. We first send it a link to approve the change.
          Then we send a link to the new address. Each link works for an hour. When you have opened both, the new
          address signs in, and all other sessions end.{" "}
          {services.providers.length === 0
            ? null
            : "Accounts at other providers are unlinked; one that has the new address is linked again when you sign in with it. "}
          Your keys, your usage, and two-factor sign-in stay as they are.
        </p>
        <PostForm action={URLS.changeEmail} submit="Send the first link">
          <Field name="email" label="New email address" type="email" autocomplete="email" />
          <ProofField holder={holder} hasPassword={hasPassword} />
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

const STEP_TITLES = {
  approve: "Approve the new email address?",
  confirm: "Use the new email address?",
} as const satisfies Record<EmailChangeStep, string>;

function confirmPage(
  request: SecurityRequest,
  token: string,
  { step, newEmail }: PendingEmailChange,
): Promise<Response> {
  const { holder } = request;
  return dashboardPage(request, {
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
        <PostForm
          action={URLS.confirmEmailChange}
          submit={step === "approve" ? "Approve the change" : "Change the address"}
          back={[URLS.changeEmail, "Not now"]}
        >
          <input type="hidden" name="token" value={token} />
        </PostForm>
      </>
    ),
  });
}

function expiredPage(request: SecurityRequest): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.confirmEmailChange,
    title: "The link does not work",
    refusal: refused({}),
    content: (
      <p>
        A link works once, for an hour, and only for the account that asked for it. You are signed in as{" "}
        {request.holder.email}. <a href={URLS.changeEmail}>Start the change again</a>
      </p>
    ),
  });
}
