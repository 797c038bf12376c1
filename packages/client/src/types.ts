import type { components } from "./schema.ts";

type Schemas = components["schemas"];

/** Safety record of a city. */
export type CityRecord = Schemas["CitySafetyRecord"];
/** Safety summary of a county. */
export type CountyRecord = Schemas["CountySafetyRecord"];
/** How the score of a city was calculated. */
export type Explanation = Schemas["Explanation"];
/** How the score of a county was calculated. */
export type CountyExplanation = Schemas["CountyExplanation"];
/** Rates, score, and grade of a city for each year since 2010. */
export type CityHistory = Schemas["CityHistory"];
/** The same for a county. */
export type CountyHistory = Schemas["CountyHistory"];
/** A city, county, unincorporated community, or neighborhood. */
export type Place = Schemas["Place"];
/** Filters and order of `places()`. `limit`: places per request, 100 by default. */
export type PlacesQuery = Omit<Schemas["PlacesQuery"], "cursor" | "format">;
/** The record that applies to a point, a ZIP code, or a name, and where else it may lie. */
export type Location = Schemas["Location"];
type LocateParameters = Required<Schemas["LocateQuery"]>;
/** A point, a ZIP code, or a name. */
export type LocateQuery =
  | Pick<LocateParameters, "lat" | "lon">
  | Pick<LocateParameters, "zip">
  | Pick<LocateParameters, "name">;
/** The result for one query of a batch: its location, or what may be meant. */
export type LocateItem = Schemas["LocateBatchItem"];
/** A location, or what may be meant if nothing is found. */
export type LocateAnswer =
  | Omit<Schemas["LocateBatchItemFound"], "query">
  | Omit<Schemas["LocateBatchItemNotFound"], "query">;
/** The result for one name of a batch; `city` is the name as you wrote it. */
export type BatchItem = Schemas["BatchItem"];
/** The explanation of one place of a batch; `city` or `county` is the name as you wrote it. */
export type ExplainItem = Schemas["ExplainBatchItem"];
/** The same with its history. */
export type HistoryItem = Schemas["HistoryBatchItem"];
/** Statistics of the dataset. */
export type DatasetStatistics = Schemas["DatasetStatistics"];

/** Body of every error (RFC 9457): all schemas of the document that have a `request_id`. */
export type Problem = {
  [Name in keyof Schemas]: Schemas[Name] extends { request_id: string } ? Schemas[Name] : never;
}[keyof Schemas];
/** Stable code of an error. */
export type ProblemCode = Problem["code"];
/** Body of the error for an invalid batch. */
export type BatchProblem = Schemas["InvalidBatchProblem"];
/** An invalid part of the input: a JSON pointer (RFC 6901) or a parameter, and what is wrong with it. */
export type InputFault = NonNullable<(BatchProblem | Schemas["InvalidInputProblem"])["errors"]>[number];
export type ProblemOf<Status extends number> = Extract<Problem, { status: Status }>;

/** A city's record, or its county's if the city has none. */
export type PlaceRecord =
  | { readonly kind: "city"; readonly record: CityRecord }
  | { readonly kind: "county"; readonly record: CountyRecord };
