export type IsAnswer<Answer> = (value: unknown) => value is Answer;
export declare function isLookUp<Answer extends {
    readonly data: unknown;
}>(value: unknown): value is Answer;
/** A batch answer must have one item for each name or query sent. */
export declare function isBatchOf<Item>(count: number): IsAnswer<{
    readonly results: readonly Item[];
}>;
/** One page of places; `next` is the cursor of the next page. */
interface PageOf<Place> {
    readonly places: readonly Place[];
    readonly next: string | null;
}
export declare function isPageOf<Place>(value: unknown): value is PageOf<Place>;
export declare function isStatistics<Statistics>(value: unknown): value is Statistics;
export declare function isStates<States>(value: unknown): value is States;
export {};
