import { existsSync, renameSync, rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { STATE_EDITION_NAMES } from "../../editions/table.ts";
import { type BuiltDataset, buildDataset, writeDataset } from "../build-dataset.ts";
import { NATION_BUILD, STATE_BUILDS } from "../builds.ts";
import { fail } from "../fault.ts";
import { importFiles } from "../import-files.ts";
import { readSources } from "../sources.ts";
import { SOURCES_FILE } from "../united-states/tables.ts";
import { type Download, downloadAll } from "./download.ts";
import type { Publication } from "./publication.ts";

export interface UpdateOptions {
  /** The folder of official files: those of earlier years, and those that have no address. */
  readonly sourceDir: string;
  readonly dataDir: string;
  /** The data year whose files are downloaded. */
  readonly year: number;
  readonly retrieved: string;
  readonly from: string | null;
  /** Files that are not downloaded: the folder's copies count, if there are any. */
  readonly skip: readonly string[];
  readonly acceptChanges: boolean;
  /** Whether the folders are changed. */
  readonly write: boolean;
  readonly onStep: (text: string) => void;
  readonly onFile: (download: Download) => void;
  /** Shows what was built in a copy of the data folder. */
  readonly onBuilt: (builtDir: string, built: BuiltDataset) => void;
  /** Has the scratch folders removed if the program is stopped, until the returned function is called. */
  readonly onStop: (remove: () => void) => () => void;
}

/**
 * Downloads the files of a year, imports and builds in a copy of the data folder, and puts the copy in its place: the
 * whole or nothing. The copy is beside the folder, on the same file system. @throws DatasetError
 */
export async function updateData(options: UpdateOptions): Promise<void> {
  const dataDir = await realpath(options.dataDir).catch(() =>
    fail({ file: options.dataDir }, "the data folder cannot be read"),
  );
  const scratch = await mkdtemp(join(dirname(dataDir), `.${basename(dataDir)}-update-`));
  const staging = join(options.sourceDir, STAGING_FOLDER);
  const remove = () => {
    for (const folder of [scratch, staging]) rmSync(folder, { recursive: true, force: true });
  };
  const isOver = options.onStop(remove);
  try {
    await updateIn(scratch, { ...options, dataDir });
  } catch (error) {
    if (errorCode(error) !== "ENOSPC") throw error;
    fail({ file: dirname(dataDir) }, "the disk is full (ENOSPC); nothing was changed");
  } finally {
    isOver();
    remove();
  }
}

/** In the folder of official files, for the downloads on their way into it. */
const STAGING_FOLDER = ".update";

async function updateIn(scratch: string, options: UpdateOptions): Promise<void> {
  const { sourceDir, dataDir, retrieved, onStep } = options;
  const [files, copy] = [join(scratch, "files"), join(scratch, "data")];
  await linkFiles(sourceDir, files);
  const known = [...(await readSources(dataDir)), ...(await readSources(dataDir, SOURCES_FILE))];
  onStep(`Downloading the files of ${options.year}`);
  const downloads = await downloadAll(wanted(options), { ...options, into: files, known });
  onStep("Importing");
  await cp(dataDir, copy, { recursive: true });
  await importFiles({ sourceDir: files, dataDir: copy, retrieved });
  onStep("Building");
  const built = await buildDataset({ dataDir: copy });
  await writeDataset(copy, built);
  options.onBuilt(copy, built);
  if (!options.write) return;
  const kept = downloads.flatMap(({ file, state }) => (state === "unchanged" ? [] : [file]));
  const staging = join(sourceDir, STAGING_FOLDER);
  for (const file of kept) await cp(join(files, file), join(staging, file));
  exchange(dataDir, copy, join(scratch, "before"));
  for (const file of kept) renameSync(join(staging, file), join(sourceDir, file));
}

/** The nation's files where the folder has the nation's, as the import takes them. */
function wanted({ year, sourceDir, skip }: UpdateOptions): readonly Publication[] {
  const all = [...STATE_EDITION_NAMES.map((name) => STATE_BUILDS[name]), NATION_BUILD]
    .filter(({ folder }) => existsSync(join(sourceDir, folder)))
    .flatMap(({ publications }) => publications(year));
  const unknown = skip.filter((name) => !all.some(({ file }) => file === name));
  if (unknown.length > 0)
    fail(
      { file: unknown.join(", ") },
      `not downloaded anyway; the files are ${all.map(({ file }) => file).join(", ")}`,
    );
  return all.filter(({ file }) => !skip.includes(file));
}

/** The official files take much space, and none is changed. */
async function linkFiles(from: string, into: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() =>
    fail({ file: from }, "the folder of official files cannot be read"),
  );
  const base = await realpath(from);
  await mkdir(into, { recursive: true });
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const own = relative(from, path);
    await mkdir(dirname(join(into, own)), { recursive: true });
    await symlink(join(base, own), join(into, own));
  }
}

/** No signal is handled between the two steps. If the second fails, the first is undone. */
function exchange(dataDir: string, copy: string, before: string): void {
  renameSync(dataDir, before);
  try {
    renameSync(copy, dataDir);
  } catch (error) {
    renameSync(before, dataDir);
    throw error;
  }
}
