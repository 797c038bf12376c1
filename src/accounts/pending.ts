import type { Auth } from "./auth.ts";

/** The stored value of a change of email address starts with this. The step and the new address follow. */
export function emailChangePrefix(userId: string): string {
  return `${userId} `;
}

/** The stored value of a link to set a password starts with this. The address that the link was sent to follows. */
export function resetPrefix(userId: string): string {
  return `reset ${userId} `;
}

/** Ends a change of email address that waits for one of its links. */
export async function endEmailChange(auth: Auth, userId: string): Promise<void> {
  const { adapter } = await auth.$context;
  const value = emailChangePrefix(userId);
  await adapter.deleteMany({ model: "verification", where: [{ field: "value", operator: "starts_with", value }] });
}
