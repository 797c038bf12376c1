/** @jsxImportSource hono/jsx */

import { type FieldErrors, PostForm, PrimaryLink, SubmitButton } from "../form.tsx";
import type { Routes } from "../routes.ts";
import type { PageCode, PageResponse, PostedForm, RequestContext } from "../session.ts";
import { URLS } from "../urls.ts";
import { accountPage, CurrentPasswordField, throttledError } from "./account-page.tsx";
import { signedIn } from "./sign-in.tsx";

/** The link of a confirmation email. Opening it changes nothing, because mail scanners open links too. */
export function confirmRoutes(routes: Routes): void {
  routes.page(URLS.confirmEmail, async (request) => {
    const token = request.context.req.query("token") ?? "";
    const email = await request.services.identity.confirmableEmail(token);
    return email === null ? expiredPage(request) : confirmPage(request, { token, email, errors: {} });
  });
  routes.post(URLS.confirmEmail, confirm);
}

async function confirm(request: RequestContext, form: PostedForm): Promise<Response> {
  const { client, services } = request;
  const token = form.get("token") ?? "";
  const email = await services.identity.confirmableEmail(token);
  if (email === null) return expiredPage(request);
  const result = await services.identity.confirmEmail(client, token, form.get("password") ?? "");
  if (result.ok) {
    return signedIn(request, { ...result, destination: `${URLS.overview}?after=confirmed` });
  }
  if (result.reason === "throttled") {
    return confirmPage(request, { token, email, errors: throttledError(result.retryAtMs), code: 429 });
  }
  if (result.reason === "wrong") {
    return confirmPage(request, { token, email, errors: { password: "This is not the password that you chose" } });
  }
  return expiredPage(request);
}

interface ConfirmView {
  readonly token: string;
  readonly email: string;
  readonly errors: FieldErrors;
  readonly code?: PageCode;
}

function confirmPage(request: RequestContext, { token, email, errors, code }: ConfirmView): PageResponse {
  return accountPage(request, {
    path: URLS.confirmEmail,
    title: "Confirm your email address",
    errors,
    code,
    content: (
      <PostForm action={URLS.confirmEmail} csrfToken={request.csrfToken}>
        <input type="hidden" name="token" value={token} />
        <p>
          Enter the password that you chose for <strong>{email}</strong>. If you did not sign up, close this page. No
          one can use the account without the password.
        </p>
        <CurrentPasswordField errors={errors} />
        <SubmitButton>Confirm and sign in</SubmitButton>
      </PostForm>
    ),
  });
}

function expiredPage(request: RequestContext): PageResponse {
  return accountPage(request, {
    path: URLS.confirmEmail,
    title: "The link no longer works",
    code: 400,
    content: (
      <>
        <p>
          A confirmation link works for one day, or until someone signs up with the same address again. Sign in with
          your password. If your address is not confirmed yet, the service sends another link.
        </p>
        <p>
          <PrimaryLink href={URLS.signIn}>Sign in</PrimaryLink>
        </p>
      </>
    ),
  });
}
