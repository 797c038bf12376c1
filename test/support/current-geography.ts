import { readGeography } from "../../src/geography/file.ts";
import { createGeography } from "../../src/geography/geography.ts";
import { readPackedGeography } from "../../src/geography/packed-geography.ts";
import { CURRENT_GEOGRAPHY, CURRENT_SNAPSHOT } from "../../src/main/paths.ts";
import { readSnapshot } from "../../src/snapshot/file.ts";

/** The geography and the snapshot included with the program. */
export const currentSnapshot = readSnapshot(CURRENT_SNAPSHOT);
export const currentGeographyFile = await readGeography(CURRENT_GEOGRAPHY);
export const currentGeography = createGeography(await readPackedGeography(CURRENT_GEOGRAPHY), currentSnapshot);
