import { existsSync } from "node:fs";
import { join } from "node:path";
import { namesOf, recordFrom } from "../base/named-table.ts";
import { canonicalText } from "../base/sealed-file.ts";
import { writeAtomically } from "../figures/file.ts";
import { type BuiltEditions, CONTRACT_BUILD, OTHER_EDITIONS } from "./builds.ts";
import { DatasetError, type Fault, fault } from "./fault.ts";
import { readOptional } from "./input-rows.ts";
import { type BuildOptions, type BuiltState, buildState } from "./state/build-state.ts";

export interface BuiltDataset extends BuiltState {
  readonly others: BuiltEditions;
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
  const built = await buildState(CONTRACT_BUILD, options);
  const others = namesOf(OTHER_EDITIONS).map(async (name) => {
    const { folder, build } = OTHER_EDITIONS[name];
    return [name, existsSync(join(dataDir, folder)) ? await build(dataDir, built.records) : null] as const;
  });
  // The cast: the type of a record does not include that each edition has its own report.
  return { ...built, others: recordFrom(await Promise.all(others)) as BuiltEditions };
}

/** Name under the data folder, and text. */
function builtFiles({ text, changes, others }: BuiltDataset): readonly (readonly [string, string])[] {
  return [
    ["dataset.json", text],
    ["changes.json", canonicalText(changes)],
    ...Object.values(others).flatMap((built) =>
      built === null ? [] : [[built.file, built.text] as const, ...built.tables],
    ),
  ];
}

function difference(file: string, bytes: Uint8Array | null, text: string): Fault {
  if (bytes === null) return fault({ file }, 'the file is missing; run "safety dataset build"');
  const committed = new TextDecoder().decode(bytes).split("\n");
  const line = text.split("\n").findIndex((built, index) => built !== committed[index]);
  const reason = 'the file differs from what the tables give; run "safety dataset build" and look at what changed';
  return fault({ file, line: line + 1 }, reason);
}
