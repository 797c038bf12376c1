import { existsSync, readlinkSync } from "node:fs";
import { cp, mkdir, readdir, realpath, symlink } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { type BuiltDataset, buildDataset, writeDataset } from "../build-dataset.ts";
import { fail } from "../fault.ts";
import { COUNTRY_TABLES } from "../gazetteer/country-sources.ts";
import { importFiles } from "../import-files.ts";
import { readSources } from "../sources.ts";
import { SOURCES_FILE } from "../united-states/tables.ts";
import { type Download, downloadAll } from "./download.ts";
import { closeWorkspace, exchange, openWorkspace, type Workspace } from "./exchange.ts";
import { type FileByHand, filesByHand, type WantedOptions, wantedFiles } from "./wanted-files.ts";

export interface UpdateOptions extends WantedOptions {
  readonly dataDir: string;
  readonly processId: number;
  readonly retrieved: string;
  readonly from: string | null;
  readonly acceptChanges: boolean;
  /** Whether the folders are changed. */
  readonly write: boolean;
  readonly onStep: (text: string) => void;
  readonly onFile: (download: Download) => void;
  readonly onByHand: (files: readonly FileByHand[]) => void;
  /** Shows what was built in a copy of the data folder. */
  readonly onBuilt: (builtDir: string, built: BuiltDataset) => void;
  /** Has the workspace closed if the program is stopped, until the returned function is called. */
  readonly onStop: (close: () => void) => () => void;
}

/**
 * Gets the files of a year, imports and builds in a copy of the data folder, and puts the copy in its place: the whole or
 * nothing. @throws DatasetError
 */
export async function updateData(options: UpdateOptions): Promise<void> {
  const [dataDir, sourceDir] = [await dataFolder(options.dataDir), await folderOf(options.sourceDir)];
  if (!existsSync(dataDir)) fail({ file: options.dataDir }, "the data folder cannot be read");
  const parent = dirname(dataDir);
  const workspace = await writing(parent, async () => openWorkspace(dataDir, sourceDir, options.processId));
  const close = () => {
    // What is left to do after the commit is done by the next start.
    if (!existsSync(workspace.before)) closeWorkspace(workspace, dataDir);
  };
  const isOver = options.onStop(close);
  try {
    await writing(parent, () => updateIn(workspace, { ...options, dataDir, sourceDir }));
  } finally {
    isOver();
    close();
  }
}

const UNWRITTEN: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk's quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "the folder may not be written",
  EPERM: "the folder may not be written",
};

/** @throws DatasetError that names the folder if nothing can be written to it */
async function writing<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error) ?? "";
    const reason = UNWRITTEN[code];
    if (reason === undefined) throw error;
    return fail({ file: folder }, `${reason} (${code}); nothing was changed`);
  }
}

/** Where the data folder is, or was before an update was killed. @throws DatasetError */
export async function dataFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const target = linkedFrom(path) ?? path;
    return join(await folderOf(dirname(resolve(target))), basename(target));
  }
}

function linkedFrom(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null;
  }
}

function folderOf(path: string): Promise<string> {
  return realpath(path).catch(() => fail({ file: path }, "the folder cannot be read"));
}

async function updateIn(workspace: Workspace, options: UpdateOptions): Promise<void> {
  const { sourceDir, dataDir, retrieved, onStep } = options;
  const { files, copy, staging } = workspace;
  await linkFiles(sourceDir, files);
  const known = [
    ...(await readSources(dataDir)),
    ...(await readSources(dataDir, SOURCES_FILE)),
    ...(await readSources(dataDir, COUNTRY_TABLES.sources)),
  ];
  onStep(`Downloading the files of ${options.year}`);
  const downloads = await downloadAll(await wantedFiles(options), { ...options, into: files, known });
  options.onByHand(await filesByHand({ ...options, sourceDir: files }, known));
  onStep("Importing");
  await cp(dataDir, copy, { recursive: true });
  await importFiles({ sourceDir: files, dataDir: copy, retrieved });
  onStep("Building");
  const built = await buildDataset({ dataDir: copy });
  await writeDataset(copy, built);
  options.onBuilt(copy, built);
  if (!options.write) return;
  await writing(sourceDir, async () => {
    for (const { file, state } of downloads) {
      // A file that an import has read before may still be missing here.
      if (state !== "unchanged" || !existsSync(join(sourceDir, file))) await cp(join(files, file), join(staging, file));
    }
  });
  exchange(workspace, dataDir);
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
