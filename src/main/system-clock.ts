import type { GatheringTimers } from "../access/gathering.ts";
import type { Clock } from "../base/clock.ts";

/** The system clock. No other code reads it. */
export const systemClock: Clock = { now: () => Date.now() };

const NEVER_NOTIFIED = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export const systemTimers: GatheringTimers = {
  monotonicMs: () => performance.now(),
  sleep: (ms) => void Atomics.wait(NEVER_NOTIFIED, 0, 0, ms),
};
