/** @jsxImportSource hono/jsx */
import type { SignInResult } from "../../accounts/identity-parts.ts";
import type { ConfirmableEmail } from "../../accounts/sign-up.ts";
import { domainsText, isOpen } from "../../accounts/sign-up-policy.ts";
import { CONTRACT_EDITION } from "../../editions/table.ts";
import { FIRST_VISIT, refused, refusedFor } from "../http/form-refusal.ts";
import type { AccountServices, SignInServices, SiteSettings } from "../http/services.ts";
import type { PageResponse, PostedForm, RequestContext } from "../http/session.ts";
import { PostForm, PrimaryLink } from "../ui/form.tsx";
import { URLS } from "../ui/urls.ts";
import {
  accountPage,
  addressAdvice,
  EmailField,
  EmailSent,
  NewPasswordField,
  PASSWORD_FAULTS,
  PasswordField,
  passwordFaults,
  readCredentials,
} from "./account-page.tsx";
import { createKey, FirstKeyFields } from "./dashboard/create-key.tsx";
import { ProviderButtons } from "./provider-sign-in.tsx";
import { signedIn, startSession } from "./sign-in-answer.ts";

export async function signUp(request: RequestContext, form: PostedForm): Promise<Response> {
  const { client, services } = request;
  if (!isOpen(services.signUpPolicy)) return closedPage(request, 403);
  const read = readCredentials(form, PASSWORD_FAULTS.too_short);
  if ("errors" in read) return signUpPage(request, read);
  const result = await services.signUp.start(client, read.email, read.password);
  if (result.ok) return emailSentPage(request, read.email);
  const faults = {
    ...passwordFaults("password"),
    address_not_allowed: { email: addressAdvice(services.signUpPolicy) },
  };
  return signUpPage(request, refusedFor(result, faults, form));
}

export function signUpPage(request: RequestContext, refusal = FIRST_VISIT): PageResponse {
  if (request.holder) return request.context.redirect(URLS.overview, 303);
  const { signUpPolicy } = request.services;
  if (!isOpen(signUpPolicy)) return closedPage(request, 200);
  const hint = signUpPolicy.who === "domains" ? { hint: `An address of ${domainsText(signUpPolicy)}.` } : {};
  return accountPage(request, {
    path: URLS.signUp,
    title: "Create an account",
    description: `Create a free account for API keys: safety scores and crime statistics of ${CONTRACT_EDITION.possessive} cities.`,
    refusal,
    content: (
      <>
        <PostForm action={URLS.signUp} submit="Create account">
          <EmailField {...hint} />
          <NewPasswordField />
        </PostForm>
        <ProviderButtons services={request.services} />
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

/** Who creates accounts, and how to use one. */
function closedPage(request: RequestContext, code: 200 | 403): PageResponse {
  const { contactEmail, signUpPolicy } = request.services;
  return accountPage(request, {
    path: URLS.signUp,
    title: "Accounts are by invitation",
    refusal: refused({}, code),
    content: (
      <>
        <p>
          {signUpPolicy.who === "invited"
            ? "To join your team, open the link in the email with which an owner of its account invites you. The operator of this server creates the accounts of new teams."
            : "The operator of this server creates its accounts."}{" "}
          {contactEmail === undefined ? (
            "Ask the operator for one."
          ) : (
            <>
              Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a> for one.
            </>
          )}
        </p>
        <p>
          You have been given an account? <a href={URLS.forgotPassword}>Set a password</a>, then{" "}
          <a href={URLS.signIn}>sign in</a>.
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

/** The link of a confirmation email. Opening it changes nothing, because mail scanners open links too. */
export async function confirmEmailPage(request: RequestContext): Promise<Response> {
  const token = request.context.req.query("token") ?? "";
  const link = await request.services.signUp.confirmable(request.client, token);
  return link === null ? expiredPage(request) : confirmPage(request, token, link);
}

export async function confirmEmail(
  request: RequestContext<SiteSettings & AccountServices & SignInServices>,
  form: PostedForm,
): Promise<Response> {
  const { client, services } = request;
  const token = form.get("token") ?? "";
  const password = form.get("password") ?? "";
  const result = await services.signUp.confirm(client, token, password);
  if (result.ok) return confirmed(request, form, result);
  const link = await services.signUp.confirmable(client, token);
  if (link === null || result.reason === "link_expired") return expiredPage(request);
  const wrong = password === "" ? "Enter the password that you chose" : "This is not the password that you chose";
  return confirmPage(request, token, link, refusedFor(result, { wrong: { password: wrong } }));
}

/** To the dashboard, or to the first key, which the form of a new account can ask for. */
async function confirmed(
  request: RequestContext<SiteSettings & AccountServices & SignInServices>,
  form: PostedForm,
  result: Extract<SignInResult, { ok: true }>,
): Promise<Response> {
  const wantsKey = form.get(NEXT) === FIRST_KEY && !result.codeNeeded;
  const signed = wantsKey ? await request.signedInBy(result.cookies) : null;
  if (!signed?.mayOpen("createKey")) {
    return signedIn(request, { ...result, destination: `${URLS.overview}?after=confirmed` });
  }
  await startSession(request, result);
  return createKey(signed, form);
}

/** The button that was used to confirm. */
const NEXT = "next";
const FIRST_KEY = "first-key";

function confirmPage(
  request: RequestContext,
  token: string,
  { email, needsPassword, isConfirmed }: ConfirmableEmail,
  refusal = FIRST_VISIT,
): PageResponse {
  return accountPage(request, {
    path: URLS.confirmEmail,
    title: "Confirm your email address",
    refusal,
    content: (
      <PostForm action={URLS.confirmEmail}>
        <input type="hidden" name="token" value={token} />
        {needsPassword ? (
          <>
            <p>
              Enter the password that you chose for <strong>{email}</strong>. If you did not sign up, close this page.
              No one can use the account without the password.
            </p>
            <PasswordField />
          </>
        ) : (
          <p>
            You signed up with <strong>{email}</strong> in this browser, so the password is not needed.
          </p>
        )}
        {isConfirmed ? null : (
          <>
            <p>The key is for development: free, with 100 requests a day. It is shown only once, on the next page.</p>
            <FirstKeyFields />
          </>
        )}
        <div class="actions">
          {isConfirmed ? null : (
            <button type="submit" class="primary" name={NEXT} value={FIRST_KEY}>
              Confirm and create my first key
            </button>
          )}
          <button type="submit" class={isConfirmed ? "primary" : undefined}>
            Confirm and sign in
          </button>
        </div>
      </PostForm>
    ),
  });
}

function expiredPage(request: RequestContext): PageResponse {
  return accountPage(request, {
    path: URLS.confirmEmail,
    title: "The link no longer works",
    refusal: refused({}),
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
