import { existsSync } from "node:fs";
import { join } from "node:path";
import { canonicalText } from "../base/sealed-file.ts";
import { CONTRACT_NAME, OTHER_STATE_NAMES, type StateEditionName, stateEditionName } from "../editions/table.ts";
import { writeAtomically } from "../figures/file.ts";
import { type BuiltNation, NATION_BUILD, STATE_BUILDS } from "./builds.ts";
import { DatasetError, type Fault, fault } from "./fault.ts";
import { readOptional } from "./input-rows.ts";
import { type BuildOptions, type BuiltState, buildState } from "./state/build-state.ts";

/** Of the contract's edition, with the editions beside it; null for one whose tables the data folder does not have. */
export interface BuiltDataset extends BuiltState {
  readonly otherStates: readonly (readonly [StateEditionName, BuiltState | null])[];
  readonly nation: BuiltNation;
}

/** Writes the built files into a data folder. */
export async function writeDataset(dataDir: string, built: BuiltDataset): Promise<void> {
  for (const [name, text] of builtFiles(built)) await writeAtomically(join(dataDir, name), text);
}

/** Compares the bytes with the files of a data folder. @throws DatasetError if they differ */
export async function checkDataset(dataDir: string, built: BuiltDataset): Promise<void> {
  const faults: Fault[] = [];
  for (const [name, text] of builtFiles(built)) {
    const bytes = await readOptional(join(dataDir, name));
    if (bytes === null || new TextDecoder().decode(bytes) !== text) faults.push(difference(name, bytes, text));
  }
  if (faults.length > 0) throw new DatasetError(faults);
}

/** Tables and reviews under the data folder → what the built files have. @throws DatasetError */
export async function buildDataset(options: BuildOptions): Promise<BuiltDataset> {
  const { dataDir } = options;
  const built = await buildState(STATE_BUILDS[CONTRACT_NAME], options);
  const otherStates = await Promise.all(
    OTHER_STATE_NAMES.map(async (name) => {
      const folder = join(dataDir, STATE_BUILDS[name].folder);
      const own = existsSync(folder) ? await buildState(STATE_BUILDS[name], { ...options, dataDir: folder }) : null;
      return [name, own] as const;
    }),
  );
  const { folder, includes, build } = NATION_BUILD;
  const included = new Map([[CONTRACT_NAME, built], ...otherStates]).get(stateEditionName(includes));
  const nation = included && existsSync(join(dataDir, folder)) ? await build(dataDir, included) : null;
  return { ...built, otherStates, nation };
}

/** Name under the data folder, and text. */
function builtFiles({ otherStates, nation, ...contract }: BuiltDataset): readonly (readonly [string, string])[] {
  const states = [[CONTRACT_NAME, contract] as const, ...otherStates].flatMap(([name, built]) => {
    const { edition, folder } = STATE_BUILDS[name];
    if (built === null) return [];
    return [
      [edition.file, built.text],
      [join(folder, "changes.json"), canonicalText(built.changes)],
    ] as const;
  });
  return [...states, ...(nation === null ? [] : [[nation.file, nation.text] as const, ...nation.tables])];
}

function difference(file: string, bytes: Uint8Array | null, text: string): Fault {
  if (bytes === null) return fault({ file }, 'the file is missing; run "safety dataset build"');
  const committed = new TextDecoder().decode(bytes).split("\n");
  const line = text.split("\n").findIndex((built, index) => built !== committed[index]);
  const reason = 'the file differs from what the tables give; run "safety dataset build" and look at what changed';
  return fault({ file, line: line + 1 }, reason);
}
