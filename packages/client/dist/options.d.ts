export interface ClientOptions {
    /** Address of the service, such as `https://safety.example`, without `/v1`. */
    readonly baseUrl: string;
    /** `svc_live_…` or `svc_test_…`. Read it from the environment of your backend, never write it into code. */
    readonly apiKey: string;
    /** Timeout of one attempt in milliseconds. Default: 10,000. */
    readonly timeoutMs?: number;
    /** Retries after 429 with `Retry-After`, 502, 503, 504, failed connections, and timeouts. Default: 2. */
    readonly retries?: number;
    /** Longest wait before a retry in milliseconds; an error that asks for a longer one is thrown immediately. Default: 10,000. */
    readonly maxRetryWaitMs?: number;
    /** Names in one batch request. By default the client takes it from the service. */
    readonly batchSize?: number;
    /** Replaces the runtime's `fetch`. */
    readonly fetch?: Fetch;
}
/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
export declare function usableOptions(options: ClientOptions): Required<ClientOptions>;
