import type { Kysely, Selectable, Transaction } from "kysely";
import {
  type ApiKey,
  boundedExpiry,
  type CreateKeyRefusal,
  GRACE_PERIODS_MS,
  type KeyImprint,
  type KeyLife,
  type KeyReissue,
  type KeyRevocation,
  type KeyStatus,
  keyStatus,
  type NewKey,
  type ReissueKeyRefusal,
  type RevokeKeyResult,
} from "../accounts/keys.ts";
import type { KeyStore } from "../accounts/store.ts";
import type { KeyType } from "../domain/plan.ts";
import { readAccount } from "./accounts.ts";
import { recordEvent } from "./audit.ts";
import type { Session } from "./session.ts";
import type { ApiKeysTable, Tables } from "./tables.ts";

export function keyStore(session: Session): KeyStore {
  return {
    create: (key, imprint) => createKey(session, key, imprint),
    find: (keyId) => readKey(session.db, keyId),
    async findByDigest(digest) {
      const row = await selectKeys(session.db).where("api_keys.digest", "=", digest).executeTakeFirst();
      return row === undefined ? null : keyOf(row);
    },
    async digest(accountId, keyId) {
      const query = session.db.selectFrom("api_keys").select("digest").where("id", "=", keyId);
      const row = await query.where("account_id", "=", accountId).executeTakeFirst();
      return row?.digest ?? null;
    },

    async list(accountId) {
      const query = selectKeys(session.db).where("api_keys.account_id", "=", accountId);
      const rows = await query.orderBy("api_keys.id", "desc").execute();
      return rows.map(keyOf);
    },

    revoke: (revocation) => revokeKey(session, revocation),
    reissue: (request, imprint) => reissueKey(session, request, imprint),
  };
}

type Created = { readonly ok: true; readonly key: ApiKey };

function createKey(session: Session, request: NewKey, imprint: KeyImprint): Promise<Created | CreateKeyRefusal> {
  const { accountId, type, name, expiresAtMs, origin } = request;
  return session.db.transaction().execute(async (trx) => {
    await session.lockAccount(trx, accountId);
    const account = await readAccount(trx, accountId);
    if (account === undefined) return { ok: false, reason: "account_not_found" };
    const nowMs = await session.now(trx);
    if (expiresAtMs !== null && expiresAtMs <= nowMs) return { ok: false, reason: "expiry_past" };
    const limit = session.limitsIn(account.plan, account.overrides).activeKeysPerType;
    const { active } = await countKeys(trx, accountId, type, nowMs);
    if (active >= limit) return { ok: false, reason: "key_limit_reached", limit };
    const key = await insertKey(trx, { accountId, type, name, expiresAtMs }, imprint, nowMs);
    const { id: keyId, display: detail } = key;
    await recordEvent(trx, { accountId, atMs: nowMs, name: "key_created", keyId, origin, detail });
    return { ok: true, key };
  });
}

function revokeKey(session: Session, { accountId, keyId, origin }: KeyRevocation): Promise<RevokeKeyResult> {
  return session.db.transaction().execute(async (trx) => {
    await session.lockAccount(trx, accountId);
    const key = await readKey(trx, keyId);
    if (key === null || key.accountId !== accountId) return { ok: false, reason: "key_not_found" };
    if (key.revokedAtMs !== null) return { ok: false, reason: "key_revoked" };
    const atMs = await session.now(trx);
    await trx.updateTable("api_keys").set({ revoked_at: atMs }).where("id", "=", keyId).execute();
    await recordEvent(trx, { accountId, atMs, name: "key_revoked", keyId, origin, detail: key.display });
    return { ok: true, key: { ...key, revokedAtMs: atMs } };
  });
}

function reissueKey(
  session: Session,
  { accountId, keyId, grace, origin }: KeyReissue,
  imprint: KeyImprint,
): Promise<Created | ReissueKeyRefusal> {
  return session.db.transaction().execute(async (trx) => {
    await session.lockAccount(trx, accountId);
    const [account, old] = [await readAccount(trx, accountId), await readKey(trx, keyId)];
    if (account === undefined || old === null || old.accountId !== accountId) {
      return { ok: false, reason: "key_not_found" };
    }
    const nowMs = await session.now(trx);
    const status = keyStatus(old, nowMs);
    if (status !== "active") return { ok: false, reason: `key_${status}` };
    const graceMs = GRACE_PERIODS_MS[grace];
    // Else keys in their grace would multiply the daily limit of test keys without end.
    const limit = session.limitsIn(account.plan, account.overrides).activeKeysPerType;
    const { replaced } = await countKeys(trx, accountId, old.type, nowMs);
    if (graceMs > 0 && replaced >= limit) return { ok: false, reason: "grace_limit_reached", limit };
    const { type, name } = old;
    const expiresAtMs = old.expiresAtMs === null ? null : boundedExpiry(nowMs + (old.expiresAtMs - old.createdAtMs));
    const key = await insertKey(trx, { accountId, type, name, expiresAtMs }, imprint, nowMs);
    const end = graceMs === 0 ? { revoked_at: nowMs } : { grace_ends_at: nowMs + graceMs };
    await trx
      .updateTable("api_keys")
      .set({ ...end, replaced_by: key.id })
      .where("id", "=", keyId)
      .execute();
    const detail = `${old.display} → ${imprint.display}, grace ${grace}`;
    await recordEvent(trx, { accountId, atMs: nowMs, name: "key_reissued", keyId, origin, detail });
    return { ok: true, key };
  });
}

/** Usable keys of one type: those that count against the plan, and those that work only until their grace ends. */
async function countKeys(trx: Transaction<Tables>, accountId: number, type: KeyType, nowMs: number) {
  const rows = await trx
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("revoked_at", "is", null)
    .execute();
  const statuses = rows.map((row) => keyStatus(lifeOf(row), nowMs));
  const count = (status: KeyStatus) => statuses.filter((one) => one === status).length;
  return { active: count("active"), replaced: count("replaced") };
}

async function insertKey(
  trx: Transaction<Tables>,
  key: Pick<ApiKey, "accountId" | "type" | "name" | "expiresAtMs">,
  imprint: KeyImprint,
  nowMs: number,
): Promise<ApiKey> {
  const row = await trx
    .insertInto("api_keys")
    .values({
      account_id: key.accountId,
      type: key.type,
      name: key.name,
      digest: imprint.digest,
      display: imprint.display,
      created_at: nowMs,
      expires_at: key.expiresAtMs,
      revoked_at: null,
      replaced_by: null,
      grace_ends_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return keyOf({ ...row, last_used_at: null });
}

async function readKey(db: Kysely<Tables>, keyId: number): Promise<ApiKey | null> {
  const row = await selectKeys(db).where("api_keys.id", "=", keyId).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

/** The last use is in the newest day of the key's usage, so that admission writes it nowhere else. */
export function selectKeys(db: Kysely<Tables>) {
  return db
    .selectFrom("api_keys")
    .selectAll("api_keys")
    .select((from) =>
      from
        .selectFrom("daily_usage")
        .select("daily_usage.last_used_at")
        .whereRef("daily_usage.key_id", "=", "api_keys.id")
        .orderBy("daily_usage.day", "desc")
        .limit(1)
        .as("last_used_at"),
    );
}

export function keyOf(row: Selectable<ApiKeysTable> & { readonly last_used_at: number | null }): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    name: row.name,
    display: row.display,
    createdAtMs: row.created_at,
    lastUsedAtMs: row.last_used_at,
    ...lifeOf(row),
  };
}

function lifeOf(row: Selectable<ApiKeysTable>): KeyLife {
  return {
    expiresAtMs: row.expires_at,
    revokedAtMs: row.revoked_at,
    replacedBy: row.replaced_by,
    graceEndsAtMs: row.grace_ends_at,
  };
}
