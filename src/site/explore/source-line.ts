import { STATE_OFFICES } from "../../domain/california.ts";
import type { Snapshot } from "../../domain/snapshot.ts";

export const OFFENSE_SOURCE = `${STATE_OFFICES.justice}, Crimes and Clearances`;

/** The source of the counts and populations of the data year. */
export function sourceLine({ dataYear }: Snapshot): string {
  return `${OFFENSE_SOURCE} ${dataYear}; U.S. Census Bureau, population on 1 July ${dataYear}`;
}

/** The source for all years shown. */
export const TREND_SOURCE = `${OFFENSE_SOURCE}; population: ${STATE_OFFICES.finance}, report E-4 (cities to 2018), U.S. Census Bureau`;
