/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { type FieldErrors, FORM_ERROR, PostForm, Status } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { URLS } from "../urls.ts";
import { type PostedForm, type SiteEnv, sendCookies, type Visit, type Visits } from "../visit.ts";
import {
  accountPage,
  CurrentPasswordField,
  EmailField,
  LetterWhere,
  readEmail,
  throttledText,
} from "./account-page.tsx";
import { SocialButtons } from "./social.tsx";

/** What brought the visitor to the sign-in page, by the query's `after`. */
const AFTER: Readonly<Record<string, string>> = {
  "sign-out": "You are signed out.",
  reset: "The new password is set and all sessions were ended. Sign in with it.",
  deleted: "Your account is deleted and its keys are revoked.",
};

const WRONG = "The e-mail address or the password is not right";

export function signInRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.signIn,
    visits.page((visit) => {
      const { context, holder } = visit;
      if (holder) return context.redirect(URLS.overview, 303);
      const after = AFTER[context.req.query("after") ?? ""];
      // A provider's sign-in that failed comes back here with better-auth's code, which says nothing to a person.
      const errors = context.req.query("error") ? { [FORM_ERROR]: "Signing in with the provider did not work" } : {};
      return context.html(signInPage(kit, visit, "", errors, after));
    }),
  );
  app.post(
    URLS.signIn,
    visits.post((visit, form) => signIn(kit, visit, form)),
  );
  app.post(
    URLS.signOut,
    visits.post(async ({ context, client }) => {
      sendCookies(context, await kit.identity.signOut(client));
      // Nothing of the account stays in the browser (OWASP ASVS 5.0, 14.3.1).
      context.header("Clear-Site-Data", '"cache"');
      return context.redirect(`${URLS.signIn}?after=sign-out`, 303);
    }),
  );
}

async function signIn(kit: SiteKit, visit: Visit, form: PostedForm): Promise<Response> {
  const { context, client } = visit;
  const typed = form.get("email") ?? "";
  const refuse = (errors: FieldErrors, status: 400 | 429 = 400) =>
    context.html(signInPage(kit, visit, typed, errors), status);
  const read = readEmail(typed);
  if ("error" in read) return refuse({ email: read.error });
  const password = form.get("password") ?? "";
  if (password === "") return refuse({ password: "Enter your password" });
  const result = await kit.identity.signIn(client, read.email, password);
  if (result.ok) {
    // The session that this browser had before, if any, ends with the new one.
    if (visit.holder) await kit.identity.signOut(client);
    sendCookies(context, result.cookies);
    return context.redirect(result.codeNeeded ? URLS.signInCode : URLS.overview, 303);
  }
  if (result.reason === "throttled") return refuse({ [FORM_ERROR]: throttledText(result.retryAtMs) }, 429);
  if (result.reason === "unconfirmed") return context.html(unconfirmedPage(kit, read.email), 403);
  return refuse({ email: WRONG });
}

function signInPage(kit: SiteKit, visit: Visit, email: string, errors: FieldErrors, status?: string): string {
  return accountPage({
    path: URLS.signIn,
    title: "Sign in",
    errors,
    content: (
      <>
        <Status text={status} />
        <PostForm action={URLS.signIn} csrfToken={visit.csrfToken}>
          <EmailField value={email} errors={errors} />
          <CurrentPasswordField errors={errors} />
          <button type="submit" class="primary">
            Sign in
          </button>
        </PostForm>
        <SocialButtons kit={kit} csrfToken={visit.csrfToken} />
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

function unconfirmedPage(kit: SiteKit, email: string): string {
  return accountPage({
    path: URLS.signIn,
    title: "Confirm your e-mail address first",
    content: (
      <>
        <div class="message" role="status">
          <p>
            The password is right, but the address is not confirmed. A new letter to <strong>{email}</strong> is on its
            way.
          </p>
        </div>
        <LetterWhere kit={kit} />
      </>
    ),
  });
}
