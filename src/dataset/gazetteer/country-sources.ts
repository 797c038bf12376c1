import type { OfficialFile } from "../official-files.ts";

const CENSUS = {
  publisher: "US Census Bureau",
  terms: "public domain",
  url: "https://www.census.gov/geographies/reference-files.html",
} as const;

/** The files with the places of the whole country, in the folder `us/geo` of the official files. */
export const COUNTRY_FILES = {
  places: {
    ...CENSUS,
    table: "places",
    name: /^us_gazetteer\.csv\.gz$/,
    example: "us_gazetteer.csv.gz",
    title: "Gazetteer 2025; American Community Survey 2019-2023 (B01003); shares of counties by Geocorr 2022",
    note: "Joined by GEOID from public copies; 296 points outside their own place are moved into it",
  },
  joined: {
    ...CENSUS,
    table: "places",
    name: /^us_places_geo\.csv$/,
    example: "us_places_geo.csv",
    title: "GEOID of each place in the FBI's Table 8",
    note: "Joined by name, county, and residents; checked against residents",
  },
  coextensive: {
    ...CENSUS,
    table: "places",
    name: /^us_coextensive\.csv$/,
    example: "us_coextensive.csv",
    title: "Places and county subdivisions that have the same land",
    note: "Computed from the Gazetteer 2025 and boundaries",
  },
  estimates: {
    ...CENSUS,
    table: "places",
    name: /sub-ip-est.*\.xlsx$/i,
    example: "SUB-IP-EST2024-POP.xlsx",
    title: "Annual Estimates of the Resident Population for Incorporated Places",
    note: "Read where the survey has no residents",
  },
  counties: {
    ...CENSUS,
    table: "outlines",
    name: /^us_counties-10m\.json\.gz$/,
    example: "us_counties-10m.json.gz",
    title: "Cartographic boundaries of counties, 2017",
    note: "Read from the package us-atlas 3.0.1",
    terms: "public domain; the package: ISC",
  },
  zips: {
    ...CENSUS,
    table: "zips",
    name: /^us_zips\.csv\.gz$/,
    example: "us_zips.csv.gz",
    title: "ZIP codes with points",
    note: "Points of codes without an area of their own are from GeoNames (geonames.org)",
    terms: "public domain; points of codes without an area: CC BY 4.0",
  },
  zipCounties: {
    ...CENSUS,
    table: "zips",
    name: /^us_zip_county\.csv\.gz$/,
    example: "us_zip_county.csv.gz",
    title: "Shares of ZIP code tabulation areas in counties, land 2020 and residents 2010",
  },
  zipPlaces: {
    ...CENSUS,
    table: "zips",
    name: /^us_zip_places\.csv\.gz$/,
    example: "us_zip_places.csv.gz",
    title: "Shares of ZIP code tabulation areas in places and county subdivisions, land 2020 and residents 2010",
  },
  outlines: {
    ...CENSUS,
    table: "outlines",
    name: /^us_places\.topojson\.gz$/,
    example: "us_places.topojson.gz",
    title: "TIGER/Line places of 2019, and cartographic boundaries of places of 2015",
    note: "Simplified to 50 meters",
  },
  subdivisionOutlines: {
    table: "outlines",
    name: /^us_cousubs\.topojson\.gz$/,
    example: "us_cousubs.topojson.gz",
    publisher: "US Census Bureau; MassGIS; Vermont Center for Geographic Information; RIGIS",
    url: "https://www.census.gov/geographies/mapping-files.html",
    title: "Boundaries of county subdivisions in CT, MA, ME, NJ, NY, PA, RI, and VT",
    note: "Simplified to 50 meters. Towns and townships whose copy has no license are left out",
    terms: "public domain; MassGIS, VCGI, and RIGIS (without warranty): free with attribution",
  },
  changed: {
    ...CENSUS,
    table: "outlines",
    name: /^us_boundary_check\.csv$/,
    example: "us_boundary_check.csv",
    title: "Places whose area differs from that of 2025",
    note: "Computed",
  },
} as const satisfies Record<string, OfficialFile>;

/** Under the data folder. */
export const GAZETTEER_DIR = "gazetteer";

/** What the import makes of them. */
export const COUNTRY_TABLES = {
  places: `${GAZETTEER_DIR}/places.json.br`,
  points: `${GAZETTEER_DIR}/points.json.br`,
  zips: `${GAZETTEER_DIR}/zips.json.br`,
  counties: `${GAZETTEER_DIR}/counties.json.br`,
  outlines: `${GAZETTEER_DIR}/outlines.bin`,
  names: `${GAZETTEER_DIR}/names.json.br`,
  forms: `${GAZETTEER_DIR}/search.json.br`,
  sources: `${GAZETTEER_DIR}/sources.json`,
} as const;
