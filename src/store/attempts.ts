import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/window.ts";

/** The waits after failed attempts: together a little more than a day. Later ones are as long as the last. */
const WAITS_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8.5 * HOUR_MS];

/** When to send a message again after so many failed attempts since `atMs`; null if it is given up, after a day. */
export function nextAttempt(attempts: number, atMs: number, nowMs: number): number | null {
  const isLast = attempts > WAITS_MS.length && nowMs - atMs >= DAY_MS;
  return isLast ? null : nowMs + (WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? 0);
}
