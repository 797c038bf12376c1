/** The limits of the key after the last answer that was counted or refused for a limit. */
export interface Limits {
    /** The tightest window: `month` for live keys, `day` for test keys, `burst` when requests came too fast. */
    readonly policy: string;
    readonly limit: number;
    readonly remaining: number;
    /** When the full limit is available again. */
    readonly resetsAt: Date;
}
/** Reads `RateLimit-Policy` (IETF draft) for the name and `X-RateLimit-*` for the numbers; null if they are absent. */
export declare function limitsOf(headers: Headers): Limits | null;
