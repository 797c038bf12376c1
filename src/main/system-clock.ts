import type { Clock } from "../base/clock.ts";

/** The system clock. No other code reads it. */
export const systemClock: Clock = { now: () => Date.now() };
