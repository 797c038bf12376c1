import type { Residents } from "../sources/census-estimates.ts";
import type { AgencyOffenses, RowPlace } from "./input-tables.ts";

/** The offenses of an agency in a year. */
export interface AgencyYear extends AgencyOffenses {
  readonly year: number;
}

/** A city in a list of the state, with its residents on 1 January; a year is missing if it was not incorporated yet. */
export interface ListedResidents extends Residents {
  /** With the word "County". */
  readonly county: string;
}

/** An incorporated place as the Census Bureau maps it. */
export type MappedPlace = Omit<RowPlace, "city" | "county">;

export interface Release<Row> {
  readonly file: string;
  readonly rows: readonly Row[];
}

/** The releases of each kind of official file, those with the oldest newest year first. */
export interface OfficialRows {
  readonly offenses: readonly Release<AgencyYear>[];
  readonly placePopulation: readonly Release<Residents>[];
  readonly countyPopulation: readonly Release<Residents>[];
  readonly cityCounty: readonly Release<ListedResidents>[];
  readonly places: readonly Release<MappedPlace>[];
}
