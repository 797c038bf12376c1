import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/**
 * What an update works in, beside the data folder and on its file system. `before` is the commit point: until the old
 * data folder has that name, nothing was changed; from then on all that is left to do is in the workspace, so whoever
 * comes next can do it. A stop in the middle, SIGKILL too, therefore leaves the whole or nothing.
 */
export interface Workspace {
  readonly folder: string;
  /** The official files so far and the downloads. */
  readonly files: string;
  /** Becomes the data folder. */
  readonly copy: string;
  /** The old data folder. */
  readonly before: string;
  /** A link to the folder of official files. */
  readonly official: string;
  /** In that folder, on its file system: the downloads on their way into it. */
  readonly staging: string;
}

/** The id of the process is in the name, so that the workspace of one that ended is recognized. */
export function openWorkspace(dataDir: string, sourceDir: string, processId: number): Workspace {
  const folder = mkdtempSync(join(dirname(dataDir), `.${basename(dataDir)}-update-${processId}-`));
  symlinkSync(sourceDir, join(folder, "official"));
  return workspaceIn(folder);
}

export function workspaceIn(folder: string): Workspace {
  const official = join(folder, "official");
  return {
    folder,
    files: join(folder, "files"),
    copy: join(folder, "data"),
    before: join(folder, "before"),
    official,
    staging: join(official, basename(folder)),
  };
}

/** Puts the copy in the place of the data folder, and the staged files into the folder of official files. */
export function exchange(workspace: Workspace, dataDir: string): void {
  renameSync(dataDir, workspace.before);
  finish(workspace, dataDir);
}

/** Completes what an update began, or removes what it made: `finished` or `undone`. */
export function closeWorkspace(workspace: Workspace, dataDir: string): "finished" | "undone" {
  // With both, somebody has put a data folder there since.
  if (!existsSync(workspace.before) || (existsSync(workspace.copy) && existsSync(dataDir))) {
    discard(workspace);
    return "undone";
  }
  finish(workspace, dataDir);
  return "finished";
}

/** If the copy cannot take its place, the old folder gets it back. */
function finish(workspace: Workspace, dataDir: string): void {
  const { copy, before, official, staging } = workspace;
  if (!existsSync(dataDir)) {
    try {
      renameSync(copy, dataDir);
    } catch (error) {
      renameSync(before, dataDir);
      throw error;
    }
  }
  for (const file of filesIn(staging)) {
    mkdirSync(dirname(join(official, file)), { recursive: true });
    renameSync(join(staging, file), join(official, file));
  }
  discard(workspace);
}

/** The link to the staged files is in the workspace, which therefore goes last. */
function discard({ folder, staging }: Workspace): void {
  // Where nothing can be written, even removing what is not there is refused.
  if (existsSync(staging)) rmSync(staging, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  );
}
