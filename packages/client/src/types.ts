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
/** A place of the United States, compared with the nation. */
export type NationRecord = Schemas["NationRecord"];
/** How the score of such a place was calculated. */
export type NationExplanation = Schemas["NationExplanation"];
/** Its years since 2012. */
export type NationHistory = Schemas["NationHistory"];
/** Its months after the record's year. */
export type NationMonths = Schemas["NationMonths"];
/** The places next to such a place in size. */
export type CountyAreas = Schemas["CountyAreas"];
/** The areas of a state. */
export type StateAreas = Schemas["StateAreas"];
export type CountyAreasExplanation = Schemas["CountyAreasExplanation"];
export type CountyAreasHistory = Schemas["CountyAreasHistory"];
export type CountyAreasMonths = Schemas["CountyAreasMonths"];
export type NationPeers = Schemas["NationPeers"];
/** Position by score among places of about the same size. */
export type NationRank = Schemas["NationRank"];
/** A place of a state, with or without a record. */
export type NationPlace = Schemas["NationPlaceElement"];
/** Filters and order of `us.places()`. */
export type NationPlacesQuery = Omit<Schemas["NationPlacesQuery"], "cursor" | "format">;
/** A place of the country that is meant by a point, a ZIP code, a name, or an address, with its record. */
export type NationLocation = Schemas["NationLocation"];
/** A place that may be meant. */
export type NationCandidate = Schemas["NationLocationCandidate"];
type NationLocateParameters = Required<Schemas["NationLocateQuery"]>;
/** A point, a ZIP code, a name (with its state and county), an address, or a GEOID. */
export type NationLocateQuery =
  | Pick<NationLocateParameters, "lat" | "lon">
  | Pick<NationLocateParameters, "zip">
  | (Pick<NationLocateParameters, "name"> & Partial<Pick<NationLocateParameters, "state" | "county">>)
  | Pick<NationLocateParameters, "address">
  | Pick<NationLocateParameters, "geoid">;
/** The result for one query of a batch. */
export type NationLocateItem = Schemas["NationLocateBatchItem"];
/** A location, or what may be meant if nothing is found. */
export type NationLocateAnswer =
  | Omit<Schemas["NationLocateBatchItemFound"], "query">
  | Omit<Schemas["NationLocateBatchItemNotFound"], "query">;
/** The result for one place of a batch. */
export type NationBatchItem = Exclude<Schemas["NationBatchItem"], AreasBatchItem>;
/** The result for one county of a batch. */
export type AreasBatchItem = Schemas["NationBatchItemCountyFound"] | Schemas["NationBatchItemCountyNotFound"];
/** A name in a state, by its USPS code or name; or a Census GEOID. */
export type PlaceInState =
  | (Pick<Schemas["NationBatchItemFound"], "state" | "city"> & { readonly county?: string })
  | Pick<Schemas["NationBatchItemGeoidFound"], "geoid">;
/** A county of a state, whose departments have areas. */
export type CountyInState = Pick<AreasBatchItem, "state" | "county">;
/** The coverage of each state. */
export type NationStates = Schemas["NationStates"];
/** Statistics of the nation's dataset. */
export type NationStatistics = Schemas["NationStatistics"];
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
