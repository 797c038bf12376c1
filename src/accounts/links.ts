import { createHash, randomBytes } from "node:crypto";
import { HOUR_MS } from "../base/window.ts";
import type { IdentityParts } from "./identity-parts.ts";

/**
 * What a link in an email is for. With the token it names a row in `verifications`, or of an invitation; both have only
 * the hash of the name.
 */
type LinkKind = "reset-password" | "change-email" | "sign-up" | "invitation";

export interface LinkRow {
  readonly id: string;
  readonly value: string;
}

/** Of links to set a password and to change the email address. */
export const LINK_MS = HOUR_MS;

const TOKEN_BYTES = 24;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The name of a link's row. */
export function linkName(kind: LinkKind, token: string): string {
  return `${kind}:${token}`;
}

/** What the store has of a link, as better-auth makes it. */
export function linkDigest(kind: LinkKind, token: string): string {
  return createHash("sha256").update(linkName(kind, token)).digest("base64url");
}

/** Every token of ours: random ones, ids of users, and the browser's nonce. Nothing else is hashed or sent to the store. */
const TOKEN_FORM = /^[\w:-]{1,200}$/;

export function isToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

/** The row of a link; null if there is none, or if it is too old. `consume` also deletes it: of many, one gets it. */
export async function readLink(
  { auth, clock }: IdentityParts,
  kind: LinkKind,
  token: string,
  how: "find" | "consume" = "find",
): Promise<LinkRow | null> {
  if (!isToken(token)) return null;
  const { internalAdapter } = await auth.$context;
  const name = linkName(kind, token);
  const row = await (how === "find"
    ? internalAdapter.findVerificationValue(name)
    : internalAdapter.consumeVerificationValue(name));
  return row && row.expiresAt.getTime() > clock.now() ? row : null;
}

/** The value of a change of email address starts with this. The step and the new address follow. */
export function emailChangePrefix(userId: string): string {
  return `${userId} `;
}

/** The value of a link to set a password starts with this. The address that the link was sent to follows. */
export function resetPrefix(userId: string): string {
  return `reset ${userId} `;
}
