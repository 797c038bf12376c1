/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import type { SetCookies } from "../../accounts/client.ts";
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
const AFTER: ReadonlyMap<string, string> = new Map([
  ["sign-out", "You are signed out."],
  ["reset", "The new password is set and all sessions were ended. Sign in with it."],
  ["deleted", "Your account is deleted and its keys are revoked."],
]);

const WRONG = "The e-mail address or the password is not right, or the address is not confirmed yet";

const PROVIDER_FAILED = "Signing in with the provider did not work";
/** A provider's sign-in that failed comes back with better-auth's code, of which two mean something to a person. */
const PROVIDER_FAILURES: ReadonlyMap<string, string> = new Map([
  ["unable_to_create_session", "This account has two-factor sign-in on: sign in with its password and a code"],
  ["account_not_linked", "There is an account with this address. Sign in with its password"],
]);

export function signInRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.signIn,
    visits.page((visit) => {
      const { context, holder } = visit;
      if (holder) return context.redirect(URLS.overview, 303);
      const after = AFTER.get(context.req.query("after") ?? "");
      const failure = context.req.query("error");
      const errors = failure ? { [FORM_ERROR]: PROVIDER_FAILURES.get(failure) ?? PROVIDER_FAILED } : {};
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
  if (result.ok) return signedIn(kit, visit, result);
  if (result.reason === "throttled") return refuse({ [FORM_ERROR]: throttledText(result.retryAtMs) }, 429);
  return refuse({ email: WRONG });
}

/** The answer to a right password. The session that this browser had before, if any, ends with the new one. */
export async function signedIn(
  kit: SiteKit,
  { context, client, holder }: Visit,
  { cookies, codeNeeded }: { readonly cookies: SetCookies; readonly codeNeeded: boolean },
): Promise<Response> {
  if (holder) await kit.identity.signOut(client);
  sendCookies(context, cookies);
  return context.redirect(codeNeeded ? URLS.signInCode : URLS.overview, 303);
}

function signInPage(kit: SiteKit, visit: Visit, email: string, errors: FieldErrors, status?: string): string {
  return accountPage({
    path: URLS.signIn,
    title: "Sign in",
    errors,
    content: (
      <>
        <Status text={status} />
        {errors["email"] === WRONG ? (
          <div class="message">
            <p>An address that waits for its confirmation gets a new letter with each sign-in, up to three an hour.</p>
            <LetterWhere kit={kit} />
          </div>
        ) : null}
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
