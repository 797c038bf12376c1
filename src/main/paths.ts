import { fileURLToPath } from "node:url";
import datasetFile from "../../data/dataset.json" with { type: "file" };
import nationFile from "../../data/united-states.json" with { type: "file" };
import type { EditionName } from "../domain/edition.ts";

/** The tables included with the program. The one-file executable does not have them. */
export const DATA_DIR = fileURLToPath(new URL("../../data", import.meta.url));

/**
 * The file of each edition: the program's own one, the setting for another one, and its copy, with the setting for it. An
 * import of type "file" gives the path, even inside the executable; TypeScript assumes the content.
 */
export const DATASETS = {
  california: {
    own: String(datasetFile),
    setting: "SNAPSHOT_PATH",
    copySetting: "SNAPSHOT_COPY",
    copy: "last-good-snapshot.json",
  },
  unitedStates: { own: String(nationFile), setting: "US_SNAPSHOT_PATH", copy: "last-good-us-snapshot.json" },
} as const satisfies Readonly<Record<EditionName, object>>;

/** Whether a path is inside the one-file executable: readable, but not in a folder of the machine. */
export function isInsideExecutable(path: string): boolean {
  return path.startsWith("/$bunfs/");
}
