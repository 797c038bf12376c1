import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/window.ts";

/** How often an account or IP address may try something, in a window that starts with the first attempt. */
export const THROTTLES = {
  /** Password attempts for one email address, whether or not it has an account. */
  sign_in_account: { limit: 10, windowMs: 15 * MINUTE_MS },
  sign_in_address: { limit: 100, windowMs: 15 * MINUTE_MS },
  /** Emails that two-factor sign-in was locked, one per lock. */
  lock_account: { limit: 1, windowMs: 15 * MINUTE_MS },
  sign_up_address: { limit: 30, windowMs: HOUR_MS },
  /** Emails for sign-ups and for password links are counted apart, so one does not use up the other. */
  sign_up_account: { limit: 5, windowMs: HOUR_MS },
  reset_account: { limit: 5, windowMs: HOUR_MS },
  /** Emails sent by a sign-in. Counting them with the emails above would reveal whether an account exists. */
  confirmation_account: { limit: 3, windowMs: HOUR_MS },
  reset_address: { limit: 50, windowMs: HOUR_MS },
  /** Passwords tried with reset links from one IP address. A refused password does not use the link up. */
  reset_try_address: { limit: 30, windowMs: 15 * MINUTE_MS },
  /** Passwords tried with one reset link, from all addresses. The link works for an hour. */
  reset_try_link: { limit: 10, windowMs: HOUR_MS },
  /** Sign-ins with a passkey that were started or finished from one IP address. */
  passkey_address: { limit: 100, windowMs: 15 * MINUTE_MS },
  /** Two-factor codes from one IP address. better-auth itself locks the account after ten. */
  code_address: { limit: 50, windowMs: 15 * MINUTE_MS },
  /** Password checks of a signed-in user. */
  password_account: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Changes of email address requested by one account, and those requested to one new address. */
  email_change_account: { limit: 5, windowMs: HOUR_MS },
  email_change_address: { limit: 3, windowMs: HOUR_MS },
  /** Reports about figures from one IP address. */
  report_address: { limit: 10, windowMs: DAY_MS },
  /** Invitations by one account, and those to one address. Each is an email to whomever the account names. */
  invite_account: { limit: 30, windowMs: DAY_MS },
  invite_address: { limit: 5, windowMs: DAY_MS },
  /** New passwords with one invitation. A refused password does not use it up. */
  join_link: { limit: 10, windowMs: HOUR_MS },
  /** Requests for another plan. Each sends an email to the operator. */
  plan_request_account: { limit: 5, windowMs: DAY_MS },
  /** Test messages to the account's webhook, because the service sends them to a server of the holder's choice. */
  webhook_test_account: { limit: 10, windowMs: HOUR_MS },
  /** Exports of an account, which read many rows. */
  export_account: { limit: 10, windowMs: HOUR_MS },
} as const;
export type ThrottleName = keyof typeof THROTTLES;

/** A subject has made too many attempts. Nothing was changed. */
export class TooManyAttempts extends Error {
  override readonly name = "TooManyAttempts";
  readonly retryAtMs: number;

  constructor(retryAtMs: number) {
    super("too many attempts");
    this.retryAtMs = retryAtMs;
  }
}

/** What throttling needs from the store, so that limits apply across processes and restarts. */
export interface ThrottleStore {
  /** Counts an attempt in the window of `bucket` and returns the new count and the window's end. One statement. */
  count(bucket: string, windowMs: number): Promise<{ readonly count: number; readonly endsAtMs: number }>;
  clear(bucket: string): Promise<void>;
}

/** Counts an attempt. `subject` is an email address, an IP address, or an id. @throws TooManyAttempts */
export async function throttle(store: ThrottleStore, name: ThrottleName, subject: string): Promise<void> {
  const { limit, windowMs } = THROTTLES[name];
  const { count, endsAtMs } = await store.count(digestedName(name, subject), windowMs);
  if (count > limit) throw new TooManyAttempts(endsAtMs);
}

/** Counts an attempt whose refusal is not reported. */
export async function isAllowed(store: ThrottleStore, name: ThrottleName, subject: string): Promise<boolean> {
  const { limit, windowMs } = THROTTLES[name];
  return (await store.count(digestedName(name, subject), windowMs)).count <= limit;
}

/** Clears the attempts after a successful one. */
export function clearThrottle(store: ThrottleStore, name: ThrottleName, subject: string): Promise<void> {
  return store.clear(digestedName(name, subject));
}

/**
 * One subscriber has a whole IPv6 /64 (RFC 6177), so a /64 counts as one address. All clients without a known address
 * count as one. @param address as `readIpAddress` writes it
 */
export function addressSubject(address: string | null): string {
  if (address === null) return "unknown";
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail.split(":").filter(Boolean);
  while (groups.length + rest.length < 8) groups.push("0");
  return [...groups, ...rest].slice(0, 4).join(":");
}

/** The store has only a digest of the subject, because a list of sign-in attempts would be worth stealing. */
export function digestedName(name: string, subject: string): string {
  return `${name}:${createHash("sha256").update(subject).digest("base64url")}`;
}
