/** How many names the plan allows, where a batch was refused for having more. */
export declare function batchLimitOf(error: unknown): number | undefined;
/** Pointers into a part of the names become pointers into all of them: `/cities/0` of the second part is not the first. */
export declare function withPointersMovedBy(offset: number, error: unknown): unknown;
