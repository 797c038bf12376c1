import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const CSRF_FIELD = "csrf";

const NONCE_BYTES = 32;
const NONCE_FORM = /^[\w-]{43}$/;
/** The length in bytes of an HMAC-SHA-256, and of the pad in front of it. */
const TOKEN_BYTES = 32;

/** A value for the browser's cookie. Form tokens are derived from it. */
export function createNonce(): string {
  return randomBytes(NONCE_BYTES).toString("base64url");
}

/** Whether a text is a nonce of ours. */
export function isNonce(text: string): boolean {
  return NONCE_FORM.test(text);
}

/**
 * The token of a form: an HMAC over the browser's nonce and its owner, the session and in the dashboard also the account,
 * so that neither a planted cookie nor a token of another session or account is accepted (OWASP CSRF prevention, signed
 * double-submit cookie). It is masked with a random pad,
 * so it differs in each answer and the length of compressed pages reveals nothing about it (BREACH).
 */
export function csrfToken(secret: string, nonce: string, owner: string): string {
  const token = createHmac("sha256", secret).update(`csrf\0${nonce}\0${owner}`).digest();
  const pad = randomBytes(TOKEN_BYTES);
  return Buffer.concat([pad, combined(pad, token)]).toString("base64url");
}

/** Whether two tokens belong to the same browser, session, and account, whatever their pads. */
export function isSameToken(expected: string, given: string): boolean {
  if (given.length !== expected.length) return false;
  const [left, right] = [withoutPad(expected), withoutPad(given)];
  return left.length === TOKEN_BYTES && right.length === TOKEN_BYTES && timingSafeEqual(left, right);
}

function withoutPad(token: string): Buffer {
  const bytes = Buffer.from(token, "base64url");
  return combined(bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES));
}

function combined(pad: Buffer, bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (pad[index] ?? 0)));
}
