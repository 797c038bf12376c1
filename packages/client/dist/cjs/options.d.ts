export interface ClientOptions {
    /** Address of the service, such as `https://safety.example`, without `/v1`. */
    readonly baseUrl: string;
    /** `svc_live_…` or `svc_test_…`. Read it from the environment of your backend, never write it into code. */
    readonly apiKey: string;
    /** Longest wait for one answer, in milliseconds; 10,000 unless told. */
    readonly timeoutMs?: number;
    /** Attempts after the first one, for 429, 502, 503, 504, connections that fail and time-outs; 2 unless told. */
    readonly retries?: number;
    /** A refusal that asks for a longer wait than this is thrown at once, in milliseconds; 10,000 unless told. */
    readonly maxRetryWaitMs?: number;
    /** Names in one batch request. Learned from the service unless told. */
    readonly batchSize?: number;
    /** In place of the runtime's own `fetch`. */
    readonly fetch?: Fetch;
}
/** What the client needs of `fetch`; the runtime's own is one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
export declare function usableOptions(options: ClientOptions): Required<ClientOptions>;
