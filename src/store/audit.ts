import type { Transaction } from "kysely";
import type { AuditEvent, AuditEventName, Origin } from "../accounts/account.ts";
import type { Page } from "../accounts/store.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";

export async function recordEvent(
  trx: Transaction<Tables>,
  event: {
    readonly accountId: number;
    readonly atMs: number;
    readonly name: AuditEventName;
    readonly keyId?: number;
    readonly origin: Origin;
    readonly detail?: string;
  },
): Promise<void> {
  await trx
    .insertInto("audit_events")
    .values({
      account_id: event.accountId,
      at: event.atMs,
      name: event.name,
      key_id: event.keyId ?? null,
      via: event.origin.via,
      address: event.origin.address,
      detail: event.detail ?? "",
    })
    .execute();
}

/** The events of an account, or with null those that operators caused, newest first. */
export async function readAuditLog(
  { db }: RepositoryContext,
  page: Page,
  accountId: number | null,
): Promise<readonly AuditEvent[]> {
  const { limit, beforeId } = page;
  const rows = await db
    .selectFrom("audit_events")
    .select(["id", "account_id as accountId", "at as atMs", "name", "key_id as keyId", "via", "address", "detail"])
    .$if(accountId !== null, (query) => query.where("account_id", "=", accountId ?? 0))
    .$if(accountId === null, (query) => query.where("via", "=", "command"))
    .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ via, address, ...event }) => ({ ...event, origin: { via, address } }));
}
