/** @jsxImportSource hono/jsx */

import { DESTINATION, destinationOf } from "../destination.ts";
import { PostForm, SubmitButton } from "../form.tsx";
import { FIRST_VISIT, refusedFor } from "../refusal.ts";
import { type PageResponse, type PostedForm, type RequestContext, sendCookies } from "../session.ts";
import { URLS } from "../urls.ts";
import { accountPage, CodeField, readCode } from "./account-page.tsx";

export async function verifyCode(request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client, holder, services } = request;
  if (holder) return codePage(request);
  const destination = destinationOf(form.get(DESTINATION));
  const code = readCode(form);
  const result = await services.identity.verifyCode(client, /^\d{6}$/.test(code) ? "totp" : "recovery", code);
  if (!result.ok) return codePage(request, refusedFor(result, REFUSALS), destination);
  sendCookies(context, result.cookies);
  return context.redirect(destination, 303);
}

const REFUSALS = {
  wrong: { code: "The code is wrong or was already used. Wait for the next one" },
  locked: { code: "Too many wrong codes. Try again in 15 minutes" },
  expired: { code: "This sign-in took too long or had too many wrong codes. Sign in again" },
} as const;

export function codePage(
  request: RequestContext,
  refusal = FIRST_VISIT,
  destination = destinationOf(request.context.req.query(DESTINATION)),
): PageResponse {
  if (request.holder) return request.context.redirect(destination, 303);
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
