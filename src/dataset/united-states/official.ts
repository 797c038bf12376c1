import type { OfficialFile } from "../official-files.ts";
import { SECOND_SOURCE_TABLE } from "../sources.ts";

const FBI = {
  publisher: "Federal Bureau of Investigation, Uniform Crime Reporting Program",
  url: "https://cde.ucr.cjis.gov/LATEST/webapp/#/pages/downloads",
} as const;

/** The files of the edition; the workbook of incorporated places is in the folder above, because other editions read it too. */
export const OFFICIAL_FILES = {
  table8: {
    ...FBI,
    table: "offenses",
    name: /table-8_\d{4}\.xlsx?$/i,
    example: "fbi_table-8_2024.xlsx",
    title: "Crime in the United States, Table 8: Offenses Known to Law Enforcement, by State by City",
    note: "Read from a public copy that looks unmodified",
  },
  estimates: {
    ...FBI,
    table: "state-estimates",
    name: /state-estimates.*\.csv$/i,
    example: "fbi_state-estimates_1979-2023.csv",
    title: "Estimated crimes of the nation and the states",
    note: "Read from a public copy; the code of North Dakota is wrong in 2022, and the nation of 2017 to 2020 is missing",
  },
  gazetteer: {
    table: "municipalities",
    name: /us_gazetteer\.csv\.gz$/i,
    example: "us_gazetteer.csv.gz",
    publisher: "US Census Bureau",
    title: "Gazetteer of places, county subdivisions, and counties, 2025, with residents of 2019 to 2023",
    url: "https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html",
    note: "Joined from public copies; only the municipalities that a row of Table 8 can mean are kept",
  },
  agencies: {
    ...FBI,
    table: "agencies",
    name: /fbi_agencies_\d{4}\.csv\.gz$/i,
    example: "fbi_agencies_2018.csv.gz",
    title: "List of agencies with their counties",
    note: "Read from a public copy; only departments whose name several municipalities of the state bear are kept",
  },
  codes: {
    table: "municipalities",
    name: /county-city-fips\.csv\.gz$/i,
    example: "census_state-county-city-fips.csv.gz",
    publisher: "US Census Bureau",
    title: "State, county, and city codes",
    url: "https://www.census.gov/library/reference/code-lists/ansi.html",
    note: "Read from a public copy; only the counties of Connecticut's towns are kept",
  },
  stateCounts: {
    table: "state-counts",
    name: /fdle_fibrs.*\.xlsx$/i,
    example: "fdle_fibrs_2021-2026.xlsx",
    publisher: "Florida Department of Law Enforcement",
    title: "FIBRS: Reported Offenses by Offense Type and Month, by agency",
    url: "https://www.fdle.state.fl.us/CJAB/UCR/FIBRS",
    note: "Read from a public copy; only the departments of cities are kept",
  },
  secondCounts: {
    table: SECOND_SOURCE_TABLE,
    name: /rtci_scorecard.*\.csv$/i,
    example: "rtci_scorecard_2026-04-24.csv",
    publisher: "AH Datalytics, Real-Time Crime Index",
    title: "Scorecard of {day}",
    url: "https://realtimecrimeindex.com/",
    note: "Preliminary. Only the counts that are compared are kept; the file is not redistributed",
  },
  secondSources: {
    table: SECOND_SOURCE_TABLE,
    name: /rtci_sources.*\.csv$/i,
    example: "rtci_sources_2026-04-24.csv",
    publisher: "AH Datalytics, Real-Time Crime Index",
    title: "List of sources of {day}",
    url: "https://realtimecrimeindex.com/",
    note: "Only the kind of each compared agency's source is kept; the file is not redistributed",
  },
  months: {
    ...FBI,
    table: "months",
    name: /agency-months.*\.csv$/i,
    example: "fbi_agency-months_2025-01_2026-04.csv",
    title: "Crime Data Explorer: offenses by agency and month",
    note: "Preliminary. Read from a public copy, collected on May 15, 2026",
  },
  places: {
    table: "municipalities",
    name: /sub-ip-est.*\.xlsx$/i,
    example: "SUB-IP-EST2024-POP.xlsx",
    publisher: "US Census Bureau, Population Division",
    title: "Annual Estimates of the Resident Population for Incorporated Places",
    url: "https://www.census.gov/data/tables/time-series/demo/popest/2020s-total-cities-and-towns.html",
    note: "",
  },
} as const satisfies Record<string, OfficialFile>;
