import type { CONTRACT_NAME, EditionName } from "../editions/table.ts";
import { UNITED_STATES } from "../editions/united-states.ts";
import { CALIFORNIA_BUILD } from "./california/california-build.ts";
import type { StateBuild } from "./state/state-build.ts";
import { buildNation } from "./united-states/build.ts";
import { importNation } from "./united-states/import.ts";
import { NATION_DIR } from "./united-states/tables.ts";

/** The edition of the contract. Its tables are in the data folder itself. */
export const CONTRACT_BUILD: StateBuild = CALIFORNIA_BUILD;

/**
 * The editions that are built after the contract's, whose records they may include. `folder` is under the data folder
 * with the tables, and among the official files with the edition's own; `reportName` is its member in reports.
 */
export const OTHER_EDITIONS = {
  unitedStates: {
    title: UNITED_STATES.title,
    reportName: "nation",
    folder: NATION_DIR,
    import: importNation,
    build: buildNation,
  },
} as const satisfies Record<Exclude<EditionName, typeof CONTRACT_NAME>, unknown>;
export type OtherEdition = keyof typeof OTHER_EDITIONS;
/** null for those that are not built. */
export type BuiltEditions = {
  readonly [Name in OtherEdition]: Awaited<ReturnType<(typeof OTHER_EDITIONS)[Name]["build"]>>;
};
