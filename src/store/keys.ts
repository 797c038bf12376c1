import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
  type Transaction,
} from "kysely";
import type { Origin } from "../accounts/account.ts";
import {
  type ApiKey,
  boundedExpiry,
  type CreateKeyRefusal,
  type DailyKeyRefusal,
  GRACE_PERIODS_MS,
  type HashedKey,
  type KeyLife,
  type KeyReissue,
  type KeyRenaming,
  type KeyRevocation,
  type KeyStatus,
  keyStatus,
  type NewKey,
  type ReissueKeyRefusal,
  type RevokeKeyResult,
} from "../accounts/keys.ts";
import type { KeyStore } from "../accounts/store.ts";
import { dailyNewKeys, dailyTestKeys, type KeyType, type PlanLimits } from "../domain/plan.ts";
import { utcDay } from "../domain/window.ts";
import { readAccount } from "./accounts.ts";
import { recordEvent } from "./audit.ts";
import { predecessorsOf } from "./former-addresses.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { ApiKeysTable, Tables } from "./tables.ts";

export function keyStore(context: RepositoryContext): KeyStore {
  return {
    create: (key, hashedKey) => createKey(context, key, hashedKey),
    find: (keyId) => readKey(context.db, keyId),
    async findByDigest(digest) {
      const row = await selectKeys(context.db).where("api_keys.digest", "=", digest).executeTakeFirst();
      return row === undefined ? null : keyOf(row);
    },

    async usable(accountId) {
      const nowMs = await context.now(context.db);
      const query = selectKeys(context.db).where("api_keys.account_id", "=", accountId).where(isUsable(nowMs));
      const rows = await query.orderBy("api_keys.id", "desc").execute();
      return rows.map(keyOf);
    },
    async ended(accountId, { limit, beforeId = Number.MAX_SAFE_INTEGER }) {
      const nowMs = await context.now(context.db);
      const query = selectKeys(context.db).where("api_keys.account_id", "=", accountId);
      const ended = query.where("api_keys.id", "<", beforeId).where(({ not }) => not(isUsable(nowMs)));
      const rows = await ended.orderBy("api_keys.id", "desc").limit(limit).execute();
      return rows.map(keyOf);
    },
    async named(accountId, keyIds) {
      if (keyIds.length === 0) return [];
      const query = selectKeys(context.db).where("api_keys.account_id", "=", accountId);
      return (await query.where("api_keys.id", "in", keyIds).execute()).map(keyOf);
    },

    rename: (renaming) => renameKey(context, renaming),
    revoke: (revocation) => revokeKey(context, revocation),
    reissue: (request, hashedKey) => reissueKey(context, request, hashedKey),
  };
}

type Created = { readonly ok: true; readonly key: ApiKey };

function createKey(
  context: RepositoryContext,
  request: NewKey,
  hashedKey: HashedKey,
): Promise<Created | CreateKeyRefusal> {
  const { accountId, type, name, expiresAtMs, origin } = request;
  return context.db.transaction().execute(async (trx) => {
    await context.lockAccount(trx, accountId);
    const account = await readAccount(trx, accountId);
    if (account === undefined || account.deleted_at !== null) return { ok: false, reason: "account_not_found" };
    const nowMs = await context.now(trx);
    if (expiresAtMs !== null && expiresAtMs <= nowMs) return { ok: false, reason: "expiry_past" };
    const limits = context.limitsIn(account.plan, account.overrides);
    const limit = limits.activeKeysPerType;
    const counts = await countKeys(trx, accountId, type, nowMs);
    if (counts.active >= limit) return { ok: false, reason: "key_limit_reached", limit };
    const refusal =
      dailyRefusal(counts, limits, origin, nowMs) ?? dailyTestRefusal(type, counts, limits, origin, nowMs);
    if (refusal !== null) return refusal;
    const key = await insertKey(trx, { accountId, type, name, expiresAtMs, firstKeyId: null }, hashedKey, nowMs);
    const { id: keyId, display: detail } = key;
    await recordEvent(trx, { accountId, atMs: nowMs, name: "key_created", keyId, origin, detail });
    return { ok: true, key };
  });
}

/** The audit log has no names: it outlives the account. */
function renameKey(context: RepositoryContext, { accountId, keyId, name, origin }: KeyRenaming): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    await context.lockAccount(trx, accountId);
    const key = await readKey(trx, keyId);
    if (key === null || key.accountId !== accountId) return false;
    if (key.name === name) return true;
    await trx.updateTable("api_keys").set({ name }).where("id", "=", keyId).execute();
    const atMs = await context.now(trx);
    await recordEvent(trx, { accountId, atMs, name: "key_renamed", keyId, origin, detail: key.display });
    return true;
  });
}

function revokeKey(context: RepositoryContext, { accountId, keyId, origin }: KeyRevocation): Promise<RevokeKeyResult> {
  return context.db.transaction().execute(async (trx) => {
    await context.lockAccount(trx, accountId);
    const key = await readKey(trx, keyId);
    if (key === null || key.accountId !== accountId) return { ok: false, reason: "key_not_found" };
    if (key.revokedAtMs !== null) return { ok: false, reason: "key_revoked" };
    const atMs = await context.now(trx);
    await trx.updateTable("api_keys").set({ revoked_at: atMs }).where("id", "=", keyId).execute();
    await recordEvent(trx, { accountId, atMs, name: "key_revoked", keyId, origin, detail: key.display });
    return { ok: true, key: { ...key, revokedAtMs: atMs } };
  });
}

function reissueKey(
  context: RepositoryContext,
  { accountId, keyId, grace, origin }: KeyReissue,
  hashedKey: HashedKey,
): Promise<Created | ReissueKeyRefusal> {
  return context.db.transaction().execute(async (trx) => {
    await context.lockAccount(trx, accountId);
    const [account, old] = [await readAccount(trx, accountId), await readKey(trx, keyId)];
    if (account === undefined || old === null || old.accountId !== accountId) {
      return { ok: false, reason: "key_not_found" };
    }
    const nowMs = await context.now(trx);
    const status = keyStatus(old, nowMs);
    if (status !== "active") return { ok: false, reason: `key_${status}` };
    const graceMs = GRACE_PERIODS_MS[grace];
    const limits = context.limitsIn(account.plan, account.overrides);
    const limit = limits.activeKeysPerType;
    const counts = await countKeys(trx, accountId, old.type, nowMs);
    if (graceMs > 0 && counts.replaced >= limit) return { ok: false, reason: "grace_limit_reached", limit };
    const refusal = dailyRefusal(counts, limits, origin, nowMs);
    if (refusal !== null) return refusal;
    const { type, name } = old;
    const expiresAtMs = old.expiresAtMs === null ? null : boundedExpiry(nowMs + (old.expiresAtMs - old.createdAtMs));
    const firstKeyId = (await firstKeyOf(trx, keyId)) ?? keyId;
    const key = await insertKey(trx, { accountId, type, name, expiresAtMs, firstKeyId }, hashedKey, nowMs);
    const end = graceMs === 0 ? { revoked_at: nowMs } : { grace_ends_at: nowMs + graceMs };
    await trx
      .updateTable("api_keys")
      .set({ ...end, replaced_by: key.id })
      .where("id", "=", keyId)
      .execute();
    const detail = `${old.display} → ${hashedKey.display}, grace period ${graceMs / 3_600_000} h`;
    await recordEvent(trx, { accountId, atMs: nowMs, name: "key_reissued", keyId, origin, detail });
    return { ok: true, key };
  });
}

interface KeyCounts {
  /** The account's usable keys of one type: those that count against the plan, and those in a grace period. */
  readonly active: number;
  readonly replaced: number;
  /**
   * Keys of that type that were usable at any moment of the UTC day, including those of deleted accounts with the same
   * address. A key and its successors count once.
   */
  readonly usableToday: number;
  /** Keys of both types created on the UTC day, including those of deleted accounts with the same address. */
  readonly createdToday: number;
}

async function countKeys(
  trx: Transaction<Tables>,
  accountId: number,
  type: KeyType,
  nowMs: number,
): Promise<KeyCounts> {
  const { startMs } = utcDay(nowMs);
  const rows = await trx
    .selectFrom("api_keys")
    .selectAll()
    .where(({ eb, or }) =>
      or([eb("account_id", "=", accountId), eb("account_id", "in", predecessorsOf(trx, accountId))]),
    )
    .where(({ eb, and, or }) =>
      or([
        eb("created_at", ">=", startMs),
        and([
          or([eb("revoked_at", "is", null), eb("revoked_at", ">=", startMs)]),
          or([eb("grace_ends_at", "is", null), eb("grace_ends_at", ">", startMs)]),
          or([eb("expires_at", "is", null), eb("expires_at", ">", startMs)]),
        ]),
      ]),
    )
    .execute();
  const ofType = rows.filter((row) => row.type === type);
  const own = ofType.filter((row) => row.account_id === accountId);
  const statuses = own.map((row) => keyStatus(lifeOf(row), nowMs));
  const count = (status: KeyStatus) => statuses.filter((one) => one === status).length;
  return {
    active: count("active"),
    replaced: count("replaced"),
    usableToday: new Set(ofType.map((row) => row.first_key_id ?? row.id)).size,
    createdToday: rows.filter((row) => row.created_at >= startMs).length,
  };
}

/** Applies only to account holders: the daily limits do not bind an operator's command (decisions 3). */
function dailyRefusal(
  { createdToday }: KeyCounts,
  limits: PlanLimits,
  origin: Origin,
  nowMs: number,
): DailyKeyRefusal | null {
  const limit = dailyNewKeys(limits);
  if (origin.via === "command" || createdToday < limit) return null;
  return { ok: false, reason: "daily_keys_reached", limit, retryAtMs: utcDay(nowMs).endMs };
}

function dailyTestRefusal(
  type: KeyType,
  { usableToday }: KeyCounts,
  limits: PlanLimits,
  origin: Origin,
  nowMs: number,
): DailyKeyRefusal | null {
  const limit = dailyTestKeys(limits);
  if (origin.via === "command" || type === "live" || usableToday < limit) return null;
  return { ok: false, reason: "daily_test_keys_reached", limit, retryAtMs: utcDay(nowMs).endMs };
}

/** The first key of the chain that a key belongs to; null if it is that key itself. */
async function firstKeyOf(trx: Transaction<Tables>, keyId: number): Promise<number | null> {
  const row = await trx.selectFrom("api_keys").select("first_key_id").where("id", "=", keyId).executeTakeFirst();
  return row?.first_key_id ?? null;
}

function isUsable(nowMs: number): Expression<SqlBool> {
  const { eb, and, or } = expressionBuilder<Tables, "api_keys">();
  return and([
    eb("api_keys.revoked_at", "is", null),
    or([eb("api_keys.grace_ends_at", "is", null), eb("api_keys.grace_ends_at", ">", nowMs)]),
    or([eb("api_keys.expires_at", "is", null), eb("api_keys.expires_at", ">", nowMs)]),
  ]);
}

async function insertKey(
  trx: Transaction<Tables>,
  key: Pick<ApiKey, "accountId" | "type" | "name" | "expiresAtMs"> & { readonly firstKeyId: number | null },
  hashedKey: HashedKey,
  nowMs: number,
): Promise<ApiKey> {
  const row = await trx
    .insertInto("api_keys")
    .values({
      account_id: key.accountId,
      type: key.type,
      name: key.name,
      digest: hashedKey.digest,
      display: hashedKey.display,
      created_at: nowMs,
      expires_at: key.expiresAtMs,
      revoked_at: null,
      replaced_by: null,
      grace_ends_at: null,
      first_key_id: key.firstKeyId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return keyOf({ ...row, last_used_at: null });
}

async function readKey(db: Kysely<Tables>, keyId: number): Promise<ApiKey | null> {
  const row = await selectKeys(db).where("api_keys.id", "=", keyId).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

/** The last use comes from the newest day of the key's usage, so admission writes it only there. */
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
