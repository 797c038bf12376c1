import { mock } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";

/**
 * Loaded before a program, for its steps that change names of files and folders in the folder `KILL_IN`: kills it with
 * SIGKILL before the step `KILL_AT`, and before each other step copies the folder into one of `COPIES`, named after the
 * step. The copy is what a SIGKILL there leaves, because nothing of a killed program runs.
 */
const { KILL_AT: at, KILL_IN: within = "", COPIES: copies } = process.env;
let step = 0;

function counted<Args extends readonly unknown[], Result>(change: (...args: Args) => Result) {
  return (...args: Args): Result => {
    if (String(args[0]).startsWith(within)) {
      if (String(step) === at) process.kill(process.pid, "SIGKILL");
      if (copies !== undefined)
        fs.cpSync(within, join(copies, String(step)), { recursive: true, verbatimSymlinks: true });
      step += 1;
    }
    return change(...args);
  };
}

mock.module("node:fs", () => ({
  ...fs,
  mkdtempSync: counted(fs.mkdtempSync),
  renameSync: counted(fs.renameSync),
  rmSync: counted(fs.rmSync),
  symlinkSync: counted(fs.symlinkSync),
}));
