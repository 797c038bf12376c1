import { sql, type Transaction } from "kysely";
import type { NewEmail } from "../accounts/outbox.ts";
import { queueEmails } from "./outbox.ts";
import type { Tables } from "./tables.ts";
import { deleteWebhook } from "./webhooks.ts";

/** What people wrote into these events: addresses and names. */
const ERASED_DETAILS = [
  "key_restricted",
  "webhook_set",
  "webhook_disabled",
  "person_invited",
  "invitation_withdrawn",
  "person_joined",
  "role_changed",
  "main_owner_changed",
  "person_removed",
  "person_left",
] as const;

/** Ends an account: its keys stop, and what says who its people are goes. What bills are checked against stays. */
export async function endAccount(
  trx: Transaction<Tables>,
  accountId: number,
  nowMs: number,
  letters: readonly NewEmail[] = [],
): Promise<void> {
  const keys = trx.updateTable("api_keys").set({ revoked_at: nowMs });
  await keys.where("account_id", "=", accountId).where("revoked_at", "is", null).execute();
  // The holder chose these names and addresses, and a notice may quote a name.
  await trx.updateTable("api_keys").set({ name: "", addresses: null }).where("account_id", "=", accountId).execute();
  const details = trx.updateTable("audit_events").set({ detail: "" }).where("account_id", "=", accountId);
  await details.where("name", "in", ERASED_DETAILS).execute();
  await sql`delete from sessions where account_id = ${accountId}
    and user_id in (select user_id from memberships where account_id = ${accountId})`.execute(trx);
  for (const table of ["notices", "plan_requests", "emails", "memberships", "invitations"] as const) {
    await trx.deleteFrom(table).where("account_id", "=", accountId).execute();
  }
  await queueEmails(trx, letters, nowMs);
  await deleteWebhook(trx, accountId);
}

/** The row of an ended account. */
export function endedRow(accountId: number, suspendedAtMs: number | null, nowMs: number) {
  const email = `deleted-${accountId}@invalid`;
  return { email, suspended_at: suspendedAtMs ?? nowMs, deleted_at: nowMs };
}
