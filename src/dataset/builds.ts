import type { StateEditionName } from "../editions/table.ts";
import { UNITED_STATES } from "../editions/united-states.ts";
import { CALIFORNIA_BUILD } from "./california/california-build.ts";
import type { StateBuild } from "./state/state-build.ts";
import { buildNation } from "./united-states/build.ts";
import { importNation } from "./united-states/import.ts";
import { OFFICIAL_FILES } from "./united-states/official.ts";
import { NATION_PUBLICATIONS } from "./united-states/publications.ts";
import { NATION_DIR } from "./united-states/tables.ts";

/** How the edition of each state is built. */
export const STATE_BUILDS: Readonly<Record<StateEditionName, StateBuild>> = { california: CALIFORNIA_BUILD };

/**
 * The nation's edition, which is built after the states', because it includes records of one. `folder` is under the data
 * folder with the tables, and among the official files with its own; `reportName` is its member in reports.
 */
export const NATION_BUILD = {
  title: UNITED_STATES.title,
  reportName: "nation",
  folder: NATION_DIR,
  includes: UNITED_STATES.includes,
  officialFiles: OFFICIAL_FILES,
  publications: NATION_PUBLICATIONS,
  import: importNation,
  build: buildNation,
} as const;

export type BuiltNation = Awaited<ReturnType<typeof buildNation>>;
