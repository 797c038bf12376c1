import { randomBytes } from "node:crypto";
import type { Clock } from "../domain/clock.ts";
import { type Auth, RESET_LINK_MS } from "./auth.ts";

const TOKEN_BYTES = 24;

/** Prefix of the identifier under which better-auth stores the user of a link. */
export function resetIdentifier(token: string): string {
  return `reset-password:${token}`;
}

/** The token of a link to set a password. It works once, and as long as one that a user requested. */
export async function newResetToken(auth: Auth, clock: Clock, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(clock.now() + RESET_LINK_MS);
  await internalAdapter.createVerificationValue({ identifier: resetIdentifier(token), value: userId, expiresAt });
  return token;
}
