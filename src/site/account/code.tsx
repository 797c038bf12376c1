/** @jsxImportSource hono/jsx */

import { DESTINATION, destinationOf } from "../destination.ts";
import { PostForm, SubmitButton } from "../form.tsx";
import { FIRST_VISIT, refusedFor } from "../refusal.ts";
import type { Routes } from "../routes.ts";
import { type PageResponse, type PostedForm, type RequestContext, sendCookies } from "../session.ts";
import { URLS } from "../urls.ts";
import { accountPage, CodeField, readCode } from "./account-page.tsx";

export function codeRoutes(routes: Routes): void {
  routes.page(URLS.signInCode, (request) => {
    const destination = destinationOf(request.context.req.query(DESTINATION));
    return request.holder ? request.context.redirect(destination, 303) : codePage(request, destination);
  });
  routes.post(URLS.signInCode, verify);
}

async function verify(request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client, holder, services } = request;
  const destination = destinationOf(form.get(DESTINATION));
  if (holder) return context.redirect(destination, 303);
  const code = readCode(form);
  const result = await services.identity.verifyCode(client, /^\d{6}$/.test(code) ? "totp" : "recovery", code);
  if (!result.ok) return codePage(request, destination, refusedFor(result, REFUSALS));
  sendCookies(context, result.cookies);
  return context.redirect(destination, 303);
}

const REFUSALS = {
  wrong: { code: "The code is wrong or was already used. Wait for the next one" },
  locked: { code: "Too many wrong codes. Try again in 15 minutes" },
  expired: { code: "This sign-in took too long or had too many wrong codes. Sign in again" },
} as const;

function codePage(request: RequestContext, destination: string, refusal = FIRST_VISIT): PageResponse {
  return accountPage(request, {
    path: URLS.signInCode,
    title: "Enter your code",
    refusal,
    content: (
      <>
        <PostForm action={URLS.signInCode} csrfToken={request.csrfToken}>
          <input type="hidden" name={DESTINATION} value={destination} />
          <CodeField
            hint="Six digits from your authenticator app, or one of your recovery codes."
            errors={refusal.errors}
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
