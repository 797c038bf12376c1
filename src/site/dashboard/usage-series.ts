import { REQUEST_KINDS } from "../../access/decision.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import type { DailyUsage } from "../../accounts/usage.ts";
import { DAY_MS, utcDay } from "../../domain/window.ts";
import type { SignedInRequest } from "../session.ts";

/**
 * There are three colors (accent, ink, muted). With more than three keys, all except the two busiest share the last
 * color.
 */
const COLORS = 3;

/** One column of the chart and one row of its table: requests of a UTC day, with one count per series. */
export interface UsageDay {
  readonly dayMs: number;
  readonly counts: readonly number[];
  readonly total: number;
}

export interface UsageSeries {
  /** Names of the series, busiest key first. */
  readonly names: readonly string[];
  /** Every day of the range, including days without requests. */
  readonly days: readonly UsageDay[];
  readonly total: number;
}

/** The last `days` UTC days through the day of `nowMs`: the first millisecond of the first day and the end of the last.
 */
export function lastDays(nowMs: number, days: number): { readonly fromMs: number; readonly toMs: number } {
  const { endMs } = utcDay(nowMs);
  return { fromMs: endMs - days * DAY_MS, toMs: endMs };
}

/** The keys that appear in a usage list. */
export function keysOf(
  { services, holder }: SignedInRequest,
  usage: readonly DailyUsage[],
): Promise<readonly ApiKey[]> {
  return services.keys.named(holder.accountId, [...new Set(usage.map(({ keyId }) => keyId))]);
}

/** Total requests of a row. */
export function requestsOf({ counts }: DailyUsage): number {
  return REQUEST_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Requests per day by key: the two busiest keys separately, all others combined. */
export function usageSeries(
  usage: readonly DailyUsage[],
  keys: readonly ApiKey[],
  span: { readonly fromMs: number; readonly toMs: number },
): UsageSeries {
  const totals = new Map<number, number>();
  for (const row of usage) totals.set(row.keyId, (totals.get(row.keyId) ?? 0) + requestsOf(row));
  const busiest = [...totals.keys()].sort((left, right) => (totals.get(right) ?? 0) - (totals.get(left) ?? 0));
  const own = busiest.slice(0, busiest.length > COLORS ? COLORS - 1 : COLORS);
  const others = busiest.length - own.length;
  const names = [...own.map((id) => keyTitle(keys, id)), ...(others > 0 ? [`${others} other keys`] : [])];
  const days: UsageDay[] = [];
  for (let dayMs = span.fromMs; dayMs < span.toMs; dayMs += DAY_MS) {
    const counts = names.map(() => 0);
    for (const row of usage) {
      if (row.dayMs !== dayMs) continue;
      const index = own.indexOf(row.keyId);
      const series = index === -1 ? names.length - 1 : index;
      counts[series] = (counts[series] ?? 0) + requestsOf(row);
    }
    days.push({ dayMs, counts, total: counts.reduce((sum, count) => sum + count, 0) });
  }
  return { names, days, total: days.reduce((sum, day) => sum + day.total, 0) };
}

/** A key's name and abbreviated value. */
export function keyTitle(keys: readonly ApiKey[], keyId: number): string {
  const key = keys.find((one) => one.id === keyId);
  return key ? `${key.name} (${key.display})` : `key ${keyId}`;
}
