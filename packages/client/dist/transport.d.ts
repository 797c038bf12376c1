import { type Limits } from "./limits.ts";
export interface TransportOptions {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly timeoutMs: number;
    readonly retries: number;
    readonly maxRetryWaitMs: number;
    readonly fetch: typeof fetch;
    readonly onLimits: (limits: Limits) => void;
}
interface Call {
    readonly path: string;
    /** Sent as JSON with POST; a GET without. */
    readonly body?: unknown;
    readonly signal: AbortSignal | undefined;
}
/**
 * Sends a request and gives the JSON of its answer. Every operation of the service only reads, so an attempt that failed
 * is repeated; one whose connection broke after the service had counted it is counted again.
 */
export declare function send(options: TransportOptions, call: Call): Promise<unknown>;
export {};
