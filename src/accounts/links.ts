import { randomBytes } from "node:crypto";
import type { IdentityParts } from "./identity-parts.ts";

/** What a link in an email is for. With the token it names a row in `verifications`, which has only the hash of the name. */
type LinkKind = "reset-password" | "change-email" | "sign-up";

export interface LinkRow {
  readonly id: string;
  readonly value: string;
}

const TOKEN_BYTES = 24;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Stores a link, and returns its token. */
export async function createLink(
  { auth, clock }: IdentityParts,
  kind: LinkKind,
  link: { readonly token?: string; readonly value: string; readonly lifetimeMs: number },
): Promise<string> {
  const { token = newToken(), value, lifetimeMs } = link;
  const { internalAdapter } = await auth.$context;
  const expiresAt = new Date(clock.now() + lifetimeMs);
  await internalAdapter.createVerificationValue({ identifier: `${kind}:${token}`, value, expiresAt });
  return token;
}

/** Every token of ours: random ones, ids of users, and the browser's nonce. Nothing else is hashed or sent to the store. */
const TOKEN_FORM = /^[\w:-]{1,200}$/;

/** The row of a link; null if there is none, or if it is too old. `consume` also deletes it: of many, one gets it. */
export async function readLink(
  { auth, clock }: IdentityParts,
  kind: LinkKind,
  token: string,
  how: "find" | "consume" = "find",
): Promise<LinkRow | null> {
  if (!TOKEN_FORM.test(token)) return null;
  const { internalAdapter } = await auth.$context;
  const name = `${kind}:${token}`;
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
