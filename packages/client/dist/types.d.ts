import type { components } from "./schema.ts";
type Schemas = components["schemas"];
/** Safety record of a city. */
export type CityRecord = Schemas["CitySafetyRecord"];
/** Safety summary of a county. */
export type CountyRecord = Schemas["CountySafetyRecord"];
/** What made the score of a city. */
export type Explanation = Schemas["Explanation"];
/** What made the score of a county. */
export type CountyExplanation = Schemas["CountyExplanation"];
/** Rates, score, and grade of a city for each year since 2010. */
export type CityHistory = Schemas["CityHistory"];
/** The same of a county. */
export type CountyHistory = Schemas["CountyHistory"];
/** A city, county, unincorporated community, or neighborhood. */
export type Place = Schemas["Place"];
/** Which places `places()` yields. `limit`: how many one request brings, 100 unless told. */
export type PlacesQuery = Omit<Schemas["PlacesQuery"], "cursor">;
/** The record that applies to a point, a ZIP code, or a name, and where else it may lie. */
export type Location = Schemas["Location"];
type LocateParameters = Required<Schemas["LocateQuery"]>;
/** A point, a ZIP code, or a name. */
export type LocateQuery = Pick<LocateParameters, "lat" | "lon"> | Pick<LocateParameters, "zip"> | Pick<LocateParameters, "name">;
/** What the service says of one name of a batch; `city` is the name as you wrote it. */
export type BatchItem = Schemas["BatchItem"];
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
