import { CITY_AND_COUNTY, STATE_OFFICES } from "./california.ts";
import { namesOf } from "./named.ts";

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

/** An edition of places in states: whose counts a record may have, by the code in its file. */
export interface NationEdition extends Edition {
  readonly counts: Readonly<Record<"fbi" | "california", { readonly source: string; readonly provenance: string }>>;
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

export const CALIFORNIA = {
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
  printed: `Source: ${STATE_OFFICES.justice}; U.S. Census Bureau. Reported offenses only, counted per resident.`,
  /** Where the figures come from, in sentences for pages and answers (docs/methodology.md, "Sources"). */
  provenance: [
    "Offenses to 2022 are from a re-export of the Department of Justice's release of 2023, later ones re-keyed from a public copy of its release of July 2026; city populations of 2025 are re-keyed, too.",
    "Every figure can be recomputed from the tables in data/ to the last digit. To check these against the publishers' own files: safety dataset import.",
  ],
  /** What the state's rate includes. */
  benchmark:
    "About 5% of California's property offenses belong to campuses, railroads, the highway patrol, and other agencies that no city has; the state's rate includes them.",
  /** Why a city and a county with the same residents have two scores. */
  twoRecords: `${CITY_AND_COUNTY} is a city and a county with the same residents. Only the county's figures include campuses, transit, and the highway patrol, so they have two scores.`,
} as const satisfies Edition & Readonly<Record<string, unknown>>;

export const UNITED_STATES = {
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
  counts: {
    fbi: {
      source: "FBI, Crime in the United States, Table 8",
      provenance: "Counts are from copies of the FBI's Table 8 of 2012 to 2024, without review of a single place",
    },
    california: {
      source: `${STATE_OFFICES.justice}, OpenJustice`,
      provenance: "Counts are those of California's own edition",
    },
  },
} as const satisfies NationEdition;

/** The editions that the service has. Whatever carries them goes through this table. */
export const EDITIONS = { california: CALIFORNIA, unitedStates: UNITED_STATES } as const;
export type EditionName = keyof typeof EDITIONS;
export const EDITION_NAMES = namesOf(EDITIONS);
