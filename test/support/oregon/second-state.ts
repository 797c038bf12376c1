import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { OREGON } from "./oregon.ts";
import { oregonFolders } from "./oregon-folders.ts";
import { programWith } from "./program.ts";

/** The program with the second state. */
const folder = programWith();

/** A module of that program, as the one of the repository is typed. */
function moduleOf<Module>(path: string): Promise<Module> {
  return import(join(folder, path));
}

// The schema of a dataset is of all states in the table, so the program that has the row builds the file.
const { STATE_BUILDS } = await moduleOf<typeof import("../../../src/dataset/builds.ts")>("src/dataset/builds.ts");
const { importState } = await moduleOf<typeof import("../../../src/dataset/state/import-state.ts")>(
  "src/dataset/state/import-state.ts",
);
const { buildState } = await moduleOf<typeof import("../../../src/dataset/state/build-state.ts")>(
  "src/dataset/state/build-state.ts",
);
const build = Object.values(STATE_BUILDS).find(({ edition }) => edition.path === OREGON.path);
if (build === undefined) throw new Error("the table of builds has no row of the state");
const { sourceDir, dataDir } = await oregonFolders();
await importState(build, { sourceDir, dataDir, retrieved: "2026-11-21" });
const { text, records } = await buildState(build, { dataDir: join(dataDir, build.folder) });
const file = join(folder, "data", OREGON.file);
writeFileSync(file, text);

/** The program with the second state and the file of its figures, its tables of operations and pages, and its records. */
export const secondState = {
  folder,
  file,
  program: join(folder, "src/cli/cli.ts"),
  records,
  operations: (await moduleOf<typeof import("../../../src/api/operations.ts")>("src/api/operations.ts")).OPERATIONS,
  pages: (await moduleOf<typeof import("../../../src/site/pages.ts")>("src/site/pages.ts")).PAGES,
};
