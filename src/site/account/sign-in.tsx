/** @jsxImportSource hono/jsx */
import { SIGN_UP_REFUSED } from "../../accounts/auth.ts";
import { isOpen } from "../../accounts/sign-up-policy.ts";
import { DESTINATION, destinationOf } from "../http/destination.ts";
import { FIRST_VISIT, type FormRefusal, refused, refusedFor } from "../http/form-refusal.ts";
import { type PageResponse, type PostedForm, type RequestContext, sendCookies } from "../http/session.ts";
import { FORM_ERROR, PostForm, Status } from "../ui/form.tsx";
import { URLS } from "../ui/urls.ts";
import {
  accountPage,
  CodeField,
  EmailDelivery,
  EmailField,
  PasswordField,
  readCode,
  readCredentials,
} from "./account-page.tsx";
import { PasskeyButton } from "./passkey-sign-in.tsx";
import { ProviderButtons } from "./provider-sign-in.tsx";
import { signedIn } from "./sign-in-answer.ts";

/** Why the visitor is on the sign-in page, by the query parameter `after`. */
const AFTER: ReadonlyMap<string, string> = new Map([
  ["sign-out", "You are signed out."],
  ["reset", "Your new password is set, and you are signed out everywhere. Sign in with it."],
  ["deleted", "Your account is deleted and its keys are revoked."],
]);

const WRONG = "The email address or password is wrong, or the address is not confirmed yet";

const PROVIDER_FAILED = "Signing in with the provider failed. Try again, or sign in with a password";
/** A failed provider sign-in returns one of better-auth's codes. Some of them get their own message. */
const PROVIDER_FAILURES: ReadonlyMap<string, string> = new Map([
  [
    SIGN_UP_REFUSED,
    "No account has the address of your account there, and it may not create one on this server. Ask the operator for an account, or an owner of your team's account for an invitation",
  ],
  ["provider_group_refused", "Your account there is in no group that may sign in to this server. Ask the operator"],
  ["provider_address_refused", "The address of your account there may not sign in to this server. Ask the operator"],
  [
    "unable_to_create_user",
    "The provider does not say that your email address is verified. Verify it there, or create an account with a password",
  ],
  ["provider_down", "The provider does not answer. Try again later, or sign in with a password"],
  ["unable_to_create_session", "This account uses two-factor sign-in: sign in with its password and a code"],
  [
    "account_not_linked",
    "An account with this address already exists. Sign in with its password. If you did not choose that password, set a new one by email to take over the account",
  ],
]);

export async function signOut({ context, client, services }: RequestContext): Promise<Response> {
  sendCookies(context, await services.signIn.signOut(client));
  // Clears all account data from the browser (OWASP ASVS 5.0, 14.3.1).
  context.header("Clear-Site-Data", '"cache"');
  return context.redirect(`${URLS.signIn}?after=sign-out`, 303);
}

export async function signIn(request: RequestContext, form: PostedForm): Promise<Response> {
  const { client, services } = request;
  const destination = destinationOf(form.get(DESTINATION));
  const refuse = (refusal: FormRefusal) => formPage(request, destination, refusal);
  const read = readCredentials(form, "Enter your password");
  if ("errors" in read) return refuse(read);
  const result = await services.signIn.withPassword(client, read.email, read.password);
  return result.ok
    ? signedIn(request, { ...result, destination })
    : refuse(refusedFor(result, { wrong: { email: WRONG } }, form));
}

export function signInPage(request: RequestContext): PageResponse {
  const { context, holder } = request;
  const destination = destinationOf(context.req.query(DESTINATION));
  if (holder) return context.redirect(destination, 303);
  const failure = context.req.query("error");
  const errors = failure ? { [FORM_ERROR]: PROVIDER_FAILURES.get(failure) ?? PROVIDER_FAILED } : {};
  const status = AFTER.get(context.req.query("after") ?? "");
  return formPage(request, destination, refused(errors, 200), status);
}

function formPage(request: RequestContext, destination: string, refusal: FormRefusal, status?: string): PageResponse {
  const closed = !isOpen(request.services.signUpPolicy);
  return accountPage(request, {
    path: URLS.signIn,
    title: "Sign in",
    description: "Sign in to create and manage API keys, and to see your usage and plan.",
    refusal,
    content: (
      <>
        <Status text={status} />
        {refusal.errors["email"] === WRONG ? (
          <div class="message">
            <p>Not confirmed yet? Signing in sends another link, up to three an hour.</p>
            <EmailDelivery services={request.services} />
          </div>
        ) : null}
        <PostForm action={URLS.signIn} submit="Sign in">
          <input type="hidden" name={DESTINATION} value={destination} />
          <EmailField />
          <PasswordField />
        </PostForm>
        <ProviderButtons services={request.services} destination={destination} />
        <PasskeyButton services={request.services} destination={destination} />
        <p>
          Forgot your password, or did an operator create your account? <a href={URLS.forgotPassword}>Set a password</a>
        </p>
        <p>
          New here? <a href={URLS.signUp}>{closed ? "How to get an account" : "Create an account"}</a>
        </p>
      </>
    ),
  });
}

export async function verifyCode(request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client, holder, services } = request;
  if (holder) return codePage(request);
  const destination = destinationOf(form.get(DESTINATION));
  const code = readCode(form);
  const kind = /^\d{6}$/.test(code) ? "totp" : "recovery";
  const result = await services.signIn.verifyCode(client, kind, code);
  if (!result.ok) return codePage(request, refusedFor(result, CODE_REFUSALS), destination);
  sendCookies(context, result.cookies);
  // Whoever needs a recovery code may have lost the device, and has one code less.
  return context.redirect(kind === "totp" ? destination : `${URLS.twoFactor}?after=recovery-code`, 303);
}

const CODE_REFUSALS = {
  wrong: {
    code: "That code is wrong, or it was already used. Type the code that the app shows now, or a recovery code",
  },
  locked: { code: "Too many wrong codes. Try again in 15 minutes" },
  expired: { code: "This sign-in took too long or had too many wrong codes. Sign in again" },
} as const;

export function codePage(
  request: RequestContext,
  refusal = FIRST_VISIT,
  destination = destinationOf(request.context.req.query(DESTINATION)),
): PageResponse {
  if (request.holder) return request.context.redirect(destination, 303);
  const { contactEmail } = request.services;
  return accountPage(request, {
    path: URLS.signInCode,
    title: "Enter your code",
    refusal,
    content: (
      <>
        <PostForm action={URLS.signInCode} submit="Sign in">
          <input type="hidden" name={DESTINATION} value={destination} />
          <CodeField hint="Six digits from your authenticator app, or one of your recovery codes." />
        </PostForm>
        <PasskeyButton services={request.services} destination={destination} />
        <h2>Lost the device?</h2>
        <p>
          Type one of the recovery codes that you saved when you turned two-factor sign-in on. With none left,{" "}
          {contactEmail === undefined ? (
            "ask the operator of this server"
          ) : (
            <a href={`mailto:${contactEmail}`}>write to {contactEmail}</a>
          )}
          , who can turn two-factor sign-in off once it is clear that you are the one who asks.
        </p>
        <p>
          <a href={URLS.signIn}>Start again</a>
        </p>
      </>
    ),
  });
}
