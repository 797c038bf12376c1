import { isAPIError } from "better-auth/api";
import { CLIENT_ADDRESS_HEADER } from "./auth.ts";

export interface Client {
  readonly cookies: string | null;
  /** Its IP address, as the server sees it. */
  readonly address: string | null;
  readonly agent: string | null;
  /** A secret of the browser, from a cookie of ours. */
  readonly browser: string;
}

/** `Set-Cookie` headers that the response to the browser must have. */
export type SetCookies = readonly string[];

/** The only three request headers that better-auth sees. */
export function headersOf(client: Client): Headers {
  const headers = new Headers();
  if (client.cookies !== null) headers.set("cookie", client.cookies);
  if (client.address !== null) headers.set(CLIENT_ADDRESS_HEADER, client.address);
  if (client.agent !== null) headers.set("user-agent", client.agent);
  return headers;
}

/** The input of a call of better-auth's server API on behalf of a browser. */
export function callOf<Body>(client: Client, body: Body) {
  return { body, headers: headersOf(client), returnHeaders: true } as const;
}

type AuthAttempt<Value> =
  | { readonly ok: true; readonly value: Value; readonly cookies: SetCookies }
  /** `code` from better-auth's closed lists of error codes. */
  | { readonly ok: false; readonly code: string };

/** Calls better-auth's server API. Its refusals become values; anything else stays an exception. */
export async function attempt<Value>(
  call: () => Promise<{ readonly response: Value; readonly headers?: Headers | null }>,
): Promise<AuthAttempt<Value>> {
  try {
    const { response, headers } = await call();
    return { ok: true, value: response, cookies: headers?.getSetCookie() ?? [] };
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    return { ok: false, code: error.body?.code ?? error.message };
  }
}
