/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { URLS } from "../urls.ts";
import type { PostedForm, SiteEnv, Visit, Visits } from "../visit.ts";
import {
  accountPage,
  EmailField,
  LetterWhere,
  NewPasswordField,
  PASSWORD_FAULTS,
  readEmail,
  throttledText,
} from "./account-page.tsx";

/** Setting a new password by a letter's link; also the way to claim an account that a command made. */
export function resetRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.forgotPassword,
    visits.page((visit) => visit.context.html(forgotPage(visit, "", {}))),
  );
  app.post(
    URLS.forgotPassword,
    visits.post((visit, form) => forgot(kit, visit, form)),
  );
  app.get(
    URLS.resetPassword,
    visits.page((visit) => visit.context.html(resetPage(visit, visit.context.req.query("token") ?? "", {}))),
  );
  app.post(
    URLS.resetPassword,
    visits.post((visit, form) => reset(kit, visit, form)),
  );
}

async function forgot(kit: SiteKit, visit: Visit, form: PostedForm): Promise<Response> {
  const { context, client } = visit;
  const typed = form.get("email") ?? "";
  const read = readEmail(typed);
  if ("error" in read) return context.html(forgotPage(visit, typed, { email: read.error }), 400);
  const result = await kit.identity.requestReset(client, read.email);
  return result.ok
    ? context.html(letterSentPage(kit, read.email))
    : context.html(forgotPage(visit, typed, { [FORM_ERROR]: throttledText(result.retryAtMs) }), 429);
}

async function reset(kit: SiteKit, visit: Visit, form: PostedForm): Promise<Response> {
  const { context, client } = visit;
  const token = form.get("token") ?? "";
  const result = await kit.identity.resetPassword(client, token, form.get("password") ?? "");
  if (result.ok) return context.redirect(`${URLS.signIn}?after=reset`, 303);
  const errors =
    result.reason === "link_expired"
      ? { [FORM_ERROR]: "This link was used already, or is older than an hour or than the password. Ask for a new one" }
      : { password: PASSWORD_FAULTS[result.reason] };
  return context.html(resetPage(visit, token, errors), 400);
}

function forgotPage(visit: Visit, email: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.forgotPassword,
    title: "Set a new password",
    errors,
    content: (
      <PostForm action={URLS.forgotPassword} csrfToken={visit.csrfToken}>
        <p>
          You get a letter with a link that works for an hour. It also opens an account that an operator made for you.
        </p>
        <EmailField value={email} errors={errors} />
        <button type="submit" class="primary">
          Send the link
        </button>
      </PostForm>
    ),
  });
}

function letterSentPage(kit: SiteKit, email: string): string {
  return accountPage({
    path: URLS.forgotPassword,
    title: "Check your e-mail",
    content: (
      <>
        <div class="message" role="status">
          <p>
            If <strong>{email}</strong> has an account, a letter with a link is on its way.
          </p>
        </div>
        <LetterWhere kit={kit} />
      </>
    ),
  });
}

function resetPage(visit: Visit, token: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.resetPassword,
    title: "Choose a new password",
    errors,
    content: (
      <PostForm action={URLS.resetPassword} csrfToken={visit.csrfToken}>
        <input type="hidden" name="token" value={token} />
        <p>All sessions end; sign in with the new password afterwards.</p>
        <NewPasswordField errors={errors} />
        <button type="submit" class="primary">
          Set password
        </button>
      </PostForm>
    ),
  });
}
