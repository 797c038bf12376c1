import { REQUEST_KINDS, type RequestKind } from "../access/decision.ts";
import { DAY_MS, utcDay, utcMonth } from "../base/window.ts";
import type { KeyType, PlanName } from "../domain/plan.ts";
import type { Retention } from "../domain/retention.ts";

/** Whole UTC days, half open, in milliseconds since the epoch. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The admitted requests of one key in a period, by kind. */
export interface KeyTotal {
  readonly keyId: number;
  readonly type: KeyType;
  readonly display: string;
  readonly counts: Readonly<Record<RequestKind, number>>;
}

/** What an account is billed for. Once the period is over, only `email` can change. */
export interface AccountTotal {
  readonly accountId: number;
  /** null once the account is deleted. */
  readonly email: string | null;
  readonly planAtStart: PlanName;
  readonly planAtEnd: PlanName;
  /** Keys with requests, in order of their numbers. */
  readonly keys: readonly KeyTotal[];
}

/** False for an account without requests on the free plan. */
export function isBillable({ keys, planAtStart, planAtEnd }: AccountTotal): boolean {
  return keys.length > 0 || planAtStart !== "free" || planAtEnd !== "free";
}

export function requestsOf({ counts }: KeyTotal): number {
  return REQUEST_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}

/** The admitted requests of all keys of one type. Those of live keys are what an account pays for. */
export function requestsOfType({ keys }: Pick<AccountTotal, "keys">, type: KeyType): number {
  return keys.reduce((sum, key) => sum + (key.type === type ? requestsOf(key) : 0), 0);
}

/** The first day whose usage is still kept: earlier ones may be gone in part. */
export function firstKeptDay({ usageDays }: Pick<Retention, "usageDays">, nowMs: number): number {
  return utcDay(nowMs).startMs - usageDays * DAY_MS;
}

/** The months whose every day is kept, newest first. The current one is not over. */
export function keptMonths(retention: Pick<Retention, "usageDays">, nowMs: number): readonly Period[] {
  const months: Period[] = [];
  for (let month = utcMonth(nowMs); month.startMs >= firstKeptDay(retention, nowMs); ) {
    months.push({ fromMs: month.startMs, toMs: month.endMs });
    month = utcMonth(month.startMs - 1);
  }
  return months;
}

/** The UTC month of `2026-10`; null for any other text. */
export function monthOf(text: string): Period | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined) return null;
  const { startMs, endMs } = utcMonth(Date.UTC(Number(year), Number(month) - 1));
  return { fromMs: startMs, toMs: endMs };
}
