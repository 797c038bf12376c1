/** @jsxImportSource hono/jsx */

import { DESTINATION, destinationOf } from "../destination.ts";
import { Field, type FieldErrors, PostForm, SubmitButton } from "../form.tsx";
import type { Routes } from "../routes.ts";
import { type PageCode, type PageResponse, type PostedForm, type RequestContext, sendCookies } from "../session.ts";
import { URLS } from "../urls.ts";
import { accountPage, throttledError } from "./account-page.tsx";

/** The second step of signing in. */
export function codeRoutes(routes: Routes): void {
  routes.page(URLS.signInCode, (request) => {
    const destination = destinationOf(request.context.req.query(DESTINATION));
    return request.holder ? request.context.redirect(destination, 303) : codePage(request, destination, {});
  });
  routes.post(URLS.signInCode, verify);
}

async function verify(request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client, holder, services } = request;
  const destination = destinationOf(form.get(DESTINATION));
  if (holder) return context.redirect(destination, 303);
  const code = (form.get("code") ?? "").replaceAll(/\s/g, "");
  const kind = /^\d{6}$/.test(code) ? "totp" : "recovery";
  const result = await services.identity.verifyCode(client, kind, code);
  if (result.ok) {
    sendCookies(context, result.cookies);
    return context.redirect(destination, 303);
  }
  if (result.reason === "throttled") return codePage(request, destination, throttledError(result.retryAtMs), 429);
  return codePage(request, destination, { code: REFUSALS[result.reason] }, result.reason === "locked" ? 429 : 400);
}

const REFUSALS = {
  wrong: "The code is wrong or was already used. Wait for the next one",
  locked: "Too many wrong codes. Try again in 15 minutes",
  expired: "This sign-in took too long or had too many wrong codes. Sign in again",
} as const;

function codePage(request: RequestContext, destination: string, errors: FieldErrors, code?: PageCode): PageResponse {
  return accountPage(request, {
    path: URLS.signInCode,
    title: "Enter your code",
    errors,
    code,
    content: (
      <>
        <PostForm action={URLS.signInCode} csrfToken={request.csrfToken}>
          <input type="hidden" name={DESTINATION} value={destination} />
          <Field
            name="code"
            label="Code"
            hint="Six digits from your authenticator app, or one of your recovery codes."
            autocomplete="one-time-code"
            errors={errors}
          />
          <SubmitButton>Sign in</SubmitButton>
        </PostForm>
        <p>
          <a href={URLS.signIn}>Start again</a>
        </p>
      </>
    ),
  });
}
