import { fileURLToPath } from "node:url";
import datasetFile from "../../data/dataset.json" with { type: "file" };
import nationFile from "../../data/united-states.json" with { type: "file" };
import { recordFrom } from "../base/named-table.ts";
import { EDITION_NAMES, EDITIONS, type EditionName } from "../editions/table.ts";

/** The tables included with the program. The one-file executable does not have them. */
export const DATA_DIR = fileURLToPath(new URL("../../data", import.meta.url));

/**
 * The program's own file of each edition. An import of type "file" gives the path, even inside the executable; TypeScript
 * assumes the content.
 */
const OWN_FILES: Readonly<Record<EditionName, unknown>> = { california: datasetFile, unitedStates: nationFile };

/** `SNAPSHOT_PATH` for the edition of the contract, `US_SNAPSHOT_PATH` for `/us`. */
export type DatasetSetting = "SNAPSHOT_PATH" | `${string}_SNAPSHOT_PATH`;

/** The file of each edition: the program's own one, the setting for another one, and the name of its copy. */
export const DATASETS = recordFrom(
  EDITION_NAMES.map((name) => {
    const code = EDITIONS[name].path.slice(1);
    const setting: DatasetSetting = code === "" ? "SNAPSHOT_PATH" : `${code.toUpperCase()}_SNAPSHOT_PATH`;
    const copy = `last-good-${code === "" ? "" : `${code}-`}snapshot.json`;
    return [name, { own: String(OWN_FILES[name]), setting, copy }] as const;
  }),
);

/** Whether a path is inside the one-file executable: readable, but not in a folder of the machine. */
export function isInsideExecutable(path: string): boolean {
  return path.startsWith("/$bunfs/");
}
