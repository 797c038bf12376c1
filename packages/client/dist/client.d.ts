import type { CallOptions } from "./call-options.ts";
import type { Limits } from "./limits.ts";
import { NationClient } from "./nation.ts";
import { type ClientOptions } from "./options.ts";
import type { BatchItem, CityHistory, CityRecord, CountyExplanation, CountyHistory, CountyRecord, DatasetStatistics, ExplainItem, Explanation, HistoryItem, LocateAnswer, LocateItem, LocateQuery, Location, Place, PlaceRecord, PlacesQuery } from "./types.ts";
/** An array, a set, and so on, but not a string, which would be read letter by letter. */
export type Names = Iterable<string> & object;
/** Names of cities, of counties, or of both. */
export interface PlaceNames {
    readonly cities?: Names;
    readonly counties?: Names;
}
/** A client of the Safety Statistics Service. Create one and reuse it: it remembers the batch size of your plan. */
export declare class SafetyClient {
    #private;
    /** The edition of the United States: cities and towns by state. */
    readonly us: NationClient;
    /** @throws SetupError when an option is invalid, or when a live key is used in a browser page. */
    constructor(options: ClientOptions);
    /** The limits reported by the last answer that had them; null before. */
    get limits(): Limits | null;
    /** The record of a California city, in any spelling of its name; null if the dataset has none. One request. */
    city(name: string, options?: CallOptions): Promise<CityRecord | null>;
    /** The summary of a California county, with or without the word "County"; null if there is none. One request. */
    county(name: string, options?: CallOptions): Promise<CountyRecord | null>;
    /** What made a city's score: counts, rates, the formula with its numbers, intervals, and cautions; null if there is none. One request. */
    explain(city: string, options?: CallOptions): Promise<Explanation | null>;
    /** The same for a county. One request. */
    explainCounty(name: string, options?: CallOptions): Promise<CountyExplanation | null>;
    /** Rates, score, and grade of a city for each year since 2010; null if the dataset has none. One request. */
    history(city: string, options?: CallOptions): Promise<CityHistory | null>;
    /** The same for a county. One request. */
    countyHistory(name: string, options?: CallOptions): Promise<CountyHistory | null>;
    /**
     * The record that applies at a point, in a ZIP code, or to a name; null for a point outside California and for an
     * unknown ZIP code or name. One request.
     */
    locate(query: LocateQuery, options?: CallOptions): Promise<Location | null>;
    /** The same as `locate()`, but if nothing is found, with the places that may be meant and a hint. One request. */
    locateOrSuggest(query: LocateQuery, options?: CallOptions): Promise<LocateAnswer>;
    /**
     * All matching places, best match first if there is a `q`, otherwise by name. Each page of `limit` places is one
     * request, sent when the loop reaches it. If the dataset changes meanwhile, throws an `InputError`: start again.
     */
    places(query?: PlacesQuery, options?: CallOptions): AsyncGenerator<Place, void, undefined>;
    /**
     * The record that applies to a place in a county: the city's for a city or its neighborhood, the county's for a
     * community on its land or a city without a record; null for an unknown place, or if neither has a record. One request.
     */
    cityOrCounty(city: string, county: string, options?: CallOptions): Promise<PlaceRecord | null>;
    /**
     * One item for each query, in the same order, for any number of queries, in requests of the size that the plan allows,
     * as in `batch()`. An item that is not found has suggestions and a hint.
     */
    locateBatch(queries: Iterable<LocateQuery>, options?: CallOptions): Promise<LocateItem[]>;
    /**
     * One item for each name, in the same order, for any number of names. Each request sends as many names as the plan
     * allows. If the plan's limit is not known yet, the first batch that is too large returns it and counts as a request.
     * If a request fails after its retries, the whole call fails; earlier requests were counted.
     */
    batch(names: Names, options?: CallOptions): Promise<BatchItem[]>;
    /**
     * What made the scores of any number of cities and counties: an item for each, first the cities, then the counties,
     * each in the same order. Cities and counties are requested apart, in batches as in `batch()`.
     */
    explainBatch(names: PlaceNames, options?: CallOptions): Promise<ExplainItem[]>;
    /** Each year since 2010 of any number of cities and counties, as in `explainBatch()`. */
    historyBatch(names: PlaceNames, options?: CallOptions): Promise<HistoryItem[]>;
    /** Statistics of the dataset: cities, counties, data year, last update, and grades. One request. */
    stats(options?: CallOptions): Promise<DatasetStatistics>;
}
