import { createHmac } from "node:crypto";
import type { FormerAddress } from "./account.ts";

/** A digest of a deleted account's normalized address, keyed by `secret`, so the store alone does not reveal it. */
export function formerAddressOf(secret: string): FormerAddress {
  return (email) => createHmac("sha256", secret).update(`former address\n${email}`).digest("base64url");
}
