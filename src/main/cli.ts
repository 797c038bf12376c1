#!/usr/bin/env bun
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { STATE } from "../domain/california.ts";
import { messageOf } from "../domain/message.ts";
import { EXIT, type Terminal } from "./terminal.ts";

type AddCommands = (program: Command, terminal: Terminal) => void;

/** By the first word of the command line. Only what is asked for is loaded; the service starts 50 ms sooner for it. */
const GROUPS: Readonly<Record<string, () => Promise<AddCommands>>> = {
  serve: async () => (await import("./commands/serve.ts")).addServeCommand,
  dataset: async () => (await import("./commands/dataset.ts")).addDatasetCommands,
  key: async () => (await import("./commands/key.ts")).addKeyCommands,
  account: async () => (await import("./commands/account.ts")).addAccountCommands,
  usage: async () => (await import("./commands/usage.ts")).addUsageCommand,
  backup: async () => (await import("./commands/backup.ts")).addBackupCommands,
  doctor: async () => (await import("./commands/doctor.ts")).addDoctorCommand,
  health: async () => (await import("./commands/health.ts")).addHealthCommand,
  store: async () => (await import("./commands/store.ts")).addStoreCommands,
  mcp: async () => (await import("./commands/mcp.ts")).addMcpCommand,
};

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
  .description(`Safety scores and crime statistics for ${STATE.name}'s cities and counties`)
  .version(manifest.version)
  .option("--env-file <file>", "read settings from a file of NAME=value lines; the environment wins")
  .showHelpAfterError("(add --help for the whole list)")
  .exitOverride();
const asked = process.argv[2] ?? "";
for (const load of Object.hasOwn(GROUPS, asked) ? [GROUPS[asked]] : Object.values(GROUPS)) {
  const add = await load?.();
  add?.(program, terminal);
}

program.hook("preAction", async (_, action) => {
  // What a store, a backup or a secret holds is nobody else's. A dataset is public, and another user may serve it.
  if (groupOf(action) !== "dataset") process.umask(0o077);
  const { envFile } = program.opts<{ readonly envFile?: string }>();
  if (envFile === undefined) return;
  const { readEnvFile } = await import("./env-file.ts");
  for (const [name, value] of Object.entries(readEnvFile(envFile))) process.env[name] ??= value;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** The first word of a command: `dataset` for `safety --env-file FILE dataset build`. */
function groupOf(command: Command): string {
  return command.parent === null || command.parent === program ? command.name() : groupOf(command.parent);
}

/** Errors that are meant for the person at the terminal are told in a line; commander has told its own already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  terminal.note(`safety: ${messageOf(error)}\n`);
  return error instanceof Error && "exitCode" in error && typeof error.exitCode === "number"
    ? error.exitCode
    : EXIT.failed;
}
