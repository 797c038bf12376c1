import { createHmac } from "node:crypto";
import type { FormerAddress } from "./account.ts";

/**
 * What the store keeps of a deleted account's address until the month ends: a digest keyed by `secret`, so the store
 * alone does not reveal the address. Addresses must be normalized by `emailAddress`.
 */
export function formerAddressOf(secret: string): FormerAddress {
  return (email) => createHmac("sha256", secret).update(`former address\n${email}`).digest("base64url");
}
