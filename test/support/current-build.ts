import { buildDataset } from "../../src/dataset/build-dataset.ts";
import { readTables } from "../../src/dataset/california/input-tables.ts";
import { readReview } from "../../src/dataset/california/review.ts";
import { openStateModels } from "../../src/dataset/california/state-models.ts";
import { DATA_DIR } from "../../src/main/paths.ts";

/** The tables included with the program, and their models. */
export const currentTables = await readTables(DATA_DIR);
export const currentReview = await readReview(DATA_DIR);
export const currentModels = openStateModels(currentTables, currentReview);

let build: ReturnType<typeof buildDataset> | undefined;

/** What these tables give, built once. */
export function currentBuild(): ReturnType<typeof buildDataset> {
  build ??= buildDataset({ dataDir: DATA_DIR });
  return build;
}
