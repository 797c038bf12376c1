import { randomUUID } from "node:crypto";
import type { AuthContext } from "better-auth";
import { z } from "zod";

/** Only this process knows it, so nobody can claim an address in its wrapped form. */
const WRAPPED = `@${randomUUID()}.invalid`;

/**
 * What better-auth's calls take for an address: it refuses some that browsers and mail servers accept, such as
 * `r&d@example.com`. Those are wrapped, and unwrapped wherever better-auth looks up or creates a user.
 */
export function authEmail(email: string): string {
  return z.email().safeParse(email).success ? email : Buffer.from(email).toString("hex") + WRAPPED;
}

export function plainEmail(email: string): string {
  return email.endsWith(WRAPPED) ? Buffer.from(email.slice(0, -WRAPPED.length), "hex").toString() : email;
}

/** Before better-auth's first call. @param context its `$context` */
export async function findByPlainEmail(context: Promise<Pick<AuthContext, "internalAdapter">>): Promise<void> {
  const { internalAdapter } = await context;
  const { findUserByEmail } = internalAdapter;
  internalAdapter.findUserByEmail = (email, options) => findUserByEmail(plainEmail(email), options);
}
