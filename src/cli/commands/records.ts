import type { Account, AuditEvent } from "../../accounts/account.ts";
import { type ApiKey, keyStatus } from "../../accounts/keys.ts";
import type { DailyRefusals, WindowUsage } from "../../accounts/store.ts";
import { isoDay } from "../../base/window.ts";
import { systemClock } from "../../main/system-clock.ts";
import { isoTime } from "../terminal.ts";

/* What commands print, as JSON or in the columns of a table. */

export function accountRecord(account: Account) {
  return {
    id: account.id,
    email: account.email,
    plan: account.plan,
    limits: account.limits,
    created_at: isoTime(account.createdAtMs),
    suspended_at: isoTime(account.suspendedAtMs),
  };
}

export function keyRecord(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    type: key.type,
    display: key.display,
    status: keyStatus(key, systemClock.now()),
    created_at: isoTime(key.createdAtMs),
    last_used_at: isoTime(key.lastUsedAtMs),
    expires_at: isoTime(key.expiresAtMs),
    revoked_at: isoTime(key.revokedAtMs),
    grace_ends_at: isoTime(key.graceEndsAtMs),
    replaced_by: key.replacedBy,
    addresses: key.addresses?.split(" ") ?? null,
  };
}

export function eventRecord({ id, atMs, accountId, name, keyId, origin, person, detail }: AuditEvent) {
  return {
    id,
    at: isoTime(atMs),
    account: accountId,
    event: name,
    key: keyId,
    by: origin.via,
    actor: origin.address,
    person,
    detail,
  };
}

export const EVENT_COLUMNS = ["at", "account", "event", "key", "by", "actor", "person", "detail"] as const;

/** The month of an account's live keys; `month` is null if the account was deleted a moment ago. */
export function monthRecord({ limits }: Account, month: WindowUsage | null) {
  const { used = 0, limit = limits.monthlyRequests, resetsAtMs = null } = month ?? {};
  return { used, limit, remaining: Math.max(0, limit - used), resets_at: isoTime(resetsAtMs) };
}

export function refusalRecord({ dayMs, keyId, code, requests }: DailyRefusals) {
  return { day: isoDay(dayMs), key: keyId, code, requests };
}

export const REFUSAL_COLUMNS = ["day", "key", "code", "requests"] as const;

/** For people: each key as it is displayed, instead of its number. */
export function withDisplays<Row extends { readonly key: number }>(
  rows: readonly Row[],
  keys: readonly Pick<ApiKey, "id" | "display">[],
) {
  const displays = new Map(keys.map(({ id, display }) => [id, display]));
  return rows.map((row) => ({ ...row, key: displays.get(row.key) ?? row.key }));
}
