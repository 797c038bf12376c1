import type { Auth } from "./auth.ts";

/** The prefix of the identifier of a pending email change. The step and the new address follow it. */
export function emailChangePrefix(userId: string): string {
  return `${userId} `;
}

/** Ends a pending change of email address. */
export async function endEmailChange(auth: Auth, userId: string): Promise<void> {
  const { adapter } = await auth.$context;
  const value = emailChangePrefix(userId);
  await adapter.deleteMany({ model: "verification", where: [{ field: "value", operator: "starts_with", value }] });
}

/**
 * Ends everything that was started before a change and is not finished: reset links, sign-ins that wait for their code,
 * a new address.
 */
export async function endPending(auth: Auth, userId: string): Promise<void> {
  const { adapter } = await auth.$context;
  await adapter.deleteMany({ model: "verification", where: [{ field: "value", value: userId }] });
  await endEmailChange(auth, userId);
}
