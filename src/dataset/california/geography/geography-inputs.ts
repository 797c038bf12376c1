import { CALIFORNIA } from "../../../domain/edition.ts";
import { namesOf } from "../../../domain/named.ts";
import type { GeographySource } from "../../../places/geography-tables.ts";

const CENSUS = {
  publisher: "US Census Bureau, Geography Division",
  url: "https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html",
  license: "public domain",
  attribution: "",
} as const;

const NAMES = {
  publisher: "US Census Bureau; GeoNames; City of San Diego; City and County of San Francisco",
  url: "https://www.geonames.org/",
  license: "public domain, CC BY 4.0, and ODC-PDDL, by row",
  attribution:
    "Some names of neighborhoods, communities, and ZIP codes are from GeoNames (geonames.org), licensed under CC BY 4.0",
} as const;

const GEONAMES_NOTE =
  "GeoNames cities500 (2023-01) and US postal codes; Census places (TIGER/Line 2019); community planning districts of San Diego; planning neighborhoods of San Francisco";

/** The files that the geography is made of. Each was derived from the sources that its note names. */
export const GEOGRAPHY_INPUTS = {
  counties: {
    ...CENSUS,
    file: "counties.geojson.gz",
    title: `TIGER/Line 2016 counties of ${CALIFORNIA.name}, with coastal water`,
    note: "Reprojected from EPSG:3857; a copy in the public repository ir-sfsu/camapping (commit a1e3b99967fea73c159c9f3c9dee210258485704)",
  },
  cities: {
    ...CENSUS,
    file: "cities.geojson.gz",
    title: `TIGER/Line 2019 incorporated places of ${CALIFORNIA.name}`,
    note: "Boundaries of 2019: later annexations are missing. Burbank, El Cerrito, Greenfield, Live Oak, Mountain View, Paradise and Rolling Hills are of 2015 at 1:500,000, cut against their neighbors. Mountain House is the census-designated place of 2019. Copies in the public repositories generalpiston/geojson-us-city-boundaries (commit 861b67d2063ed707e24eb35fd6f5aa87796fd8d1) and NYPL-Simplified/geojson-places-us (commit b01fda384bb2c6b6a0124c5ad3c307e94d580d80)",
  },
  communities: {
    ...CENSUS,
    file: "cdps.geojson.gz",
    title: `TIGER/Line 2019 census-designated places of ${CALIFORNIA.name}`,
    note: "Boundaries of 2019, ten of 2015; Roseland, annexed by Santa Rosa in 2017, is left out. Copies as of the incorporated places",
  },
  zips: {
    file: "zip_places.csv",
    publisher: "US Census Bureau; GeoNames",
    title: "ZIP code tabulation areas 2010 against places, by residents of 2020",
    url: "https://www.census.gov/programs-surveys/geography/guidance/geo-areas/zctas.html",
    license: "public domain; names and points of ZIP codes without an area: CC BY 4.0",
    attribution: NAMES.attribution,
    note: "Shares computed from the centers of population of the block groups of 2020 (US Census Bureau) in the ZIP code tabulation areas of 2010 (whosonfirst-data/whosonfirst-data-postalcode-us, commit f382dc4962090d4811ca1ba54f6b7ca25c3a6fee) and the places of 2019; ZIP codes without an area from GeoNames US postal codes. A tabulation area is not a delivery route, and ZIP codes change",
  },
  names: {
    ...NAMES,
    file: "names.csv",
    title: `Names of neighborhoods and communities of ${CALIFORNIA.name}`,
    note: `${GEONAMES_NOTE}. Neighborhoods outside Los Angeles, San Diego and San Francisco are few`,
  },
  ambiguousNames: {
    ...NAMES,
    file: "names_ambiguous.csv",
    title: `Names that several places of ${CALIFORNIA.name} bear`,
    note: GEONAMES_NOTE,
  },
  homonyms: {
    ...NAMES,
    file: "names_city_homonyms.csv",
    title: `Communities of ${CALIFORNIA.name} that bear the name of a city elsewhere`,
    note: GEONAMES_NOTE,
  },
} as const satisfies Readonly<Record<string, Omit<GeographySource, "retrieved" | "sha256">>>;

export type GeographyInputKind = keyof typeof GEOGRAPHY_INPUTS;

export const GEOGRAPHY_INPUT_KINDS = namesOf(GEOGRAPHY_INPUTS);
