import type { IsAnswer } from "./answer.ts";
import { type Limits } from "./limits.ts";
import type { ClientOptions } from "./options.ts";
export interface TransportOptions extends Required<Omit<ClientOptions, "batchSize">> {
    readonly onLimits: (limits: Limits) => void;
}
interface Call<Answer> {
    readonly path: string;
    /** Sent as JSON with POST. Without a body the request is a GET. */
    readonly body?: unknown;
    readonly isAnswer: IsAnswer<Answer>;
    readonly signal: AbortSignal | undefined;
}
/**
 * Sends a request and returns its answer. All operations only read, so failed attempts are retried. If a connection
 * breaks after the service counted the request, the retry is counted again.
 */
export declare function send<Answer>(options: TransportOptions, call: Call<Answer>): Promise<Answer>;
export {};
