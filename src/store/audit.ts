import type { Kysely, Transaction } from "kysely";
import type { AuditEvent } from "../accounts/account.ts";
import type { ListPage } from "../accounts/store.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";

type NewEvent = Omit<AuditEvent, "id" | "keyId" | "detail"> & Partial<Pick<AuditEvent, "keyId" | "detail">>;

export async function recordEvent(
  trx: Transaction<Tables>,
  { accountId, atMs, name, keyId = null, origin: { via, address }, detail = "" }: NewEvent,
): Promise<void> {
  const row = { account_id: accountId, at: atMs, name, key_id: keyId, via, address, detail };
  await trx.insertInto("audit_events").values(row).execute();
}

/** The events of an account, or with null those that operators caused, newest first. */
export async function readAuditLog(
  { db }: RepositoryContext,
  page: ListPage,
  accountId: number | null,
): Promise<readonly AuditEvent[]> {
  const { limit, beforeId } = page;
  const rows = await selectEvents(db, accountId)
    .$if(accountId === null, (query) => query.where("via", "=", "command"))
    .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(eventOf);
}

export function selectEvents(db: Kysely<Tables>, accountId: number | null) {
  return db
    .selectFrom("audit_events")
    .select(["id", "account_id as accountId", "at as atMs", "name", "key_id as keyId", "via", "address", "detail"])
    .$if(accountId !== null, (query) => query.where("account_id", "=", accountId ?? 0));
}

type EventRow = Omit<AuditEvent, "origin"> & AuditEvent["origin"];

export function eventOf({ via, address, ...event }: EventRow): AuditEvent {
  return { ...event, origin: { via, address } };
}
