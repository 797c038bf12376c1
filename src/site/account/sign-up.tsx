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
import { SocialButtons } from "./social.tsx";

export function signUpRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.signUp,
    handlers.page((request) =>
      request.holder
        ? request.context.redirect(URLS.overview, 303)
        : request.context.html(signUpPage(services, request, "", {})),
    ),
  );
  app.post(
    URLS.signUp,
    handlers.post((request, form) => signUp(services, request, form)),
  );
}

async function signUp(services: SiteServices, request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client } = request;
  const typed = form.get("email") ?? "";
  const read = readEmail(typed);
  const refuse = (errors: FieldErrors, status: 400 | 429 = 400) =>
    context.html(signUpPage(services, request, typed, errors), status);
  const password = form.get("password") ?? "";
  if ("error" in read || password === "") {
    return refuse({
      ...("error" in read ? { email: read.error } : {}),
      ...(password === "" ? { password: PASSWORD_FAULTS.too_short } : {}),
    });
  }
  const result = await services.identity.signUp(client, read.email, password);
  if (result.ok) return context.html(emailSentPage(services, read.email));
  return result.reason === "throttled"
    ? refuse({ [FORM_ERROR]: throttledText(result.retryAtMs) }, 429)
    : refuse({ password: PASSWORD_FAULTS[result.reason] });
}

function signUpPage(services: SiteServices, request: RequestContext, email: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.signUp,
    title: "Create an account",
    description: "Create a free account for API keys: safety scores and crime statistics of California's cities.",
    errors,
    content: (
      <>
        <PostForm action={URLS.signUp} csrfToken={request.csrfToken}>
          <EmailField value={email} errors={errors} />
          <NewPasswordField errors={errors} />
          <button type="submit" class="primary">
            Create account
          </button>
        </PostForm>
        <SocialButtons services={services} csrfToken={request.csrfToken} />
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
function emailSentPage(services: SiteServices, email: string): string {
  return accountPage({
    path: URLS.signUp,
    title: "Check your email",
    content: (
      <>
        <div class="message" role="status">
          <p>
            We sent an email to <strong>{email}</strong>. Open the link in it to finish.
          </p>
        </div>
        <EmailDelivery services={services} />
        <p>
          No email after a few minutes? <a href={URLS.signIn}>Sign in</a> with your password to get another link. Wrong
          address? <a href={URLS.signUp}>Start again</a>.
        </p>
      </>
    ),
  });
}
