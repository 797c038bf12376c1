import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Networks } from "../access/allowed-addresses.ts";
import type { Attempt } from "../accounts/webhook.ts";
import { fetchFailure } from "../base/fetch-failure.ts";
import { hostOf, isAllowedAddress } from "./address.ts";

/** For everything: the name, the connection, and the head of the answer. */
export const TIME_LIMIT_MS = 5_000;

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Posts to a URL of an account. Its name is resolved once, and the request goes to exactly the address that was checked.
 * No redirect is followed, and of the answer only the head is read. Never rejects.
 */
export async function postMessage(
  target: string,
  { headers, body }: Message,
  allowed: Networks | null,
): Promise<Attempt> {
  const url = new URL(target);
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  try {
    const host = hostOf(url);
    const addresses = await Promise.race([resolve(host), rejectionBy(signal)]);
    const [address] = addresses;
    if (address === undefined) return failed("The name of the server cannot be resolved");
    if (!addresses.every((one) => isAllowedAddress(one, url.protocol, allowed))) {
      return failed("The server's address is not public");
    }
    const pinned = new URL(url);
    pinned.hostname = isIP(address) === 6 ? `[${address}]` : address;
    const { status } = await fetch(pinned, {
      method: "POST",
      headers: { ...headers, Host: url.host },
      body,
      redirect: "manual",
      keepalive: false,
      signal,
      // The certificate must be that of the name.
      tls: isIP(host) === 0 ? { serverName: host } : {},
    });
    if (status >= 200 && status < 300) return { status, fault: null };
    return { status, fault: status >= 300 && status < 400 ? "A redirect, which is not followed" : "Not accepted" };
  } catch (error) {
    return failed(signal.aborted ? `No answer within ${TIME_LIMIT_MS / 1_000} s` : failureText(error));
  } finally {
    end.abort();
  }
}

function failed(fault: string): Attempt {
  return { status: null, fault };
}

async function resolve(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

function failureText(error: unknown): string {
  const failure = fetchFailure(error);
  if (failure === "certificate") return "The server's certificate is not valid for this name";
  return failure === "refused" ? "The server refuses connections" : "The connection failed";
}
