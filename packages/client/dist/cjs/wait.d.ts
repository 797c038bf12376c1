/**
 * How long to wait before the next attempt, in milliseconds: never less than `Retry-After` says (RFC 9110 section
 * 10.2.3), and spread by chance, so that many clients do not come back at once.
 */
export declare function retryWaitMs(attempt: number, retryAfter: string | null, nowMs: number): number;
/** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
export declare function wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
