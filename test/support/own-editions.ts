import type { Log } from "../../src/domain/log.ts";
import { LiveEditions } from "../../src/main/live-dataset.ts";
import { CURRENT_DATASET, CURRENT_NATION } from "../../src/main/paths.ts";

/** The program's own datasets. */
export function ownEditions(log: Log): LiveEditions {
  const files = {
    california: { path: CURRENT_DATASET, copyPath: null },
    unitedStates: { path: CURRENT_NATION, copyPath: null },
  };
  return new LiveEditions(files, log);
}
