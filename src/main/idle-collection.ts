/** The share of one core below which the process counts as idle. */
const IDLE_SHARE = 0.02;

/**
 * Collects garbage once after each busy time, when the process does next to nothing: what was made for many requests
 * would otherwise stay in memory. It takes up to a tenth of a second, so no request should be waiting.
 * @returns for a timer that calls it each `periodMs`
 */
export function idleCollection(periodMs: number, cpuMs: () => number, collect: () => void): () => void {
  let usedMs = 0;
  let isCollected = false;
  return () => {
    const isIdle = cpuMs() - usedMs < periodMs * IDLE_SHARE;
    if (!isIdle) isCollected = false;
    else if (!isCollected) {
      collect();
      isCollected = true;
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
