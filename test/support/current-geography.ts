import { readGeography } from "../../src/dataset/state/geography-file.ts";
import { readDataset } from "../../src/figures/file.ts";
import { DATA_DIR, DATASETS } from "../../src/main/paths.ts";
import { placesOf } from "./sample-dataset.ts";

/** The dataset included with the program. */
export const currentDataset = readDataset(DATASETS.california.own);
const places = placesOf(currentDataset);
export const currentSnapshot = places.records;
export const currentGeographyTables = currentDataset.geography();
export const currentGeography = await places.geography();
/** The input table that the build takes its geography from. */
export const currentGeographyFile = await readGeography(DATA_DIR);
