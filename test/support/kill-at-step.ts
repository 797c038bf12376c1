import { mock } from "bun:test";
import fs from "node:fs";

/**
 * Loaded before a program: kills it with SIGKILL before the step `KILL_AT` of those that change names of files and
 * folders in the folder `KILL_IN`, or writes how many there were.
 */
const [at, within] = [Number(process.env["KILL_AT"]), process.env["KILL_IN"] ?? ""];
let steps = 0;

function counted<Args extends readonly unknown[], Result>(step: (...args: Args) => Result) {
  return (...args: Args): Result => {
    if (String(args[0]).startsWith(within)) {
      if (steps === at) process.kill(process.pid, "SIGKILL");
      steps += 1;
    }
    return step(...args);
  };
}

mock.module("node:fs", () => ({
  ...fs,
  mkdtempSync: counted(fs.mkdtempSync),
  renameSync: counted(fs.renameSync),
  rmSync: counted(fs.rmSync),
  symlinkSync: counted(fs.symlinkSync),
}));
process.on("exit", () => console.info(`${steps} steps`));
