/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import type { SetCookies } from "../../accounts/client.ts";
import { type FieldErrors, FORM_ERROR, PostForm, Status } from "../form.tsx";
import {
  type PostedForm,
  type RequestContext,
  type SessionHandlers,
  type SiteEnv,
  sendCookies,
} from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import {
  accountPage,
  CurrentPasswordField,
  EmailDelivery,
  EmailField,
  readEmail,
  throttledText,
} from "./account-page.tsx";
import { SocialButtons } from "./social.tsx";

/** What brought the visitor to the sign-in page, by the query's `after`. */
const AFTER: ReadonlyMap<string, string> = new Map([
  ["sign-out", "You are signed out."],
  ["reset", "The new password is set and all sessions were ended. Sign in with it."],
  ["deleted", "Your account is deleted and its keys are revoked."],
]);

const WRONG = "The email address or the password is not right, or the address is not confirmed yet";

const PROVIDER_FAILED = "Signing in with the provider did not work";
/** A provider's sign-in that failed comes back with better-auth's code, of which two mean something to a person. */
const PROVIDER_FAILURES: ReadonlyMap<string, string> = new Map([
  ["unable_to_create_session", "This account has two-factor sign-in on: sign in with its password and a code"],
  ["account_not_linked", "There is an account with this address. Sign in with its password"],
]);

export function signInRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.signIn,
    handlers.page((request) => {
      const { context, holder } = request;
      if (holder) return context.redirect(URLS.overview, 303);
      const after = AFTER.get(context.req.query("after") ?? "");
      const failure = context.req.query("error");
      const errors = failure ? { [FORM_ERROR]: PROVIDER_FAILURES.get(failure) ?? PROVIDER_FAILED } : {};
      return context.html(signInPage(services, request, "", errors, after));
    }),
  );
  app.post(
    URLS.signIn,
    handlers.post((request, form) => signIn(services, request, form)),
  );
  app.post(
    URLS.signOut,
    handlers.post(async ({ context, client }) => {
      sendCookies(context, await services.identity.signOut(client));
      // Nothing of the account stays in the browser (OWASP ASVS 5.0, 14.3.1).
      context.header("Clear-Site-Data", '"cache"');
      return context.redirect(`${URLS.signIn}?after=sign-out`, 303);
    }),
  );
}

async function signIn(services: SiteServices, request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client } = request;
  const typed = form.get("email") ?? "";
  const refuse = (errors: FieldErrors, status: 400 | 429 = 400) =>
    context.html(signInPage(services, request, typed, errors), status);
  const read = readEmail(typed);
  if ("error" in read) return refuse({ email: read.error });
  const password = form.get("password") ?? "";
  if (password === "") return refuse({ password: "Enter your password" });
  const result = await services.identity.signIn(client, read.email, password);
  if (result.ok) return signedIn(services, request, result);
  if (result.reason === "throttled") return refuse({ [FORM_ERROR]: throttledText(result.retryAtMs) }, 429);
  return refuse({ email: WRONG });
}

/** The answer to a right password. The session that this browser had before, if any, ends with the new one. */
export async function signedIn(
  services: SiteServices,
  { context, client, holder }: RequestContext,
  { cookies, codeNeeded }: { readonly cookies: SetCookies; readonly codeNeeded: boolean },
): Promise<Response> {
  if (holder) await services.identity.signOut(client);
  sendCookies(context, cookies);
  return context.redirect(codeNeeded ? URLS.signInCode : URLS.overview, 303);
}

function signInPage(
  services: SiteServices,
  request: RequestContext,
  email: string,
  errors: FieldErrors,
  status?: string,
): string {
  return accountPage({
    path: URLS.signIn,
    title: "Sign in",
    errors,
    content: (
      <>
        <Status text={status} />
        {errors["email"] === WRONG ? (
          <div class="message">
            <p>An address that waits for its confirmation gets a new email with each sign-in, up to three an hour.</p>
            <EmailDelivery services={services} />
          </div>
        ) : null}
        <PostForm action={URLS.signIn} csrfToken={request.csrfToken}>
          <EmailField value={email} errors={errors} />
          <CurrentPasswordField errors={errors} />
          <button type="submit" class="primary">
            Sign in
          </button>
        </PostForm>
        <SocialButtons services={services} csrfToken={request.csrfToken} />
        <p>
          <a href={URLS.forgotPassword}>Set a new password</a>, also for an account that an operator made for you.
        </p>
        <p>
          New here? <a href={URLS.signUp}>Create an account</a>
        </p>
      </>
    ),
  });
}
