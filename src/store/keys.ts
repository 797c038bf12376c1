import { type Expression, expressionBuilder, type Kysely, type SqlBool, type Transaction } from "kysely";
import { mintKey } from "../access/key.ts";
import type { Origin } from "../accounts/account.ts";
import {
  type ApiKey,
  boundedExpiry,
  type DailyKeyRefusal,
  GRACE_PERIODS_MS,
  type KeyChange,
  type KeyStatus,
  keyStatus,
  type NewKeyResult,
  type ReissueKeyRefusal,
  type RevokeKeyResult,
} from "../accounts/keys.ts";
import type { KeyStore } from "../accounts/store.ts";
import { keyData } from "../accounts/webhook.ts";
import { utcDay } from "../base/window.ts";
import { dailyNewKeys, dailyTestKeys, type KeyType } from "../domain/plan.ts";
import { readAccount } from "./accounts.ts";
import { recordEvent } from "./audit.ts";
import { predecessorsOf } from "./former-addresses.ts";
import type { RepositoryContext } from "./repository-context.ts";
import type { Tables } from "./tables.ts";
import { raiseWebhookEvent } from "./webhooks.ts";

export function keyStore(context: RepositoryContext): KeyStore {
  return {
    create({ accountId, type, name, expiresAtMs, origin }) {
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
        const { createdToday, usableToday } = counts;
        const tests = type === "test" ? usableToday : 0;
        const refusal =
          dailyRefusal("daily_keys_reached", createdToday, dailyNewKeys(limits), origin, nowMs) ??
          dailyRefusal("daily_test_keys_reached", tests, dailyTestKeys(limits), origin, nowMs);
        if (refusal !== null) return refusal;
        const made = await insertKey(
          trx,
          { accountId, type, name, expiresAtMs, addresses: null, firstKeyId: null },
          nowMs,
        );
        const { id: keyId, display: detail } = made.key;
        await recordEvent(trx, { accountId, atMs: nowMs, name: "key_created", keyId, origin, detail });
        const data = { key: keyData(made.key), by: await emailOf(trx, origin) };
        await raiseWebhookEvent(trx, { accountId, type: "key.created", subject: keyId, data, atMs: nowMs });
        return made;
      });
    },
    find: (keyId) => readKey(context.db, keyId),
    findByDigest: async (digest) =>
      (await selectKeys(context.db).where("digest", "=", digest).executeTakeFirst()) ?? null,

    async usable(accountId) {
      const query = keysOf(context.db, accountId).where(isUsable(await context.now(context.db)));
      return await query.orderBy("id", "desc").execute();
    },
    async ended(accountId, { limit, beforeId = Number.MAX_SAFE_INTEGER }) {
      const nowMs = await context.now(context.db);
      const query = keysOf(context.db, accountId).where("id", "<", beforeId);
      const ended = query.where(({ not }) => not(isUsable(nowMs)));
      return await ended.orderBy("id", "desc").limit(limit).execute();
    },
    named: async (accountId, keyIds) =>
      keyIds.length === 0 ? [] : await keysOf(context.db, accountId).where("id", "in", keyIds).execute(),

    rename: (key, name) => changeKey(context, key, "name", name),
    restrict: (key, networks) => changeKey(context, key, "addresses", networks || null),
    async revoke({ origin, ...named }) {
      const result = await withKey<RevokeKeyResult>(context, named, async (trx, key, atMs) => {
        if (key.revokedAtMs !== null) return { ok: false, reason: "key_revoked" };
        await trx.updateTable("api_keys").set({ revoked_at: atMs }).where("id", "=", key.id).execute();
        await recordEvent(trx, { ...named, atMs, name: "key_revoked", origin, detail: key.display });
        const data = { key: keyData(key), by: await emailOf(trx, origin) };
        await raiseWebhookEvent(trx, { accountId: key.accountId, type: "key.revoked", subject: key.id, data, atMs });
        return { ok: true };
      });
      return result ?? { ok: false, reason: "key_not_found" };
    },
    async reissue({ grace, origin, ...named }) {
      const { accountId, keyId } = named;
      const result = await withKey<NewKeyResult | ReissueKeyRefusal>(context, named, async (trx, old, nowMs) => {
        const account = await readAccount(trx, accountId);
        if (account === undefined) return { ok: false, reason: "key_not_found" };
        const status = keyStatus(old, nowMs);
        if (status !== "active") return { ok: false, reason: `key_${status}` };
        const graceMs = GRACE_PERIODS_MS[grace];
        const limits = context.limitsIn(account.plan, account.overrides);
        const limit = limits.activeKeysPerType;
        const counts = await countKeys(trx, accountId, old.type, nowMs);
        if (graceMs > 0 && counts.replaced >= limit) return { ok: false, reason: "grace_limit_reached", limit };
        const refusal = dailyRefusal("daily_keys_reached", counts.createdToday, dailyNewKeys(limits), origin, nowMs);
        if (refusal !== null) return refusal;
        const { type, name, addresses } = old;
        const expiresAtMs =
          old.expiresAtMs === null ? null : boundedExpiry(nowMs + (old.expiresAtMs - old.createdAtMs));
        const firstKeyId = (await firstKeyOf(trx, keyId)) ?? keyId;
        const made = await insertKey(trx, { accountId, type, name, expiresAtMs, addresses, firstKeyId }, nowMs);
        const end = graceMs === 0 ? { revoked_at: nowMs } : { grace_ends_at: nowMs + graceMs };
        const replaced = { ...end, replaced_by: made.key.id };
        await trx.updateTable("api_keys").set(replaced).where("id", "=", keyId).execute();
        const detail = `${old.display} → ${made.key.display}, grace ${grace}`;
        await recordEvent(trx, { ...named, atMs: nowMs, name: "key_reissued", origin, detail });
        const data = {
          key: keyData(made.key),
          replaced: keyData(old),
          by: await emailOf(trx, origin),
          replaced_works_until: new Date(Math.min(nowMs + graceMs, old.expiresAtMs ?? Infinity)).toISOString(),
        };
        await raiseWebhookEvent(trx, { accountId, type: "key.reissued", subject: keyId, data, atMs: nowMs });
        return made;
      });
      return result ?? { ok: false, reason: "key_not_found" };
    },
  };
}

/** Sets one of the columns that the holder chooses. The audit log has no names: it outlives the account. */
async function changeKey<Column extends "name" | "addresses">(
  context: RepositoryContext,
  { origin, ...named }: KeyChange,
  column: Column,
  value: ApiKey[Column],
): Promise<boolean> {
  const isFound = await withKey(context, named, async (trx, key, atMs) => {
    if (key[column] === value) return true;
    await trx
      .updateTable("api_keys")
      .set({ [column]: value })
      .where("id", "=", key.id)
      .execute();
    const [name, detail] =
      column === "name"
        ? (["key_renamed", key.display] as const)
        : (["key_restricted", `${key.display}: ${value ?? "any address"}`] as const);
    await recordEvent(trx, { ...named, atMs, name, origin, detail });
    return true;
  });
  return isFound ?? false;
}

/** Runs `work` in a transaction in which the account is locked. Returns null if the account has no such key. */
function withKey<Result>(
  context: RepositoryContext,
  { accountId, keyId }: { readonly accountId: number; readonly keyId: number },
  work: (trx: Transaction<Tables>, key: ApiKey, nowMs: number) => Promise<Result>,
): Promise<Result | null> {
  return context.db.transaction().execute(async (trx) => {
    await context.lockAccount(trx, accountId);
    const key = await readKey(trx, keyId);
    return key?.accountId === accountId ? await work(trx, key, await context.now(trx)) : null;
  });
}

/** The person behind a change, for webhooks; null for an operator, and for someone who found a key. */
async function emailOf(trx: Transaction<Tables>, { userId }: Origin): Promise<string | null> {
  if (userId === undefined) return null;
  return (await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst())?.email ?? null;
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
    .select([...KEY_FIELDS, "first_key_id"])
    .where(({ eb, or }) =>
      or([eb("account_id", "=", accountId), eb("account_id", "in", predecessorsOf(trx, accountId))]),
    )
    .where(({ eb, and, or }) =>
      or([
        eb("created_at", ">=", startMs),
        and([or([eb("revoked_at", "is", null), eb("revoked_at", ">=", startMs)]), isUnended(startMs)]),
      ]),
    )
    .execute();
  const ofType = rows.filter((row) => row.type === type);
  const own = ofType.filter((row) => row.accountId === accountId);
  const statuses = own.map((row) => keyStatus(row, nowMs));
  const count = (status: KeyStatus) => statuses.filter((one) => one === status).length;
  return {
    active: count("active"),
    replaced: count("replaced"),
    usableToday: new Set(ofType.map((row) => row.first_key_id ?? row.id)).size,
    createdToday: rows.filter((row) => row.createdAtMs >= startMs).length,
  };
}

/** Applies only to account holders: the daily limits do not bind an operator's command (decisions 3). */
function dailyRefusal(
  reason: DailyKeyRefusal["reason"],
  count: number,
  limit: number,
  origin: Origin,
  nowMs: number,
): DailyKeyRefusal | null {
  if (origin.via === "command" || count < limit) return null;
  return { ok: false, reason, limit, retryAtMs: utcDay(nowMs).endMs };
}

/** The first key of the chain that a key belongs to; null if it is that key itself. */
async function firstKeyOf(trx: Transaction<Tables>, keyId: number): Promise<number | null> {
  const row = await trx.selectFrom("api_keys").select("first_key_id").where("id", "=", keyId).executeTakeFirst();
  return row?.first_key_id ?? null;
}

function isUsable(nowMs: number): Expression<SqlBool> {
  return expressionBuilder<Tables, "api_keys">()("api_keys.revoked_at", "is", null).and(isUnended(nowMs));
}

/** Neither expiry nor the end of a grace period had come at `ms`. */
function isUnended(ms: number): Expression<SqlBool> {
  const { eb, and, or } = expressionBuilder<Tables, "api_keys">();
  const columns = ["api_keys.grace_ends_at", "api_keys.expires_at"] as const;
  return and(columns.map((column) => or([eb(column, "is", null), eb(column, ">", ms)])));
}

async function insertKey(
  trx: Transaction<Tables>,
  key: Pick<ApiKey, "accountId" | "type" | "name" | "expiresAtMs" | "addresses"> & {
    readonly firstKeyId: number | null;
  },
  nowMs: number,
): Promise<NewKeyResult> {
  const { key: secret, digest, display } = mintKey(key.type);
  const row = await trx
    .insertInto("api_keys")
    .values({
      account_id: key.accountId,
      type: key.type,
      name: key.name,
      digest,
      display,
      created_at: nowMs,
      expires_at: key.expiresAtMs,
      addresses: key.addresses,
      first_key_id: key.firstKeyId,
    })
    .returning(KEY_FIELDS)
    .executeTakeFirstOrThrow();
  return { ok: true, key: { ...row, lastUsedAtMs: null }, secret };
}

async function readKey(db: Kysely<Tables>, keyId: number): Promise<ApiKey | null> {
  return (await selectKeys(db).where("id", "=", keyId).executeTakeFirst()) ?? null;
}

function keysOf(db: Kysely<Tables>, accountId: number) {
  return selectKeys(db).where("account_id", "=", accountId);
}

const KEY_FIELDS = [
  "id",
  "account_id as accountId",
  "type",
  "name",
  "display",
  "created_at as createdAtMs",
  "expires_at as expiresAtMs",
  "revoked_at as revokedAtMs",
  "replaced_by as replacedBy",
  "grace_ends_at as graceEndsAtMs",
  "addresses",
] as const;

/** The last use comes from the newest day of the key's usage, so admission writes it only there. */
export function selectKeys(db: Kysely<Tables>) {
  return db
    .selectFrom("api_keys")
    .select(KEY_FIELDS)
    .select(({ selectFrom }) =>
      selectFrom("daily_usage")
        .select("last_used_at")
        .whereRef("key_id", "=", "api_keys.id")
        .orderBy("day", "desc")
        .limit(1)
        .as("lastUsedAtMs"),
    );
}
