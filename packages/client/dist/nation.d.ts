import { type IsAnswer } from "./answer.ts";
import type { CallOptions } from "./call-options.ts";
import type { AreasBatchItem, CountyAreas, CountyAreasExplanation, CountyAreasHistory, CountyAreasMonths, CountyInState, NationBatchItem, NationExplanation, NationHistory, NationLocateAnswer, NationLocateItem, NationLocateQuery, NationLocation, NationMonths, NationPeers, NationPlace, NationPlacesQuery, NationRecord, NationStates, NationStatistics, PlaceInState, StateAreas } from "./types.ts";
/** What the client of the nation takes from `SafetyClient`. */
export interface Calls {
    call<Answer>(path: string, isAnswer: IsAnswer<Answer>, options?: CallOptions, body?: unknown): Promise<Answer>;
    inBatches<Asked, Item>(all: readonly Asked[], itemsFor: (asked: readonly Asked[]) => Promise<readonly Item[]>): Promise<Item[]>;
    segmentOf(name: string): string;
    searchOf(query: Readonly<Record<string, string | number | null | undefined>>): string;
}
/** The edition of the United States: cities and towns of 2,500 residents or more, by state. */
export declare class NationClient {
    #private;
    constructor(calls: Calls);
    /** The record of a place in a state (USPS code or name), compared with the nation; null if there is none. One request. */
    city(state: string, city: string, options?: CallOptions): Promise<NationRecord | null>;
    /** What made a score; null if there is none. One request. */
    explain(state: string, city: string, options?: CallOptions): Promise<NationExplanation | null>;
    /** Each year since 2012; null if there is none. One request. */
    history(state: string, city: string, options?: CallOptions): Promise<NationHistory | null>;
    /** The five next larger and smaller places, in the state and in the nation; null if the place has no grade. One request. */
    peers(state: string, city: string, options?: CallOptions): Promise<NationPeers | null>;
    /** Reported offenses by month after the record's year, or null. One request. */
    months(state: string, city: string, options?: CallOptions): Promise<NationMonths | null>;
    /** What the county's departments police, with their figures; null if none has any. One request. */
    areas(state: string, county: string, options?: CallOptions): Promise<CountyAreas | null>;
    /** All areas of a state with figures, by county. One request. */
    areasOf(state: string, options?: CallOptions): Promise<StateAreas>;
    /** How the figures of a county's departments came about; null if none has any. One request. */
    explainAreas(state: string, county: string, options?: CallOptions): Promise<CountyAreasExplanation | null>;
    /** The years of a county's departments; null if there are none. One request. */
    areasHistory(state: string, county: string, options?: CallOptions): Promise<CountyAreasHistory | null>;
    /** Reported offenses by month of a county's departments; null if there are none. One request. */
    areasMonths(state: string, county: string, options?: CallOptions): Promise<CountyAreasMonths | null>;
    /** The areas of any number of counties, one item for each, in the same order. */
    areasBatch(counties: Iterable<CountyInState>, options?: CallOptions): Promise<AreasBatchItem[]>;
    /** One item for each place, named or by GEOID, in the same order, for any number of places, as in `SafetyClient.batch()`. */
    batch(places: Iterable<PlaceInState>, options?: CallOptions): Promise<NationBatchItem[]>;
    /**
     * The place at a point, in a ZIP code, or of a name, an address, or a GEOID, with its record if it has one; null if
     * nothing is found. One request.
     */
    locate(query: NationLocateQuery, options?: CallOptions): Promise<NationLocation | null>;
    /** The same, but if nothing is found, with the places that may be meant and a hint. One request. */
    locateOrSuggest(query: NationLocateQuery, options?: CallOptions): Promise<NationLocateAnswer>;
    /** One item for each query, in the same order, for any number of queries, as in `SafetyClient.locateBatch()`. */
    locateBatch(queries: Iterable<NationLocateQuery>, options?: CallOptions): Promise<NationLocateItem[]>;
    /** All matching places, as in `SafetyClient.places()`. One request for each `limit` places. */
    places(query?: NationPlacesQuery, options?: CallOptions): AsyncGenerator<NationPlace, void, undefined>;
    /** The coverage of each state. One request. */
    states(options?: CallOptions): Promise<NationStates>;
    /** Statistics of the dataset. One request. */
    stats(options?: CallOptions): Promise<NationStatistics>;
}
