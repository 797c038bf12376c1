import type { Log } from "../../src/base/log.ts";
import { recordFrom } from "../../src/base/named-table.ts";
import { EDITION_NAMES } from "../../src/editions/table.ts";
import { LiveEditions } from "../../src/main/live-dataset.ts";
import { DATASETS } from "../../src/main/paths.ts";

/** The program's own datasets. */
export function ownEditions(log: Log): LiveEditions {
  const files = EDITION_NAMES.map((name) => {
    const { own } = DATASETS[name];
    return [name, { own, path: own, copyPath: null }] as const;
  });
  return new LiveEditions(recordFrom(files), log);
}
