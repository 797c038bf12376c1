/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { URLS } from "../urls.ts";
import type { PostedForm, SiteEnv, Visit, Visits } from "../visit.ts";
import { accountPage, CurrentPasswordField, throttledText } from "./account-page.tsx";
import { signedIn } from "./sign-in.tsx";

/** The link of a confirmation letter. Opening it changes nothing: mail scanners open links too. */
export function confirmRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.confirmEmail,
    visits.page(async (visit) => {
      const token = visit.context.req.query("token") ?? "";
      const email = await kit.identity.confirmableEmail(token);
      return email === null
        ? visit.context.html(expiredPage(), 400)
        : visit.context.html(confirmPage(visit, token, email, {}));
    }),
  );
  app.post(
    URLS.confirmEmail,
    visits.post((visit, form) => confirm(kit, visit, form)),
  );
}

async function confirm(kit: SiteKit, visit: Visit, form: PostedForm): Promise<Response> {
  const { context, client } = visit;
  const token = form.get("token") ?? "";
  const email = await kit.identity.confirmableEmail(token);
  if (email === null) return context.html(expiredPage(), 400);
  const result = await kit.identity.confirmEmail(client, token, form.get("password") ?? "");
  if (result.ok) return signedIn(kit, visit, result);
  if (result.reason === "throttled") {
    return context.html(confirmPage(visit, token, email, { [FORM_ERROR]: throttledText(result.retryAtMs) }), 429);
  }
  if (result.reason === "wrong") {
    return context.html(
      confirmPage(visit, token, email, { password: "The password is not the one that you chose" }),
      400,
    );
  }
  return context.html(expiredPage(), 400);
}

function confirmPage(visit: Visit, token: string, email: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.confirmEmail,
    title: "Confirm your e-mail address",
    errors,
    content: (
      <PostForm action={URLS.confirmEmail} csrfToken={visit.csrfToken}>
        <input type="hidden" name="token" value={token} />
        <p>
          Enter the password that you chose for <strong>{email}</strong>. It was not you who signed up? Close this page:
          without the password the account stays unusable.
        </p>
        <CurrentPasswordField errors={errors} />
        <button type="submit" class="primary">
          Confirm and sign in
        </button>
      </PostForm>
    ),
  });
}

function expiredPage(): string {
  return accountPage({
    path: URLS.confirmEmail,
    title: "The link no longer works",
    content: (
      <>
        <p>
          A confirmation link works for a day. Sign in with your password: if the address is not confirmed yet, a new
          letter is sent.
        </p>
        <p>
          <a class="button primary" href={URLS.signIn}>
            Sign in
          </a>
        </p>
      </>
    ),
  });
}
