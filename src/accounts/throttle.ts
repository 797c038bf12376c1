import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often something may be tried by one account or from one address, in a window that begins with the first try. */
export const THROTTLES = {
  /** Passwords for one email address, whether it has an account or not. */
  sign_in_account: { limit: 10, windowMs: 15 * MINUTE_MS },
  sign_in_address: { limit: 100, windowMs: 15 * MINUTE_MS },
  /** Emails that a second step was locked, one for each lock. */
  lock_account: { limit: 1, windowMs: 15 * MINUTE_MS },
  sign_up_address: { limit: 30, windowMs: HOUR_MS },
  /** Emails to one address: of sign-ups, and of links to set a password. Apart, so that one takes nothing from the other. */
  sign_up_account: { limit: 5, windowMs: HOUR_MS },
  reset_account: { limit: 5, windowMs: HOUR_MS },
  /** Confirmation emails that a sign-in sends; were they counted with those, that count would tell of an account. */
  confirmation_account: { limit: 3, windowMs: HOUR_MS },
  reset_address: { limit: 50, windowMs: HOUR_MS },
  /** Codes of the second factor from one address; better-auth itself locks the account after ten. */
  code_address: { limit: 50, windowMs: 15 * MINUTE_MS },
  /** The password asked again of somebody who is signed in. */
  password_account: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Changes of email address that one account asks for, and that are asked for to one new address. */
  email_change_account: { limit: 5, windowMs: HOUR_MS },
  email_change_address: { limit: 3, windowMs: HOUR_MS },
  /** A code of the authenticator app is taken once; it is valid for three steps of 30 s (RFC 6238, 5.2). */
  code_use: { limit: 1, windowMs: 90_000 },
  /** Requests for another plan, each of which is an email to the operator. */
  plan_request_account: { limit: 5, windowMs: 24 * HOUR_MS },
  /** A form whose answer shows a secret works once. */
  form_use: { limit: 1, windowMs: 24 * HOUR_MS },
} as const;
export type ThrottleName = keyof typeof THROTTLES;

export type ThrottleResult =
  | { readonly ok: true }
  /** When the next try is allowed, milliseconds since the epoch. */
  | { readonly ok: false; readonly reason: "throttled"; readonly retryAtMs: number };

/** What throttling needs of the store, so that the limits hold over all processes and restarts. */
export interface ThrottleStore {
  /** Counts a try in the window of `bucket` and answers the count with it, and the window's end. One statement. */
  count(bucket: string, windowMs: number): Promise<{ readonly count: number; readonly endsAtMs: number }>;
  clear(bucket: string): Promise<void>;
}

/** Counts a try and says whether it may go on. `subject` is an email address, an IP address or an id. */
export async function throttle(store: ThrottleStore, name: ThrottleName, subject: string): Promise<ThrottleResult> {
  const { limit, windowMs } = THROTTLES[name];
  const { count, endsAtMs } = await store.count(bucketOf(name, subject), windowMs);
  return count <= limit ? { ok: true } : { ok: false, reason: "throttled", retryAtMs: endsAtMs };
}

/** Forgets the tries, after one that succeeded. */
export function clearThrottle(store: ThrottleStore, name: ThrottleName, subject: string): Promise<void> {
  return store.clear(bucketOf(name, subject));
}

/** Takes a code of the authenticator app; false when it was taken before (RFC 6238, 5.2). */
export async function takeCode(store: ThrottleStore, userId: string, code: string): Promise<boolean> {
  return (await throttle(store, "code_use", `${userId}:${code}`)).ok;
}

/** One subscriber has a whole IPv6 /64 (RFC 6177), so that is one address here. */
export function addressSubject(address: string | null): string {
  if (address === null) return "unknown";
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail.split(":").filter(Boolean);
  while (groups.length + rest.length < 8) groups.push("0");
  return [...groups, ...rest].slice(0, 4).join(":");
}

/** The store sees a digest: a list of who tried to sign in is worth stealing. */
function bucketOf(name: ThrottleName, subject: string): string {
  return `${name}:${createHash("sha256").update(subject).digest("base64url")}`;
}
