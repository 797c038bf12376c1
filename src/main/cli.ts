#!/usr/bin/env bun
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { addAccountCommands } from "./commands/account.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addDatasetCommands } from "./commands/dataset.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addStoreCommands } from "./commands/store.ts";
import { addUsageCommand } from "./commands/usage.ts";
import { EXIT, type Terminal } from "./terminal.ts";

const terminal: Terminal = {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
};

// The reader of a pipe may leave early, as `head` does.
process.stdout.on("error", (error: Error & { code?: string }) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const program = new Command("safety")
  .description("Safety scores and crime statistics for California's cities and counties")
  .version(manifest.version)
  .showHelpAfterError("(add --help for the whole list)")
  .exitOverride();
for (const add of [
  addServeCommand,
  addDatasetCommands,
  addKeyCommands,
  addAccountCommands,
  addUsageCommand,
  addBackupCommands,
  addDoctorCommand,
  addStoreCommands,
  addMcpCommand,
])
  add(program, terminal);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Errors that are meant for the person at the terminal are told in a line; commander has told its own already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  terminal.note(`safety: ${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof Error && "exitCode" in error && typeof error.exitCode === "number"
    ? error.exitCode
    : EXIT.failed;
}
