/** The share of one core below which the process counts as idle. */
const IDLE_SHARE = 0.02;

/** Periods without work after which compiled code is dropped, too, and the work since the last time that is worth it. */
const LONG_PAUSE = 3;
const MUCH_WORK_MS = 2_000;

interface Collection {
  /** Takes up to a tenth of a second, so no request should be waiting. */
  readonly collect: () => void;
  /** Drops compiled code, too: the next request takes 15 ms longer, and compiling again takes a tenth of a second. */
  readonly shrink: () => void;
}

/**
 * Collects garbage once after each busy time, when the process does next to nothing: what was made for many requests
 * would otherwise stay in memory. In a longer pause after much work, it shrinks.
 * @returns for a timer that calls it each `periodMs`
 */
export function idleCollection(periodMs: number, cpuMs: () => number, { collect, shrink }: Collection): () => void {
  let [usedMs, shrunkMs, idlePeriods] = [0, 0, 0];
  return () => {
    const isIdle = cpuMs() - usedMs < periodMs * IDLE_SHARE;
    idlePeriods = isIdle ? idlePeriods + 1 : 0;
    if (idlePeriods === 1) collect();
    else if (idlePeriods === LONG_PAUSE && cpuMs() - shrunkMs > MUCH_WORK_MS) {
      shrink();
      shrunkMs = cpuMs();
    }
    // The collection itself is no work.
    usedMs = cpuMs();
  };
}

/** Of all threads since the start. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
