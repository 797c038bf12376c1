import type { Limits } from "./limits.ts";
import { type ClientOptions } from "./options.ts";
import type { BatchItem, CityHistory, CityRecord, CountyExplanation, CountyHistory, CountyRecord, DatasetStatistics, Explanation, LocateQuery, Location, Place, PlaceRecord, PlacesQuery } from "./types.ts";
export interface CallOptions {
    /** Ends the call, waiting included; its reason is thrown. */
    readonly signal?: AbortSignal;
}
/** An array, a set … but not a string, which would be taken for its letters. */
export type Names = Iterable<string> & object;
/** A client of the Safety Statistics Service. Make one and keep it: it remembers what it learns of your plan. */
export declare class SafetyClient {
    #private;
    /** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
    constructor(options: ClientOptions);
    /** Where the key stood after the last answer that told; null before. */
    get limits(): Limits | null;
    /** The record of a California city, in any spelling of its name; null where the dataset has none. One request. */
    city(name: string, options?: CallOptions): Promise<CityRecord | null>;
    /** The summary of a California county, with or without the word "County"; null where there is none. One request. */
    county(name: string, options?: CallOptions): Promise<CountyRecord | null>;
    /** What made a city's score: counts, rates, the formula with its numbers, intervals, cautions; null where there is none. One request. */
    explain(city: string, options?: CallOptions): Promise<Explanation | null>;
    /** The same of a county. One request. */
    explainCounty(name: string, options?: CallOptions): Promise<CountyExplanation | null>;
    /** Rates, score, and grade of a city for each year since 2010; null where the dataset has none. One request. */
    history(city: string, options?: CallOptions): Promise<CityHistory | null>;
    /** The same of a county. One request. */
    countyHistory(name: string, options?: CallOptions): Promise<CountyHistory | null>;
    /**
     * The record that applies at a point, in a ZIP code, or to a name that may be no city; null for a point outside
     * California and an unknown ZIP code or name. One request.
     */
    locate(query: LocateQuery, options?: CallOptions): Promise<Location | null>;
    /**
     * All places that match, best match first where there is a `q`, else by name. One request for each `limit` of them,
     * sent when the loop gets there. A new dataset in the middle ends it with an `InputError`: begin again.
     */
    places(query?: PlacesQuery, options?: CallOptions): AsyncGenerator<Place, void, undefined>;
    /**
     * The city's record, or the record of its county where the city is absent from the dataset; null where neither has
     * one. One request, two for the fallback.
     */
    cityOrCounty(city: string, county: string, options?: CallOptions): Promise<PlaceRecord | null>;
    /**
     * One item for each name, in the same order, for any number of names: one request for as many as the plan allows in a
     * batch. The first refusal of a batch that is too large tells that number; it counts as a request. Where one request
     * fails for good the whole call does; those before it were counted.
     */
    batch(names: Names, options?: CallOptions): Promise<BatchItem[]>;
    /** The dataset in numbers: cities, counties, data year, last update, grades. One request. */
    stats(options?: CallOptions): Promise<DatasetStatistics>;
}
