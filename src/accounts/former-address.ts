import { createHmac } from "node:crypto";

/**
 * What the store keeps of a deleted account's address until the month ends: a digest keyed by `secret`, so the store
 * alone does not reveal the address. `email` must be normalized by `emailAddress`.
 */
export function formerAddressOf(secret: string, email: string): string {
  return createHmac("sha256", secret).update(`former address\n${email}`).digest("base64url");
}
