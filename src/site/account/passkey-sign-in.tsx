/** @jsxImportSource hono/jsx */
import { DESTINATION, destinationOf } from "../http/destination.ts";
import { FIRST_VISIT, type FormRefusal, refused, refusedFor } from "../http/form-refusal.ts";
import type { SignInServices } from "../http/services.ts";
import { type PostedForm, type RequestContext, sendCookies } from "../http/session.ts";
import { FORM_ERROR, PostForm } from "../ui/form.tsx";
import { URLS } from "../ui/urls.ts";
import { accountPage } from "./account-page.tsx";
import { NO_PASSKEY_SENT, PasskeyForm } from "./passkey-form.tsx";
import { signedIn } from "./sign-in-answer.ts";

const REFUSED = {
  refused: { [FORM_ERROR]: "This server does not know the passkey, or the request timed out. Try again" },
};

export async function startPasskeySignIn(request: RequestContext, form: PostedForm): Promise<Response> {
  if (!request.services.passkeysWork) return request.context.notFound();
  return askPage(request, destinationOf(form.get(DESTINATION)));
}

export async function signInWithPasskey(request: RequestContext, form: PostedForm): Promise<Response> {
  const { client, context, services } = request;
  if (!services.passkeysWork) return context.notFound();
  const destination = destinationOf(form.get(DESTINATION));
  const credential = form.get("credential") ?? "";
  if (credential === "") return askPage(request, destination, refused({ [FORM_ERROR]: NO_PASSKEY_SENT }, 400));
  const result = await services.passkeys.signIn(client, credential);
  if (!result.ok) return askPage(request, destination, refusedFor(result, REFUSED));
  return signedIn(request, { cookies: result.cookies, codeNeeded: false, destination });
}

async function askPage(
  request: RequestContext,
  destination: string,
  refusal: FormRefusal = FIRST_VISIT,
): Promise<Response> {
  const { options, cookies } = await request.services.passkeys.startSignIn(request.client);
  sendCookies(request.context, cookies);
  return accountPage(request, {
    path: URLS.signIn,
    title: "Sign in with a passkey",
    refusal,
    content: (
      <>
        <PasskeyForm action={URLS.signInPasskey} submit="Use a passkey" does="get" options={options}>
          <input type="hidden" name={DESTINATION} value={destination} />
          <p>Your browser asks for a fingerprint, a face, or a PIN.</p>
        </PasskeyForm>
        <p>
          No passkey at hand? <a href={URLS.signIn}>Sign in with your password</a>, or{" "}
          <a href={URLS.forgotPassword}>set one by email</a>. If you lost the device, then remove its passkey under
          Security.
        </p>
      </>
    ),
  });
}

export function PasskeyButton({
  services,
  destination,
}: {
  readonly services: Pick<SignInServices, "passkeysWork">;
  readonly destination: string;
}) {
  return services.passkeysWork ? (
    <PostForm action={URLS.signInPasskeyStart}>
      <input type="hidden" name={DESTINATION} value={destination} />
      <button type="submit">Sign in with a passkey</button>
    </PostForm>
  ) : null;
}
