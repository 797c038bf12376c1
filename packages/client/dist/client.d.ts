import type { Limits } from "./limits.ts";
import type { BatchItem, CityRecord, CountyRecord, DatasetStatistics, Explanation, PlaceRecord } from "./types.ts";
export interface ClientOptions {
    /** Address of the service, such as `https://safety.example`, without `/v1`. */
    readonly baseUrl: string;
    /** `svc_live_…` or `svc_test_…`. Read it from the environment of your backend, never write it into code. */
    readonly apiKey: string;
    /** Longest wait for one answer, in milliseconds; 10,000 unless told. */
    readonly timeoutMs?: number;
    /** Attempts after the first one, for 429, 502, 503, 504 and connections that fail; 2 unless told. */
    readonly retries?: number;
    /** A refusal that asks for a longer wait than this is thrown at once, in milliseconds; 10,000 unless told. */
    readonly maxRetryWaitMs?: number;
    /** Names in one batch request. Learned from the service unless told. */
    readonly batchSize?: number;
    /** In place of the runtime's own `fetch`. */
    readonly fetch?: typeof fetch;
}
export interface CallOptions {
    /** Ends the call, waiting included; its reason is thrown. */
    readonly signal?: AbortSignal;
}
/** A client of the Safety Statistics Service. Make one and keep it: it remembers what it learns of your plan. */
export declare class SafetyClient {
    #private;
    /** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
    constructor(options: ClientOptions);
    /** Where the key stood after the last answer that told; null before. */
    get limits(): Limits | null;
    /** The record of a California city, in any spelling of its name; null where the dataset has none. One request. */
    city(name: string, options?: CallOptions): Promise<CityRecord | null>;
    /** What made a city's score: counts, rates, the formula with its numbers, an interval; null where there is none. One request. */
    explain(city: string, options?: CallOptions): Promise<Explanation | null>;
    /** The summary of a California county, with or without the word "County"; null where there is none. One request. */
    county(name: string, options?: CallOptions): Promise<CountyRecord | null>;
    /**
     * The city's record, or the record of its county where the city is absent from the dataset; null where neither has
     * one. One request, two for the fallback.
     */
    cityOrCounty(city: string, county: string, options?: CallOptions): Promise<PlaceRecord | null>;
    /**
     * One item for each name, in the same order, for any number of names: one request for as many as the plan allows in a
     * batch. The first refusal of a batch that is too large tells that number; it counts as a request.
     */
    batch(names: Iterable<string>, options?: CallOptions): Promise<BatchItem[]>;
    /** The dataset in numbers: cities, counties, data year, last update, grades. One request. */
    stats(options?: CallOptions): Promise<DatasetStatistics>;
}
