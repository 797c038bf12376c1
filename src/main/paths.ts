import { fileURLToPath } from "node:url";
import datasetFile from "../../data/dataset.json" with { type: "file" };
import nationFile from "../../data/united-states.json" with { type: "file" };

/** The tables included with the program. The one-file executable does not have them. */
export const DATA_DIR = fileURLToPath(new URL("../../data", import.meta.url));

/** An import of type "file" gives the path, even inside the executable; TypeScript assumes the content. */
export const CURRENT_DATASET = String(datasetFile);
export const CURRENT_NATION = String(nationFile);

/** Whether a path is inside the one-file executable: readable, but not in a folder of the machine. */
export function isInsideExecutable(path: string): boolean {
  return path.startsWith("/$bunfs/");
}
