import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Name of the hidden field that every form posts. */
export const CSRF_FIELD = "csrf";

const NONCE_BYTES = 32;

/** A value for the browser's cookie. Form tokens are derived from it. */
export function createNonce(): string {
  return randomBytes(NONCE_BYTES).toString("base64url");
}

/**
 * The token of a form: an HMAC over the browser's nonce and the session, so that neither a planted cookie nor a token of
 * another session is accepted (OWASP CSRF prevention, signed double-submit cookie).
 */
export function csrfToken(secret: string, nonce: string, sessionId: string): string {
  return createHmac("sha256", secret).update(`csrf\0${nonce}\0${sessionId}`).digest("base64url");
}

export function isSameToken(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
