import type { Clock } from "../domain/clock.ts";

/** The clock of the machine; the only place that reads it. */
export const systemClock: Clock = { now: () => Date.now() };
