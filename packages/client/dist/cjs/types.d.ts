import type { components } from "./schema.ts";
type Schemas = components["schemas"];
/** Safety record of a city. */
export type CityRecord = Schemas["CitySafetyRecord"];
/** Safety summary of a county. */
export type CountyRecord = Schemas["CountySafetyRecord"];
/** What made the score of a city. */
export type Explanation = Schemas["Explanation"];
/** What the service says of one name of a batch; `city` is the name as you wrote it. */
export type BatchItem = Schemas["BatchResponse"]["results"][number];
/** The dataset in numbers. */
export type DatasetStatistics = Schemas["DatasetStatistics"];
/** Body of every refusal (RFC 9457): all schemas of the document that have a `request_id`. */
export type Problem = {
    [Name in keyof Schemas]: Schemas[Name] extends {
        request_id: string;
    } ? Schemas[Name] : never;
}[keyof Schemas];
/** Stable name of a refusal. */
export type ProblemCode = Problem["code"];
/** What the service says of a batch that it refuses. */
export type BatchProblem = Schemas["InvalidBatchProblem"];
/** A fault in the input: where in the body (RFC 6901) or which parameter, and what is wrong there. */
export type InputFault = NonNullable<(BatchProblem | Schemas["InvalidInputProblem"])["errors"]>[number];
export type ProblemOf<Status extends number> = Extract<Problem, {
    status: Status;
}>;
/** A city's record, or its county's where the city has none. */
export type PlaceRecord = {
    readonly kind: "city";
    readonly record: CityRecord;
} | {
    readonly kind: "county";
    readonly record: CountyRecord;
};
export {};
