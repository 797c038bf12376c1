import type { IsAnswer } from "./answer.ts";
import { type Limits } from "./limits.ts";
import type { ClientOptions } from "./options.ts";
export interface TransportOptions extends Required<Omit<ClientOptions, "batchSize">> {
    readonly onLimits: (limits: Limits) => void;
}
interface Call<Answer> {
    readonly path: string;
    /** Sent as JSON with POST; a GET without. */
    readonly body?: unknown;
    readonly isAnswer: IsAnswer<Answer>;
    readonly signal: AbortSignal | undefined;
}
/**
 * Sends a request and gives its answer. Every operation of the service only reads, so an attempt that failed
 * is repeated; one whose connection broke after the service had counted it is counted again.
 */
export declare function send<Answer>(options: TransportOptions, call: Call<Answer>): Promise<Answer>;
export {};
