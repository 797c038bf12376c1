import { UNITED_STATES } from "../editions/united-states.ts";
import { buildNation } from "./united-states/build.ts";
import { importNation } from "./united-states/import.ts";
import { NATION_DIR } from "./united-states/tables.ts";

/**
 * The editions that are built after the state's, whose records they may include, by their names in reports. `folder` is
 * under the data folder with the tables, and among the official files with the edition's own.
 */
export const OTHER_EDITIONS = {
  nation: { title: UNITED_STATES.title, folder: NATION_DIR, import: importNation, build: buildNation },
} as const;
export type OtherEdition = keyof typeof OTHER_EDITIONS;
/** null for those that are not built. */
export type BuiltEditions = {
  readonly [Name in OtherEdition]: Awaited<ReturnType<(typeof OTHER_EDITIONS)[Name]["build"]>>;
};
