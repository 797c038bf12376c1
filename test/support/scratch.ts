import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The test runner runs no exit handlers, and may be killed. So a separate process waits until this one has ended for
 * any reason, stops the PostgreSQL servers under the folder, and deletes it.
 */
const CLEAN_UP = `
  cat > /dev/null
  for pid in "$1"/*/data/postmaster.pid; do
    [ -e "$pid" ] && kill -QUIT "$(head -n 1 "$pid")" 2> /dev/null
  done
  until rm -rf "$1" 2> /dev/null; do sleep 0.2; done`;

/** A file system in memory, from which programs may run: stores in it wait for no disk. */
const MEMORY = "/dev/shm";
/** More than all tests write at a time. */
const ENOUGH_BYTES = 4e9;

let root: string | undefined;
let diskRoot: string | undefined;

/** A new empty folder, deleted when the tests end. */
export function scratchFolder(name: string): string {
  root ??= scratchRoot(hasMemory() ? MEMORY : tmpdir());
  return mkdtempSync(join(root, `${name}-`));
}

/** As `scratchFolder`, on a disk: for measuring what is written. */
export function diskFolder(name: string): string {
  diskRoot ??= scratchRoot(tmpdir());
  return mkdtempSync(join(diskRoot, `${name}-`));
}

function scratchRoot(parent: string): string {
  const folder = mkdtempSync(join(parent, "safety-test-"));
  // A server may run as another user, who needs access to its own subfolder.
  chmodSync(folder, 0o711);
  spawn("sh", ["-c", CLEAN_UP, "sh", folder], { stdio: ["pipe", "ignore", "ignore"], detached: true }).unref();
  return folder;
}

function hasMemory(): boolean {
  if (process.platform !== "linux") return false;
  const isUsable = / \/dev\/shm tmpfs (?!\S*noexec)/.test(readFileSync("/proc/mounts", "utf8"));
  if (!isUsable) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES;
}
