/**
 * How long to wait before the next attempt, in milliseconds: at least as long as `Retry-After` says (RFC 9110 section
 * 10.2.3), plus a random delay, so that many clients do not retry at the same moment.
 */
export declare function retryWaitMs(attempt: number, retryAfter: string | null, nowMs: number): number;
/** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
export declare function wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
