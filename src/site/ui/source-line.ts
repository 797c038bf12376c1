import { CALIFORNIA } from "../../domain/edition.ts";

/** The first year from the newer release. */
const RELEASE_YEAR = 2023;

const OFFENSE_SOURCE = `${CALIFORNIA.offices.justice}, Crimes and Clearances`;

/** The source of the counts and populations of a year: that of the record, or of a table's dataset. */
export function sourceLine(year: number): string {
  return `${OFFENSE_SOURCE} ${year} (${copyOf(year)}); U.S. Census Bureau, population on 1 July ${year}`;
}

/** Which copy of the department's file was read. */
function copyOf(year: number): string {
  return year < RELEASE_YEAR ? "re-export of the release of 2023" : "re-keyed from a copy of the release of July 2026";
}

/** The source for all years shown. */
export const TREND_SOURCE = `${OFFENSE_SOURCE} (copies of the releases of 2023 and, from ${RELEASE_YEAR} on, July 2026); population: ${CALIFORNIA.offices.finance}, report E-4 (cities to 2018), U.S. Census Bureau`;

/** What tells the edition apart from those that nobody reviews. */
export const REVIEWED = `The edition of ${CALIFORNIA.name} is reviewed: people check what its tests find, and what publishers note.`;
