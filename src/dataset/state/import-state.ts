import { existsSync } from "node:fs";
import { join } from "node:path";
import { importGeography } from "./geography/import-geography.ts";
import { type ImportOptions, importDataset } from "./import.ts";
import type { StateBuild } from "./state-build.ts";

/** Folder of boundaries, ZIP codes, and names, inside the folder of a state's official files. */
export const GEOGRAPHY_FOLDER = "places";

/** The state's official files, with its geography if that folder is there → its tables. @throws DatasetError */
export async function importState(state: StateBuild, { sourceDir, dataDir, retrieved }: ImportOptions) {
  const from = { sourceDir: join(sourceDir, state.folder), dataDir: join(dataDir, state.folder), retrieved };
  const tables = await importDataset(state, from);
  const places = join(from.sourceDir, GEOGRAPHY_FOLDER);
  const geography = existsSync(places) ? await importGeography(state, { ...from, sourceDir: places }) : null;
  return { ...tables, geography };
}
