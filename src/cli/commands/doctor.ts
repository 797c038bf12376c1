import type { Command } from "commander";
import { readConfig } from "../../main/config.ts";
import { CommandError, print } from "../../main/exit.ts";
import { systemClock } from "../../main/system-clock.ts";
import { printJson } from "../terminal.ts";

const MARKS = { good: "ok  ", doubtful: "note", bad: "BAD " } as const;

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("Check settings, store, dataset, mail, clock, and disk, and suggest fixes")
    .option("--json", "print a JSON array")
    .action(examine);
}

/** Invalid settings end the command and list every fault. The exit code is 1 if a check fails. */
async function examine(options: { readonly json?: true }): Promise<void> {
  const config = readConfig();
  const { diagnose } = await import("../diagnosis.ts");
  const findings = await diagnose(config, systemClock.now());
  if (options.json) printJson(findings);
  else {
    for (const { part, state, text, remedy } of findings) {
      print(`${MARKS[state]}  ${part.padEnd(8)}  ${text}\n${remedy === null ? "" : `                → ${remedy}\n`}`);
    }
  }
  if (findings.some(({ state }) => state === "bad")) throw new CommandError("A check failed: see above.");
}
