import { isAPIError } from "better-auth/api";
import { CLIENT_ADDRESS_HEADER } from "./auth.ts";

/** The browser that asks. */
export interface Client {
  /** Its `Cookie` header. */
  readonly cookies: string | null;
  /** Its address, as the server knows it. */
  readonly address: string | null;
  readonly agent: string | null;
}

/** `Set-Cookie` lines that the answer to the browser has to carry. */
export type SetCookies = readonly string[];

/** The headers that better-auth sees: nothing of the request but these three. */
export function headersOf(client: Client): Headers {
  const headers = new Headers();
  if (client.cookies !== null) headers.set("cookie", client.cookies);
  if (client.address !== null) headers.set(CLIENT_ADDRESS_HEADER, client.address);
  if (client.agent !== null) headers.set("user-agent", client.agent);
  return headers;
}

export type AuthAttempt<Value> =
  | { readonly ok: true; readonly value: Value; readonly cookies: SetCookies }
  /** `code` of better-auth's closed lists of error codes. */
  | { readonly ok: false; readonly code: string };

/** Runs a call of better-auth's server API; its refusals become values, anything else stays an exception. */
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
