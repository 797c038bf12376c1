import type { OfficialFile } from "../official-files.ts";

const FBI = {
  publisher: "Federal Bureau of Investigation, Uniform Crime Reporting Program",
  url: "https://cde.ucr.cjis.gov/LATEST/webapp/#/pages/downloads",
} as const;

/** The files of the edition; the Census Bureau's two are in the folder above, because other editions read them too. */
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
  codes: {
    table: "place-counties",
    name: /county-city-fips\.csv\.gz$/i,
    example: "census_state-county-city-fips.csv.gz",
    publisher: "US Census Bureau",
    title: "State, county, and city codes",
    url: "https://www.census.gov/library/reference/code-lists/ansi.html",
    note: "Read from a public copy; only the names of places and counties are kept",
  },
  secondCounts: {
    table: "second-source",
    name: /rtci_scorecard.*\.csv$/i,
    example: "rtci_scorecard_2026-04-24.csv",
    publisher: "AH Datalytics, Real-Time Crime Index",
    title: "Scorecard of April 24, 2026",
    url: "https://realtimecrimeindex.com/",
    note: "Preliminary. Only the counts that are compared are kept; the file is not redistributed",
  },
  counties: {
    table: "place-counties",
    name: /co-est\d{4}-alldata\.csv$/i,
    example: "co-est2025-alldata.csv",
    publisher: "US Census Bureau, Population Division",
    title: "Annual Estimates of the Resident Population for Counties",
    url: "https://www.census.gov/data/tables/time-series/demo/popest/2020s-counties-total.html",
    note: "Only the names of counties are read",
  },
  places: {
    table: "census-places",
    name: /sub-ip-est.*\.xlsx$/i,
    example: "SUB-IP-EST2024-POP.xlsx",
    publisher: "US Census Bureau, Population Division",
    title: "Annual Estimates of the Resident Population for Incorporated Places",
    url: "https://www.census.gov/data/tables/time-series/demo/popest/2020s-total-cities-and-towns.html",
    note: "",
  },
} as const satisfies Record<string, OfficialFile>;
