import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import { type AuditEvent, PERSONAL_EVENTS } from "../accounts/account.ts";
import { EVENT_PERMISSIONS } from "../accounts/roles.ts";
import type { AuditReader, ListPage } from "../accounts/store.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { requirePermission } from "./roles.ts";
import type { Tables } from "./tables.ts";

type NewEvent = Omit<AuditEvent, "id" | "keyId" | "detail" | "person"> & Partial<Pick<AuditEvent, "keyId" | "detail">>;

/** Writes an event, in the transaction of what happened. @throws PermissionEnded if its person may no longer do it */
export async function recordEvent(
  trx: Transaction<Tables>,
  { accountId, atMs, name, keyId = null, origin, detail = "" }: NewEvent,
): Promise<void> {
  await requirePermission(trx, accountId, EVENT_PERMISSIONS[name], origin);
  const { via, address, userId = null } = origin;
  const row = { account_id: accountId, at: atMs, name, key_id: keyId, via, address, user_id: userId, detail };
  await trx.insertInto("audit_events").values(row).execute();
}

/**
 * The events of an account, or with null those that operators caused, newest first. A reader does not see what concerns
 * other people alone, and sees their own such events in each of their accounts.
 */
export async function readAuditLog(
  { db }: RepositoryContext,
  page: ListPage,
  accountId: number | null,
  reader?: AuditReader,
): Promise<readonly AuditEvent[]> {
  const { limit, beforeId } = page;
  const newest = (events: Events) =>
    events
      .$if(beforeId !== undefined, (query) => query.where("audit_events.id", "<", beforeId ?? 0))
      .orderBy("audit_events.id", "desc")
      .limit(limit)
      .execute();
  const all = selectEvents(db, accountId);
  if (reader === undefined) {
    return (await newest(accountId === null ? all.where("via", "=", "command") : all)).map(eventOf);
  }
  const isOwn = sql<boolean>`(audit_events.user_id is null or audit_events.user_id = ${reader.userId})`;
  const isPersonal = sql<boolean>`audit_events.name in (${sql.join(PERSONAL_EVENTS.map((name) => sql.lit(name)))})`;
  if (accountId === reader.ownAccountId) {
    return (await newest(all.where(sql<boolean>`(not ${isPersonal} or ${isOwn})`))).map(eventOf);
  }
  const own = selectEvents(db, reader.ownAccountId).where(isPersonal).where(isOwn);
  const rows = [...(await newest(all.where(sql<boolean>`not ${isPersonal}`))), ...(await newest(own))];
  return rows
    .toSorted((one, other) => other.id - one.id)
    .slice(0, limit)
    .map(eventOf);
}

export function selectEvents(db: Kysely<Tables>, accountId: number | null) {
  return db
    .selectFrom("audit_events")
    .leftJoin("users", "users.id", "audit_events.user_id")
    .select(["audit_events.id", "audit_events.account_id as accountId", "at as atMs", "audit_events.name"])
    .select(["key_id as keyId", "via", "address", "user_id as userId", "users.email as person", "detail"])
    .$if(accountId !== null, (query) => query.where("audit_events.account_id", "=", accountId ?? 0));
}

type Events = ReturnType<typeof selectEvents>;
type EventRow = Events extends SelectQueryBuilder<infer _Database, infer _Table, infer Row> ? Row : never;

export function eventOf({ via, address, userId, ...event }: EventRow): AuditEvent {
  return { ...event, origin: { via, address, ...(userId === null ? {} : { userId }) } };
}
