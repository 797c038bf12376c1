import type { SetCookies } from "../../accounts/client.ts";
import { withDestination } from "../http/destination.ts";
import { type RequestContext, sendCookies } from "../http/session.ts";
import { URLS } from "../ui/urls.ts";

interface SignedIn {
  readonly cookies: SetCookies;
  readonly codeNeeded: boolean;
  readonly destination?: string;
}

/** The answer to a correct password or passkey. It ends the browser's previous session, if any. */
export async function signedIn(
  { context, client, holder, services }: RequestContext,
  { cookies, codeNeeded, destination = URLS.overview }: SignedIn,
): Promise<Response> {
  if (holder) await services.signIn.signOut(client);
  sendCookies(context, cookies);
  return context.redirect(codeNeeded ? withDestination(URLS.signInCode, destination) : destination, 303);
}
