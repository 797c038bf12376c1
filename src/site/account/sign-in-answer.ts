import type { SetCookies } from "../../accounts/client.ts";
import { withDestination } from "../http/destination.ts";
import { type RequestContext, sendCookies } from "../http/session.ts";
import { URLS } from "../ui/urls.ts";

interface SignedIn {
  readonly cookies: SetCookies;
  readonly codeNeeded: boolean;
  readonly destination?: string;
}

/** The answer to a correct password or passkey. */
export async function signedIn(request: RequestContext, signed: SignedIn): Promise<Response> {
  const { codeNeeded, destination = URLS.overview } = signed;
  await startSession(request, signed);
  return request.context.redirect(codeNeeded ? withDestination(URLS.signInCode, destination) : destination, 303);
}

/** Sends the cookies of a new session, and ends the browser's previous one, if any. */
export async function startSession(
  { context, client, holder, services }: RequestContext,
  { cookies }: Pick<SignedIn, "cookies">,
): Promise<void> {
  if (holder) await services.signIn.signOut(client);
  sendCookies(context, cookies);
}
