import { CURRENT_GEOGRAPHY, CURRENT_SNAPSHOT } from "../../src/main/paths.ts";
import { readSnapshot } from "../../src/places/file.ts";
import { createGeography } from "../../src/places/geography.ts";
import { readGeography } from "../../src/places/geography-file.ts";
import { readPackedGeography } from "../../src/places/packed-geography.ts";

/** The geography and the snapshot included with the program. */
export const currentSnapshot = readSnapshot(CURRENT_SNAPSHOT);
export const currentGeographyFile = await readGeography(CURRENT_GEOGRAPHY);
export const currentGeography = createGeography(await readPackedGeography(CURRENT_GEOGRAPHY), currentSnapshot);
