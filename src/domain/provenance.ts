import { CITY_AND_COUNTY } from "./california.ts";
import { CALIFORNIA } from "./edition.ts";

/** Where the figures come from, in sentences for pages and answers (docs/methodology.md, "Sources"). */
export const PROVENANCE = [
  "Offenses to 2022 are from a re-export of the Department of Justice's release of 2023, later ones re-keyed from a public copy of its release of July 2026; city populations of 2025 are re-keyed, too.",
  "Every figure can be recomputed from the tables in data/ to the last digit. To check these against the publishers' own files: safety dataset import.",
] as const;

/** What the state's rate includes. */
export const BENCHMARK = `About 5% of ${CALIFORNIA.possessive} property offenses belong to campuses, railroads, the highway patrol, and other agencies that no city has; the state's rate includes them.`;

/** Why a city and a county with the same residents have two scores. */
export const TWO_RECORDS = `${CITY_AND_COUNTY} is a city and a county with the same residents. Only the county's figures include campuses, transit, and the highway patrol, so they have two scores.`;
