/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { URLS } from "../urls.ts";
import type { PostedForm, SiteEnv, Visit, Visits } from "../visit.ts";
import {
  accountPage,
  EmailField,
  LetterWhere,
  NewPasswordField,
  PASSWORD_FAULTS,
  readEmail,
  throttledText,
} from "./account-page.tsx";
import { SocialButtons } from "./social.tsx";

export function signUpRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.signUp,
    visits.page((visit) =>
      visit.holder ? visit.context.redirect(URLS.overview, 303) : visit.context.html(signUpPage(kit, visit, "", {})),
    ),
  );
  app.post(
    URLS.signUp,
    visits.post((visit, form) => signUp(kit, visit, form)),
  );
}

async function signUp(kit: SiteKit, visit: Visit, form: PostedForm): Promise<Response> {
  const { context, client } = visit;
  const typed = form.get("email") ?? "";
  const read = readEmail(typed);
  const refuse = (errors: FieldErrors, status: 400 | 429 = 400) =>
    context.html(signUpPage(kit, visit, typed, errors), status);
  if ("error" in read) return refuse({ email: read.error });
  const result = await kit.identity.signUp(client, read.email, form.get("password") ?? "");
  if (result.ok) return context.html(letterSentPage(kit, read.email));
  return result.reason === "throttled"
    ? refuse({ [FORM_ERROR]: throttledText(result.retryAtMs) }, 429)
    : refuse({ password: PASSWORD_FAULTS[result.reason] });
}

function signUpPage(kit: SiteKit, visit: Visit, email: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.signUp,
    title: "Create an account",
    errors,
    content: (
      <>
        <PostForm action={URLS.signUp} csrfToken={visit.csrfToken}>
          <EmailField value={email} errors={errors} />
          <NewPasswordField errors={errors} />
          <button type="submit" class="primary">
            Create account
          </button>
        </PostForm>
        <SocialButtons kit={kit} csrfToken={visit.csrfToken} />
        <p>
          You have an account? <a href={URLS.signIn}>Sign in</a>
        </p>
      </>
    ),
  });
}

/** The same for an address with and without an account. */
function letterSentPage(kit: SiteKit, email: string): string {
  return accountPage({
    path: URLS.signUp,
    title: "Check your e-mail",
    content: (
      <>
        <div class="message" role="status">
          <p>
            A letter to <strong>{email}</strong> is on its way. Open the link in it to finish.
          </p>
        </div>
        <LetterWhere kit={kit} />
        <p>
          The address is wrong? <a href={URLS.signUp}>Start again</a>
        </p>
      </>
    ),
  });
}
