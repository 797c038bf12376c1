export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of UTC, which has no leap seconds here and no summer time. */
export const DAY_MS = 24 * HOUR_MS;

/** A UTC calendar window: a month for live keys, a day for test keys. Half open, milliseconds since the epoch. */
export interface Window {
  readonly startMs: number;
  /** The first millisecond of the next window, when the count starts again. */
  readonly endMs: number;
}

export const WINDOW_POLICIES = ["month", "day"] as const;
export type WindowPolicy = (typeof WINDOW_POLICIES)[number];

/** The UTC calendar day that contains `ms`. */
export function utcDay(ms: number): Window {
  const date = new Date(ms);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return { startMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1) };
}

/** The UTC calendar month that contains `ms`. */
export function utcMonth(ms: number): Window {
  const date = new Date(ms);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
}

export function windowOf(policy: WindowPolicy, ms: number): Window {
  return policy === "month" ? utcMonth(ms) : utcDay(ms);
}

/** `Nov 21, 2026`, the UTC day. Without `Intl`, whose first use stops a process for 20 ms. */
export function dayText(ms: number): string {
  const [, day, month, year] = new Date(ms).toUTCString().split(" ");
  return `${month} ${Number(day)}, ${year}`;
}

/** `2026-11-21`, the UTC day, for files and programs. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `Nov 21, 2026, 14:05 UTC`. */
export function timeText(ms: number): string {
  return `${dayText(ms)}, ${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
