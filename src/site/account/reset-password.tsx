/** @jsxImportSource hono/jsx */
import { FIRST_VISIT, refused, refusedFor } from "../http/form-refusal.ts";
import type { PageResponse, PostedForm, RequestContext } from "../http/session.ts";
import { FORM_ERROR, PostForm } from "../ui/form.tsx";
import { URLS } from "../ui/urls.ts";
import { accountPage, EmailField, EmailSent, NewPasswordField, passwordFaults, readEmail } from "./account-page.tsx";

export async function sendResetLink(request: RequestContext, form: PostedForm): Promise<Response> {
  const { client, services } = request;
  const read = readEmail(form);
  if (read.email === null) return forgotPage(request, refused(read.errors, 400, form));
  await services.reset.request(client, read.email);
  return emailSentPage(request, read.email);
}

/** Sets a new password with a link from an email. Also used to claim an account that a command created. */
export async function resetPassword(request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client, services } = request;
  const token = form.get("token") ?? "";
  const result = await services.reset.setPassword(client, token, form.get("password") ?? "");
  if (result.ok) return context.redirect(`${URLS.signIn}?after=reset`, 303);
  const refusal = refusedFor(result, { ...passwordFaults("password"), link_expired: { [FORM_ERROR]: LINK_EXPIRED } });
  return resetPage(request, refusal, token);
}

const LINK_EXPIRED =
  "This link was already used, is more than an hour old, or was replaced by a newer password. Request a new one";

export function forgotPage(request: RequestContext, refusal = FIRST_VISIT): PageResponse {
  return accountPage(request, {
    path: URLS.forgotPassword,
    title: "Set a new password",
    refusal,
    content: (
      <PostForm action={URLS.forgotPassword} submit="Send the link">
        <p>
          You get an email with a link that works for an hour. Use it also for an account that an operator created for
          you.
        </p>
        <EmailField />
      </PostForm>
    ),
  });
}

function emailSentPage(request: RequestContext, email: string): PageResponse {
  return accountPage(request, {
    path: URLS.forgotPassword,
    title: "Check your email",
    content: (
      <EmailSent services={request.services}>
        If <strong>{email}</strong> has an account, we sent an email with a link.
      </EmailSent>
    ),
  });
}

export function resetPage(
  request: RequestContext,
  refusal = FIRST_VISIT,
  token = request.context.req.query("token") ?? "",
): PageResponse {
  return accountPage(request, {
    path: URLS.resetPassword,
    title: "Choose a new password",
    refusal,
    content: (
      <PostForm action={URLS.resetPassword} submit="Set password">
        <input type="hidden" name="token" value={token} />
        <p>This ends all sessions. Sign in with the new password afterwards.</p>
        <NewPasswordField />
      </PostForm>
    ),
  });
}
