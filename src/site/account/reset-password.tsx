/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { PostedForm, RequestContext, SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import {
  accountPage,
  EmailDelivery,
  EmailField,
  NewPasswordField,
  PASSWORD_FAULTS,
  readEmail,
  throttledText,
} from "./account-page.tsx";

/** Sets a new password with a link from an email. Also used to claim an account that a command created. */
export function resetRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.forgotPassword,
    handlers.page((request) => request.context.html(forgotPage(request, "", {}))),
  );
  app.post(
    URLS.forgotPassword,
    handlers.post((request, form) => forgot(services, request, form)),
  );
  app.get(
    URLS.resetPassword,
    handlers.page((request) => request.context.html(resetPage(request, request.context.req.query("token") ?? "", {}))),
  );
  app.post(
    URLS.resetPassword,
    handlers.post((request, form) => reset(services, request, form)),
  );
}

async function forgot(services: SiteServices, request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client } = request;
  const typed = form.get("email") ?? "";
  const read = readEmail(typed);
  if ("error" in read) return context.html(forgotPage(request, typed, { email: read.error }), 400);
  const result = await services.identity.requestReset(client, read.email);
  return result.ok
    ? context.html(emailSentPage(services, read.email))
    : context.html(forgotPage(request, typed, { [FORM_ERROR]: throttledText(result.retryAtMs) }), 429);
}

async function reset(services: SiteServices, request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client } = request;
  const token = form.get("token") ?? "";
  const result = await services.identity.resetPassword(client, token, form.get("password") ?? "");
  if (result.ok) return context.redirect(`${URLS.signIn}?after=reset`, 303);
  if (result.reason === "throttled")
    return context.html(resetPage(request, token, { [FORM_ERROR]: throttledText(result.retryAtMs) }), 429);
  const errors =
    result.reason === "link_expired"
      ? {
          [FORM_ERROR]:
            "This link was already used, is more than an hour old, or was replaced by a newer password. Request a new one",
        }
      : { password: PASSWORD_FAULTS[result.reason] };
  return context.html(resetPage(request, token, errors), 400);
}

function forgotPage(request: RequestContext, email: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.forgotPassword,
    title: "Set a new password",
    errors,
    content: (
      <PostForm action={URLS.forgotPassword} csrfToken={request.csrfToken}>
        <p>
          You get an email with a link that works for an hour. Use it also for an account that an operator created for
          you.
        </p>
        <EmailField value={email} errors={errors} />
        <button type="submit" class="primary">
          Send the link
        </button>
      </PostForm>
    ),
  });
}

function emailSentPage(services: SiteServices, email: string): string {
  return accountPage({
    path: URLS.forgotPassword,
    title: "Check your email",
    content: (
      <>
        <div class="message" role="status">
          <p>
            If <strong>{email}</strong> has an account, we sent an email with a link.
          </p>
        </div>
        <EmailDelivery services={services} />
      </>
    ),
  });
}

function resetPage(request: RequestContext, token: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.resetPassword,
    title: "Choose a new password",
    errors,
    content: (
      <PostForm action={URLS.resetPassword} csrfToken={request.csrfToken}>
        <input type="hidden" name="token" value={token} />
        <p>This ends all sessions. Sign in with the new password afterwards.</p>
        <NewPasswordField errors={errors} />
        <button type="submit" class="primary">
          Set password
        </button>
      </PostForm>
    ),
  });
}
