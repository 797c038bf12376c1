import { NEW_ESTIMATES, type StateEdition } from "./edition.ts";

const OFFICES = {
  justice: "California Department of Justice",
  finance: "California Department of Finance",
} as const;

const COUNTS_FILE = `${OFFICES.justice}, Crimes and Clearances`;
/** The first year from the newer release. */
const RELEASE_YEAR = 2023;

function yearSource(copy: string): string {
  return `${COUNTS_FILE} {year} (${copy}); U.S. Census Bureau, population on 1 July {year}`;
}

/** `data/names` has what people call its places. */
export const CALIFORNIA = {
  kind: "state",
  path: "",
  naming: "place",
  ignoresParameters: true,
  explainsMisses: false,
  file: "dataset.json",
  name: "California",
  possessive: "California's",
  abbreviation: "CA",
  title: "California",
  shortTitle: "California",
  average: "California’s average",
  rate: "California’s rate",
  isNamed: false,
  breaks: [
    {
      year: 2014,
      name: "Wider definition of rape",
      measures: ["score", "violent", "rape"],
      text: "The definition of rape was widened.",
    },
    {
      year: 2020,
      name: "New population estimates",
      isOfPopulation: true,
      text: "Population figures are the Census Bureau's Vintage 2024 estimates; earlier ones are from earlier vintages (counties) and from the Department of Finance on January 1 (cities).",
    },
    {
      year: 2021,
      name: "New reporting system",
      text: "California's agencies changed from summary reports to the incident-based system (NIBRS and CIBRS), some of them later. Counts before and after are not fully comparable.",
    },
    {
      year: 2023,
      name: "New release of offenses",
      text: "Offenses from 2023 on are from the release of July 2026, earlier ones from the release of 2023, which the department has since revised in part.",
    },
    {
      year: NEW_ESTIMATES,
      name: "New population estimates",
      isOfPopulation: true,
      text: "Population figures are the Census Bureau's Vintage 2025, which revised many places.",
    },
  ],
  printed: `Source: ${OFFICES.justice}; U.S. Census Bureau. Reported offenses only, counted per resident.`,
  counts: {
    source: `${OFFICES.justice}, OpenJustice`,
    provenance: "Counts are those of California's own edition",
  },
  fips: "06",
  inAddress: "c ?a|calif|california",
  /** 90001 to 96162. */
  zip: "9(?:[0-5]\\d|6[01])\\d\\d",
  landBox: { west: -125, east: -114, south: 32, north: 43 },
  waterBox: { west: -126, east: -113, south: 31, north: 43 },
  /** California (Teale) Albers (EPSG 3310). */
  projection: { meridian: -120, latitude: 37.25, parallels: [34, 40.5] },
  offices: OFFICES,
  cityAndCounty: {
    name: "San Francisco",
    twoRecords:
      "San Francisco is a city and a county with the same residents. Only the county's figures include campuses, transit, and the highway patrol, so they have two scores.",
  },
  provenance: [
    "Offenses to 2022 are from a re-export of the Department of Justice's release of 2023, later ones re-keyed from a public copy of its release of July 2026; city populations of 2025 are re-keyed, too.",
    "Every figure can be recomputed from the tables in data/ to the last digit. To check these against the publishers' own files: safety dataset import.",
  ],
  samples: {
    cities: ["Irvine", "Los Angeles"],
    counties: ["Orange", "San Diego", "Los Angeles"],
    neighborhood: { name: "Hollywood", lat: "34.0983", lon: "-118.3267" },
    community: "East Los Angeles",
    unclear: "Bel Air",
    zip: "92618",
    around: "38.58,-121.49",
    seaLat: "33",
  },
  benchmark:
    "About 5% of California's property offenses belong to campuses, railroads, the highway patrol, and other agencies that no city has; the state's rate includes them.",
  trendSource: `${COUNTS_FILE} (copies of the releases of 2023 and, from ${RELEASE_YEAR} on, July 2026); population: ${OFFICES.finance}, report E-4 (cities to 2018), U.S. Census Bureau`,
  populationGap:
    "of January 1 until 2018 and of July 1 from 2020, lack that year, and tables of different publishers and days are not interpolated",
  review: "The edition of California is reviewed: people check what its tests find, and what publishers note.",
  yearSources: [
    { from: RELEASE_YEAR, text: yearSource("re-keyed from a copy of the release of July 2026") },
    { from: 0, text: yearSource("re-export of the release of 2023") },
  ],
  columnSources: {
    offenses: {
      source: `${OFFICES.justice}, OpenJustice, Crimes and Clearances`,
      license: "Public record of the State of California",
    },
    population: {
      source: `US Census Bureau, Population Estimates; before 2020 partly ${OFFICES.finance}`,
      license: "Public domain",
    },
    names: {
      source: "US Census Bureau; City of San Diego; City and County of San Francisco; GeoNames (geonames.org)",
      license: "Public domain, ODC-PDDL, or CC BY 4.0 (GeoNames), as the column license says",
    },
  },
  examples: [
    ["oakland", "san-francisco"],
    ["fresno", "sacramento"],
    ["los-angeles-county", "orange-county"],
  ],
} as const satisfies StateEdition;
