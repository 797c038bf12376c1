import { buildDataset } from "../../src/dataset/build-dataset.ts";
import { DATA_DIR } from "../../src/main/paths.ts";

let build: ReturnType<typeof buildDataset> | undefined;

/** What the tables included with the program give, built once. */
export function currentBuild(): ReturnType<typeof buildDataset> {
  build ??= buildDataset({ dataDir: DATA_DIR });
  return build;
}
