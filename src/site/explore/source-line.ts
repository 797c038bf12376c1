import { STATE_OFFICES } from "../../domain/california.ts";

export const OFFENSE_SOURCE = `${STATE_OFFICES.justice}, Crimes and Clearances`;

/** The source of the counts and populations of a year: that of the record, or of a table's dataset. */
export function sourceLine(year: number): string {
  return `${OFFENSE_SOURCE} ${year}; U.S. Census Bureau, population on 1 July ${year}`;
}

/** The source for all years shown. */
export const TREND_SOURCE = `${OFFENSE_SOURCE}; population: ${STATE_OFFICES.finance}, report E-4 (cities to 2018), U.S. Census Bureau`;
