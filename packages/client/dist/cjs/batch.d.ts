/** The number of names that the plan allows, if a batch was refused for exceeding it. */
export declare function batchLimitOf(error: unknown): number | undefined;
/** Converts JSON pointers into one request's names to pointers into all names. */
export declare function withPointersMovedBy(offset: number, error: unknown): unknown;
