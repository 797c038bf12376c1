/** @jsxImportSource hono/jsx */
import { CALIFORNIA } from "../../domain/edition.ts";

import { FIRST_VISIT, refusedFor } from "../http/form-refusal.ts";
import type { PageResponse, PostedForm, RequestContext } from "../http/session.ts";
import { PostForm } from "../ui/form.tsx";
import { URLS } from "../ui/urls.ts";
import {
  accountPage,
  EmailField,
  EmailSent,
  NewPasswordField,
  PASSWORD_FAULTS,
  passwordFaults,
  readCredentials,
} from "./account-page.tsx";
import { SocialButtons } from "./social.tsx";

export async function signUp(request: RequestContext, form: PostedForm): Promise<Response> {
  const { client, services } = request;
  const typed = form.get("email") ?? "";
  const read = readCredentials(form, PASSWORD_FAULTS.too_short);
  if ("errors" in read) return signUpPage(request, typed, read);
  const result = await services.signUp.start(client, read.email, read.password);
  if (result.ok) return emailSentPage(request, read.email);
  return signUpPage(request, typed, refusedFor(result, passwordFaults("password")));
}

export function signUpPage(request: RequestContext, email = "", refusal = FIRST_VISIT): PageResponse {
  if (request.holder) return request.context.redirect(URLS.overview, 303);
  return accountPage(request, {
    path: URLS.signUp,
    title: "Create an account",
    description: `Create a free account for API keys: safety scores and crime statistics of ${CALIFORNIA.possessive} cities.`,
    refusal,
    content: (
      <>
        <PostForm action={URLS.signUp} csrfToken={request.csrfToken} submit="Create account">
          <EmailField value={email} errors={refusal.errors} />
          <NewPasswordField errors={refusal.errors} />
        </PostForm>
        <SocialButtons services={request.services} csrfToken={request.csrfToken} />
        <p>
          Already have an account? <a href={URLS.signIn}>Sign in</a>
        </p>
        <p class="small muted">
          <a href={URLS.terms}>Terms of use and cautions</a>.{" "}
          <a href={URLS.privacy}>What is stored, and for how long</a>.
        </p>
      </>
    ),
  });
}

/** The same answer whether or not the address has an account. */
function emailSentPage(request: RequestContext, email: string): PageResponse {
  return accountPage(request, {
    path: URLS.signUp,
    title: "Check your email",
    content: (
      <>
        <EmailSent services={request.services}>
          We sent an email to <strong>{email}</strong>. Open the link in it to finish.
        </EmailSent>
        <p>
          No email after a few minutes? <a href={URLS.signIn}>Sign in</a> with your password to get another link. Wrong
          address? <a href={URLS.signUp}>Start again</a>.
        </p>
      </>
    ),
  });
}
