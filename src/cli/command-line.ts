import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { EXIT, note } from "../main/exit.ts";
import { EXAMPLES } from "./examples.ts";
import { limitProxies } from "./proxies.ts";
import { keepNewFilesPrivate } from "./terminal.ts";

type AddCommands = (program: Command) => void;

/** Commands by the first word of the command line. Only the requested one is loaded, so the service starts faster. */
const GROUPS: Readonly<Record<string, () => Promise<AddCommands>>> = {
  serve: async () => addServeCommand,
  dataset: async () => (await import("./commands/dataset.ts")).addDatasetCommands,
  key: async () => (await import("./commands/key.ts")).addKeyCommands,
  account: async () => (await import("./commands/account.ts")).addAccountCommands,
  webhook: async () => (await import("./commands/webhook.ts")).addWebhookCommands,
  mail: async () => (await import("./commands/mail.ts")).addMailCommands,
  usage: async () => (await import("./commands/usage.ts")).addUsageCommand,
  corrections: async () => (await import("./commands/corrections.ts")).addCorrectionCommands,
  support: async () => (await import("./commands/support.ts")).addSupportCommand,
  backup: async () => (await import("./commands/backup.ts")).addBackupCommands,
  doctor: async () => (await import("./commands/doctor.ts")).addDoctorCommand,
  health: async () => (await import("./commands/health.ts")).addHealthCommand,
  store: async () => (await import("./commands/store.ts")).addStoreCommands,
  mcp: async () => (await import("./commands/mcp.ts")).addMcpCommand,
};

/** Runs the command that the words name. Returns the exit code of the parser. @throws if the command fails. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const program = await createProgram(words[0]);

  program.hook("preAction", async (_, action) => {
    // A dataset is public, and another user may serve it.
    if (groupOf(action) !== "dataset") keepNewFilesPrivate();
    const { envFile } = program.opts<{ readonly envFile?: string }>();
    if (envFile !== undefined) await readSettings(envFile);
    if (groupOf(action) !== "serve") limitProxies(process.env["BASE_URL"]);
  });

  try {
    await program.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The parser has already printed the fault or the help.
    return error.exitCode === 0 ? 0 : EXIT.usage;
  }
}

async function readSettings(envFile: string): Promise<void> {
  const { readEnvFile } = await import("../main/env-file.ts");
  const settings = readEnvFile(envFile);
  const { unknownSettings } = await import("../main/config.ts");
  const unknown = unknownSettings(settings);
  if (unknown.length > 0) note(`${envFile} has names that are not settings: ${unknown.join(", ")}\n`);
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
}

export async function createProgram(group = ""): Promise<Command> {
  const program = new Command("safety")
    .description("Safety scores and crime statistics for places of the United States")
    .version(manifest.version)
    .option("--env-file <file>", "read settings from a file of NAME=value lines; environment variables take precedence")
    .showHelpAfterError("(add --help for the full list)")
    // In the words of our own errors.
    .configureOutput({
      outputError: (text, write) =>
        write(
          text
            .replace(/^error: /, "safety: ")
            .replace(/command-argument value ('.*') is invalid for argument '(.+?)'/, "$1 is invalid for <$2>"),
        ),
    })
    .exitOverride();
  for (const load of Object.hasOwn(GROUPS, group) ? [GROUPS[group]] : Object.values(GROUPS)) {
    const add = await load?.();
    add?.(program);
  }
  addExamples(program, "safety");
  return program;
}

function addExamples(command: Command, path: string): void {
  for (const one of command.commands) addExamples(one, `${path} ${one.name()}`);
  const example = EXAMPLES.find((line) => line === path || line.startsWith(`${path} `));
  if (example !== undefined) command.addHelpText("after", `\nExample:\n  ${example}`);
}

/** The first word of a command: `dataset` for `safety --env-file FILE dataset build`. */
function groupOf(command: Command): string {
  return command.parent?.parent ? groupOf(command.parent) : command.name();
}

function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("Serve the API and the pages")
    .action(async () => (await import("../main/run-service.ts")).runService());
}
