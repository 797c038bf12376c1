import { randomBytes } from "node:crypto";
import type { Clock } from "../domain/clock.ts";
import { emailAddress } from "./account.ts";
import { type Auth, RESET_LINK_MS } from "./auth.ts";
import { resetPrefix } from "./pending.ts";
import type { AddressedUser } from "./user-store.ts";

const TOKEN_BYTES = 24;

/** A link to set a password. It works only while its user has the address that it was sent to. */
export interface ResetLink extends AddressedUser {
  readonly linkId: string;
}

/** The token of a new link for a user, for an email to `user.email`. It works once, for an hour. */
export async function newResetToken(
  auth: Auth,
  clock: Clock,
  user: { readonly id: string; readonly email: string },
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: `${resetPrefix(user.id)}${user.email}`,
    expiresAt: new Date(clock.now() + RESET_LINK_MS),
  });
  return token;
}

/** null if there is no such link, or it is too old. */
export async function findResetLink(auth: Auth, clock: Clock, token: string): Promise<ResetLink | null> {
  const { internalAdapter } = await auth.$context;
  const row = await internalAdapter.findVerificationValue(identifierOf(token));
  if (!row || row.expiresAt.getTime() <= clock.now()) return null;
  const [, userId = "", address] = row.value.split(" ");
  const email = emailAddress.safeParse(address);
  return row.value.startsWith(resetPrefix(userId)) && email.success
    ? { linkId: row.id, userId, email: email.data }
    : null;
}

/** The name under which better-auth stores the link. The store has only its hash. */
function identifierOf(token: string): string {
  return `reset-password:${token}`;
}
