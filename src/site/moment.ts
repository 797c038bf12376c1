const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2026-11-21`, the UTC day. */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `2026-11-21 14:05 UTC`. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** `3 hours ago`, `in 2 days`: always shown with the absolute time. */
export function relativeText(ms: number, nowMs: number): string {
  const distance = Math.abs(ms - nowMs);
  if (distance < MINUTE_MS) return "just now";
  const [unitMs, unit] = unitOf(distance);
  const count = Math.round(distance / unitMs);
  const words = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return ms > nowMs ? `in ${words}` : `${words} ago`;
}

function unitOf(distanceMs: number): readonly [number, string] {
  if (distanceMs < HOUR_MS) return [MINUTE_MS, "minute"];
  if (distanceMs < DAY_MS) return [HOUR_MS, "hour"];
  return [DAY_MS, "day"];
}
