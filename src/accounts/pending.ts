import type { Auth } from "./auth.ts";

/** What the store keeps of a change of email address begins with this; the rest is its step and the new address. */
export function emailChangePrefix(userId: string): string {
  return `${userId} `;
}

/** Ends a change of email address that waits for one of its links. */
export async function endEmailChange(auth: Auth, userId: string): Promise<void> {
  const { adapter } = await auth.$context;
  const value = emailChangePrefix(userId);
  await adapter.deleteMany({ model: "verification", where: [{ field: "value", operator: "starts_with", value }] });
}

/** Ends what was begun before a change and not finished: reset links, sign-ins that wait for their code, a new address. */
export async function endPending(auth: Auth, userId: string): Promise<void> {
  const { adapter } = await auth.$context;
  await adapter.deleteMany({ model: "verification", where: [{ field: "value", value: userId }] });
  await endEmailChange(auth, userId);
}
