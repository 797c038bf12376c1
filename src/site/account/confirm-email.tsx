/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { PostedForm, RequestContext, SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountPage, CurrentPasswordField, throttledText } from "./account-page.tsx";
import { signedIn } from "./sign-in.tsx";

/** The link of a confirmation email. Opening it changes nothing, because mail scanners open links too. */
export function confirmRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.confirmEmail,
    handlers.page(async (request) => {
      const token = request.context.req.query("token") ?? "";
      const email = await services.identity.confirmableEmail(token);
      return email === null
        ? request.context.html(expiredPage(), 400)
        : request.context.html(confirmPage(request, token, email, {}));
    }),
  );
  app.post(
    URLS.confirmEmail,
    handlers.post((request, form) => confirm(services, request, form)),
  );
}

async function confirm(services: SiteServices, request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client } = request;
  const token = form.get("token") ?? "";
  const email = await services.identity.confirmableEmail(token);
  if (email === null) return context.html(expiredPage(), 400);
  const result = await services.identity.confirmEmail(client, token, form.get("password") ?? "");
  if (result.ok) {
    return signedIn(services, request, { ...result, destination: `${URLS.overview}?after=confirmed` });
  }
  if (result.reason === "throttled") {
    return context.html(confirmPage(request, token, email, { [FORM_ERROR]: throttledText(result.retryAtMs) }), 429);
  }
  if (result.reason === "wrong") {
    return context.html(
      confirmPage(request, token, email, { password: "This is not the password that you chose" }),
      400,
    );
  }
  return context.html(expiredPage(), 400);
}

function confirmPage(request: RequestContext, token: string, email: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.confirmEmail,
    title: "Confirm your email address",
    errors,
    content: (
      <PostForm action={URLS.confirmEmail} csrfToken={request.csrfToken}>
        <input type="hidden" name="token" value={token} />
        <p>
          Enter the password that you chose for <strong>{email}</strong>. If you did not sign up, close this page. No
          one can use the account without the password.
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
          A confirmation link works for one day, or until someone signs up with the same address again. Sign in with
          your password. If your address is not confirmed yet, the service sends another link.
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
