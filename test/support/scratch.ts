import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
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

let root: string | undefined;

/** A new empty folder, deleted when the tests end. */
export function scratchFolder(name: string): string {
  root ??= scratchRoot();
  return mkdtempSync(join(root, `${name}-`));
}

function scratchRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), "safety-test-"));
  // A server may run as another user, who needs access to its own subfolder.
  chmodSync(folder, 0o711);
  spawn("sh", ["-c", CLEAN_UP, "sh", folder], { stdio: ["pipe", "ignore", "ignore"], detached: true }).unref();
  return folder;
}
