/** A name without the white space around it. @throws TypeError if it is not a string or is empty */
export declare function nameFor(method: string, name: unknown): string;
/** @throws TypeError if the query is not an object */
export declare function checkQuery(method: string, example: string, query: unknown): void;
/** @throws TypeError if it is not a list, or is a string, which would be read letter by letter */
export declare function listFor<Item>(method: string, example: string, list: Iterable<Item>): Item[];
/** @throws TypeError if an element is not a string; an empty one is only not found */
export declare function checkNames(method: string, names: readonly unknown[]): void;
