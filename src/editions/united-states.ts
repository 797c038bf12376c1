import { CALIFORNIA } from "./california.ts";
import type { NationEdition } from "./edition.ts";

export const UNITED_STATES = {
  kind: "nation",
  fewestResidents: 2_500,
  includes: CALIFORNIA,
  path: "/us",
  naming: "state and place",
  ignoresParameters: false,
  explainsMisses: true,
  file: "united-states.json",
  name: "the United States",
  possessive: "the United States'",
  abbreviation: "US",
  title: "United States",
  shortTitle: "Nation",
  average: "the national average",
  rate: "the national rate",
  isNamed: true,
  breaks: [
    {
      year: 2014,
      name: "Wider definition of rape",
      measures: ["score", "violent", "rape"],
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
  trendSource: "FBI, Crime in the United States, Table 8, from 2012 on (copies)",
  review: "Checked by software; no person reviewed each place.",
  examples: [
    ["tx/austin", "co/denver"],
    ["ny/new-york", "pa/philadelphia"],
    ["wa/seattle", "or/portland"],
  ],
  areas: {
    source: "FBI, Crime in the United States, Table 10",
    residents:
      "The FBI's residents of the department's area in 2025, carried to each year by the Census Bureau's estimates of the county, and before 2020 by those of the state.",
  },
  counts: {
    source: "FBI, Crime in the United States, Table 8",
    provenance: "Counts are from copies of the FBI's Table 8, from 2012 on, without review of a single place",
  },
} as const satisfies NationEdition;
