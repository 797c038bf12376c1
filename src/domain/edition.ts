import { namesOf } from "../base/named-table.ts";
import type { StateCode } from "./us-states.ts";

/** A dataset with a yardstick, which scores 50, and what is said about it. */
export interface Edition {
  readonly name: string;
  readonly possessive: string;
  /** The possessive with the apostrophe of headings and charts. */
  readonly possessiveInTitles: string;
  /** As the contract writes it in `comparison`. */
  readonly abbreviation: string;
  /** The name alone, where no sentence surrounds it. */
  readonly title: string;
  /** Whether pictures mark it with a solid line and a flag, to tell it apart from the contract's edition. */
  readonly isFlagged: boolean;
  /** Breaks in the series of every place, oldest first. They must be shown wherever a series crosses one. */
  readonly breaks: readonly SeriesBreak[];
  /** On each sheet of a printed brief. Without quotes: the style sheet has it. */
  readonly printed: string;
  /** Where the figures of all years come from. */
  readonly trendSource: string;
  /** Whether people check it, as a sentence. */
  readonly review: string;
  /** Pairs to compare, as their addresses name the places. */
  readonly examples: readonly (readonly [string, string])[];
  /** Whose counts its places have, and how an explanation says it. */
  readonly counts: { readonly source: string; readonly provenance: string };
  /** The part after `/v1` in the paths of its operations. The edition of the contract has none. */
  readonly path: "" | `/${string}`;
  /** Its dataset, in `data`. */
  readonly file: string;
}

/** The first year whose figures are not comparable with earlier years. */
export interface SeriesBreak {
  readonly year: number;
  readonly name: string;
  readonly text: string;
  /** Only populations differ: counts before and after are comparable. */
  readonly isOfPopulation?: true;
  /** Why no place has a complete year then: the edition leaves the year out. */
  readonly leftOut?: string;
}

/** An edition of places in states. */
export interface NationEdition extends Edition {
  readonly kind: "nation";
  /** The edition whose counts, residents, and complete years the places of its state have. */
  readonly includes: StateEdition;
}

/** Degrees (WGS 84). */
type Box = Readonly<Record<"west" | "east" | "south" | "north", number>>;

/** An edition of the cities and counties of a state. */
export interface StateEdition extends Edition {
  readonly kind: "state";
  readonly abbreviation: StateCode;
  /** FIPS 5-2: the first digits of each county code and of each GEOID of a place. */
  readonly fips: string;
  /** Patterns, on folded text, for the state after a place's name in an address. */
  readonly inAddress: string;
  /** Pattern of the first five digits of its ZIP codes. */
  readonly zip: string;
  /** Around its land. A point outside it is an error in a file. */
  readonly landBox: Box;
  /** Around its boundaries, which extend into coastal water. */
  readonly waterBox: Box;
  /** Its own equal-area projection (Albers), in degrees. */
  readonly projection: Readonly<{ meridian: number; latitude: number; parallels: readonly [number, number] }>;
  /** The state offices that publish the files that the dataset reads. */
  readonly offices: { readonly justice: string; readonly finance: string };
  /** The city that is a county with the same residents, and why it has two scores. */
  readonly cityAndCounty: { readonly name: string; readonly twoRecords: string } | null;
  /** Where the figures come from, in sentences for pages and answers (docs/methodology.md, "Sources"). */
  readonly provenance: readonly string[];
  /** What the state's rate includes. */
  readonly benchmark: string;
  /** Why its population tables lack a year between two others, if there is one reason. */
  readonly populationGap?: string;
  /** Where the counts and populations of a year come from. */
  readonly sourceOf: (year: number) => string;
  /** Of the columns of its files, where publishers of its own have the values. */
  readonly columnSources: Readonly<
    Record<"offenses" | "population" | "names", { readonly source: string; readonly license: string }>
  >;
}

/** FIPS code of a county of one of the states: the state's two digits and three more. */
export function countyCode(...states: readonly string[]): RegExp {
  return new RegExp(states.map((fips) => `^${fips}\\d{3}$`).join("|"));
}

/** GEOID of a place of one of the states: the state's two digits and five more. */
export function placeGeoid(...states: readonly string[]): RegExp {
  return new RegExp(states.map((fips) => `^${fips}\\d{5}$`).join("|"));
}

/** What stands beside a score, where no sentence names the yardstick. */
export function yardstickText({ title }: Edition): string {
  return `${title} = 50`;
}

/** The words on the flag of a chart of a score, or of a rate. */
export function flagOf(edition: Edition, isScore: boolean): string | undefined {
  return edition.isFlagged ? (isScore ? yardstickText(edition) : edition.title) : undefined;
}

/** The first year with populations of the Census Bureau's Vintage 2025. */
export const NEW_ESTIMATES = 2025;

const OFFICES = {
  justice: "California Department of Justice",
  finance: "California Department of Finance",
} as const;

const COUNTS_FILE = `${OFFICES.justice}, Crimes and Clearances`;
/** The first year from the newer release. */
const RELEASE_YEAR = 2023;

/** `data/names` has what people call its places. */
export const CALIFORNIA = {
  kind: "state",
  path: "",
  file: "dataset.json",
  name: "California",
  possessive: "California's",
  possessiveInTitles: "California’s",
  abbreviation: "CA",
  title: "California",
  isFlagged: false,
  breaks: [
    { year: 2014, name: "Wider definition of rape", text: "The definition of rape was widened." },
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
  benchmark:
    "About 5% of California's property offenses belong to campuses, railroads, the highway patrol, and other agencies that no city has; the state's rate includes them.",
  trendSource: `${COUNTS_FILE} (copies of the releases of 2023 and, from ${RELEASE_YEAR} on, July 2026); population: ${OFFICES.finance}, report E-4 (cities to 2018), U.S. Census Bureau`,
  populationGap:
    "of January 1 until 2018 and of July 1 from 2020, lack that year, and tables of different publishers and days are not interpolated",
  review: "The edition of California is reviewed: people check what its tests find, and what publishers note.",
  sourceOf(year) {
    const copy =
      year < RELEASE_YEAR ? "re-export of the release of 2023" : "re-keyed from a copy of the release of July 2026";
    return `${COUNTS_FILE} ${year} (${copy}); U.S. Census Bureau, population on 1 July ${year}`;
  },
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

export const UNITED_STATES = {
  kind: "nation",
  includes: CALIFORNIA,
  path: "/us",
  file: "united-states.json",
  name: "the United States",
  possessive: "the United States'",
  possessiveInTitles: "the United States’",
  abbreviation: "US",
  title: "United States",
  isFlagged: true,
  breaks: [
    {
      year: 2014,
      name: "Wider definition of rape",
      text: "The definition of rape was widened; some places changed in 2013 or later.",
    },
    {
      year: 2021,
      name: "New reporting system",
      text: "The FBI changed to its incident-based system (NIBRS). Many places did not report in 2021, so that year is left out, and counts before and after are not fully comparable.",
      leftOut: "many departments did not report",
    },
  ],
  printed: "Source: FBI, Table 8 (copies), United States edition. Reported offenses only, counted per resident.",
  trendSource: "FBI, Crime in the United States, Table 8, 2012 to 2024 (copies)",
  review: "No person reviewed each place.",
  examples: [
    ["tx/austin", "co/denver"],
    ["ny/new-york", "pa/philadelphia"],
    ["wa/seattle", "or/portland"],
  ],
  counts: {
    source: "FBI, Crime in the United States, Table 8",
    provenance: "Counts are from copies of the FBI's Table 8 of 2012 to 2024, without review of a single place",
  },
} as const satisfies NationEdition;

/** The editions that the service has. Whatever carries them goes through this table. */
export const EDITIONS = { california: CALIFORNIA, unitedStates: UNITED_STATES } as const;
export type EditionName = keyof typeof EDITIONS;
export const EDITION_NAMES = namesOf(EDITIONS);

export type StateEditionName = {
  [Name in EditionName]: (typeof EDITIONS)[Name] extends StateEdition ? Name : never;
}[EditionName];
export function isOfState(name: EditionName): name is StateEditionName {
  return EDITIONS[name].kind === "state";
}
export const STATE_EDITION_NAMES = EDITION_NAMES.filter(isOfState);
/** The edition of the contract's endpoints. */
export const CONTRACT_NAME = "california" satisfies StateEditionName;
export const CONTRACT_EDITION: StateEdition = EDITIONS[CONTRACT_NAME];
export const STATE_EDITIONS: readonly StateEdition[] = STATE_EDITION_NAMES.map((name) => EDITIONS[name]);

/** What all states' editions share, such as a schema, names them together. */
export function ofStates(textOf: (edition: StateEdition) => string, separator = " or "): string {
  return STATE_EDITIONS.map(textOf).join(separator);
}
