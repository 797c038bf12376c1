import { REQUEST_KINDS } from "../../../access/decision.ts";
import type { ApiKey } from "../../../accounts/keys.ts";
import type { DailyRefusals, DailyUsage } from "../../../accounts/store.ts";
import { DAY_MS, utcDay } from "../../../base/window.ts";
import type { SignedInRequest } from "../../http/session.ts";

export type UsageReport = ReturnType<typeof usageReport>;
/** Requests of one key, with a count for each day of the report. */
export type KeySeries = UsageReport["series"][number];

/** The last `days` UTC days of the account's requests through today, or those of one of its keys. */
export async function loadUsage(
  { services, holder }: SignedInRequest,
  days: number,
  keyId?: number,
): Promise<UsageReport> {
  const { endMs } = utcDay(services.clock.now());
  const span = [holder.accountId, endMs - days * DAY_MS, endMs] as const;
  const [usage, refusals] = await Promise.all([services.usage.daily(...span), services.usage.refused(...span)]);
  const isWanted = (row: { readonly keyId: number }) => keyId === undefined || row.keyId === keyId;
  const rows = usage.filter(isWanted);
  const keys = await services.keys.named(holder.accountId, [...new Set(rows.map((row) => row.keyId))]);
  const starts = Array.from({ length: days }, (_, index) => endMs - (days - index) * DAY_MS);
  return usageReport(starts, rows, refusals.filter(isWanted), keys);
}

/** `days` has the first millisecond of each UTC day, including days without requests. */
export function usageReport(
  days: readonly number[],
  rows: readonly DailyUsage[],
  refusals: readonly DailyRefusals[],
  keys: readonly ApiKey[],
) {
  const series = [...Map.groupBy(rows, ({ keyId }) => keyId)].map(([keyId, own]) => {
    const byDay = new Map(own.map((row) => [row.dayMs, requestsOf(row)]));
    const counts = days.map((dayMs) => byDay.get(dayMs) ?? 0);
    return { keyId, title: keyTitle(keys, keyId), counts, total: sum(counts) };
  });
  const refusedByDay = Map.groupBy(refusals, ({ dayMs }) => dayMs);
  const reasons = [...Map.groupBy(refusals, ({ code }) => code)].map(([code, own]) => ({
    code,
    requests: sum(own.map(({ requests }) => requests)),
    lastDayMs: Math.max(...own.map(({ dayMs }) => dayMs)),
  }));
  return {
    days,
    rows,
    series: series.toSorted((one, other) => other.total - one.total),
    refused: days.map((day) => sum((refusedByDay.get(day) ?? []).map(({ requests }) => requests))),
    reasons: reasons.toSorted((one, other) => other.requests - one.requests),
    total: sum(series.map(({ total }) => total)),
  };
}

export function requestsOf({ counts }: DailyUsage): number {
  return sum(REQUEST_KINDS.map((kind) => counts[kind]));
}

/** A key's name and abbreviated value. */
function keyTitle(keys: readonly ApiKey[], keyId: number): string {
  const key = keys.find((one) => one.id === keyId);
  return key ? `${key.name} (${key.display})` : `key ${keyId}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
