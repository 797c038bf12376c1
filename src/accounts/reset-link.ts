import { randomBytes } from "node:crypto";
import type { Clock } from "../domain/clock.ts";
import { type Auth, RESET_LINK_MS } from "./auth.ts";

const TOKEN_BYTES = 24;

/** Under which better-auth keeps the user of a link. */
export function resetIdentifier(token: string): string {
  return `reset-password:${token}`;
}

/** The token of a link to set a password, which works once and for as long as one that was asked for. */
export async function newResetToken(auth: Auth, clock: Clock, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(clock.now() + RESET_LINK_MS);
  await internalAdapter.createVerificationValue({ identifier: resetIdentifier(token), value: userId, expiresAt });
  return token;
}
