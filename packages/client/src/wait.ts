const FIRST_BACKOFF_MS = 250;

/**
 * How long to wait before the next attempt, in milliseconds: at least as long as `Retry-After` says (RFC 9110 section
 * 10.2.3), plus a random delay, so that many clients do not retry at the same moment.
 */
export function retryWaitMs(attempt: number, retryAfter: string | null, nowMs: number): number {
  const spreadMs = Math.random() * FIRST_BACKOFF_MS * 2 ** attempt;
  return (retryAfterMs(retryAfter, nowMs) ?? (FIRST_BACKOFF_MS * 2 ** attempt) / 2) + spreadMs;
}

function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // A date begins with the day of the week. Anything else is ignored: `Date.parse` reads "1.5" as a day in 2001.
  const dateMs = /^[A-Z]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

/** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
