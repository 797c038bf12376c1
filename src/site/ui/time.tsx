/** @jsxImportSource hono/jsx */
import { DAY_MS, dayText, HOUR_MS, MINUTE_MS, timeText } from "../../base/window.ts";

const relative = new Intl.RelativeTimeFormat("en-US");

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** `November 2026`, the UTC month. */
export function monthText(ms: number): string {
  return month.format(ms);
}

/** `3 hours ago`, `in 2 days`: always shown with the absolute time. */
function relativeText(ms: number, nowMs: number): string {
  const distance = Math.abs(ms - nowMs);
  if (distance < MINUTE_MS) return "just now";
  if (distance < HOUR_MS) return relative.format(Math.round((ms - nowMs) / MINUTE_MS), "minute");
  if (distance < DAY_MS) return relative.format(Math.round((ms - nowMs) / HOUR_MS), "hour");
  return relative.format(Math.round((ms - nowMs) / DAY_MS), "day");
}

/** A time in UTC, followed by the relative time. */
export function Time({ ms, nowMs }: { readonly ms: number; readonly nowMs: number }) {
  return (
    <time datetime={new Date(ms).toISOString()}>
      {timeText(ms)} <span class="small muted">({relativeText(ms, nowMs)})</span>
    </time>
  );
}

/** A relative time with the time in UTC as its title. */
export function Ago({ ms, nowMs }: { readonly ms: number; readonly nowMs: number }) {
  return (
    <time datetime={new Date(ms).toISOString()} title={timeText(ms)} class="nowrap">
      {relativeText(ms, nowMs)}
    </time>
  );
}

/** A UTC day with the full time as its title. */
export function Day({ ms }: { readonly ms: number }) {
  return (
    <time datetime={new Date(ms).toISOString()} title={timeText(ms)} class="nowrap">
      {dayText(ms)}
    </time>
  );
}
