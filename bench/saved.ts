import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeMachine } from "./machine.ts";
import type { BenchOptions } from "./options.ts";
import type { Results } from "./results.ts";

const FILE = "benchmarks.json";

/** The results of a run before any measurement. */
export function emptyResults({ rounds, seconds, quick }: BenchOptions): Results {
  return {
    measuredAt: new Date().toISOString(),
    commit: currentCommit(),
    machine: describeMachine(),
    ...{ rounds, seconds, quick, measured: [], failed: [] },
  };
}

/** The measured version of the program, as git describes it. */
function currentCommit(): string {
  return (
    Bun.spawnSync(["git", "rev-parse", "HEAD"], { cwd: import.meta.dir })
      .stdout.toString()
      .trim() || "unknown"
  );
}

export function saveResults(folder: string, results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FILE), `${JSON.stringify(results, null, 2)}\n`);
}

/** The results that a run with `resume` continues. undefined if there are none for this commit and these options. */
export function readSaved(folder: string, options: BenchOptions): Results | undefined {
  const path = join(folder, FILE);
  if (!options.resume || !existsSync(path)) return undefined;
  const saved: Results = JSON.parse(readFileSync(path, "utf8"));
  const { commit, rounds, seconds, quick } = saved;
  const isSame =
    commit === currentCommit() && rounds === options.rounds && seconds === options.seconds && quick === options.quick;
  if (!isSame) console.error(`${path} is of another commit or other options: everything is measured anew.`);
  return isSame ? saved : undefined;
}
