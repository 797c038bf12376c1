/** @jsxImportSource hono/jsx */
import { dayText, relativeText, timeText } from "./moment.ts";

/** A time in UTC, followed by the relative time. */
export function Moment({ ms, nowMs }: { readonly ms: number; readonly nowMs: number }) {
  return (
    <time datetime={new Date(ms).toISOString()}>
      {timeText(ms)} <span class="small muted nowrap">({relativeText(ms, nowMs)})</span>
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
