import { CALIFORNIA } from "../../editions/california.ts";
import type { StateBuild } from "../state/state-build.ts";

/** The kinds of official files, with the table that each feeds. */
export const OFFICIAL_FILES = {
  offenses: {
    table: "offenses",
    name: /crimes[-_]and[-_]clearances.*\.csv(\.gz)?$/i,
    example: "Crimes_and_Clearances_with_Arson-1985-2025.csv",
    publisher: `${CALIFORNIA.offices.justice}, OpenJustice`,
    title: "Crimes and Clearances (with Arson)",
    url: "https://openjustice.doj.ca.gov/data",
  },
  placePopulation: {
    table: "population of cities",
    // An extract of a workbook that is in the folder has `-POP` in its name, as the workbook does.
    name: /sub-ip-est(.*\.xlsx|\d{4}(?!-pop).*\.csv)$/i,
    example: `SUB-IP-EST2025-POP-${CALIFORNIA.fips}.xlsx`,
    publisher: "US Census Bureau, Population Division",
    title: "Annual Estimates of the Resident Population for Incorporated Places",
    url: "https://www.census.gov/data/tables/time-series/demo/popest/2020s-total-cities-and-towns.html",
  },
  countyPopulation: {
    table: "population of counties",
    name: /(co-est\d{4}-alldata|county-population).*\.csv$/i,
    example: "co-est2025-alldata.csv",
    publisher: "US Census Bureau, Population Division",
    title: "Annual Estimates of the Resident Population for Counties",
    url: "https://www.census.gov/data/tables/time-series/demo/popest/2020s-counties-total.html",
  },
  cityCounty: {
    table: "population of cities, county of each city",
    name: /e-4[-_].*\.csv$/i,
    example: "E-4_2010-2018.csv",
    publisher: `${CALIFORNIA.offices.finance}, Demographic Research Unit`,
    title: "E-4 Population Estimates for Cities, Counties, and the State",
    url: "https://dof.ca.gov/forecasting/demographics/estimates/",
  },
  places: {
    table: "places",
    name: /(tiger|tl_)\d{4}.*place.*\.csv$/i,
    example: `tl_2016_${CALIFORNIA.fips}_place.csv`,
    publisher: "US Census Bureau, Geography Division",
    title: "TIGER/Line places",
    url: "https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html",
  },
} as const satisfies StateBuild["officialFiles"];
