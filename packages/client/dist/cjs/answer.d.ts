import type { DatasetStatistics, Place } from "./types.ts";
export type IsAnswer<Answer> = (value: unknown) => value is Answer;
export declare function isLookUp<Answer extends {
    readonly data: unknown;
}>(value: unknown): value is Answer;
/** A batch answer must have one item for each name or query sent. */
export declare function isBatchOf<Item>(count: number): IsAnswer<{
    readonly results: readonly Item[];
}>;
/** One page of places; `next` is the cursor of the next page. */
export interface PlacesPage {
    readonly places: readonly Place[];
    readonly next: string | null;
}
export declare function isPlacesPage(value: unknown): value is PlacesPage;
export declare function isStatistics(value: unknown): value is DatasetStatistics;
