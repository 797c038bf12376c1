// Writes docs/reference.md: commands and settings, from the tables of the code.
// Usage: bun scripts/reference.ts
import { join } from "node:path";
import type { Command } from "commander";
import { messageOf } from "../src/base/error-text.ts";
import { createProgram } from "../src/cli/command-line.ts";
import { SETTINGS } from "../src/main/config.ts";
import type { Setting } from "../src/main/setting.ts";

export const REFERENCE = join(import.meta.dir, "../docs/reference.md");

export async function referenceText(): Promise<string> {
  const program = await createProgram();
  return `# Reference

Commands and settings. \`scripts/reference.ts\` writes this page from the code.

## Commands

From source, write \`npm run -s safety -- key list\` for \`safety key list\`. \`--env-file FILE\` before a command reads settings from a file of \`NAME=value\` lines; environment variables take precedence. The \`--help\` of each command has its arguments, its options, and an example; many print JSON with \`--json\`.

The exit code is 0 if the command did what it says, 1 if it failed or a check of \`doctor\`, \`health\`, or \`dataset check\` did, and 2 if an argument or a setting is wrong. \`key scan\` ends with 1 if it finds keys, and with 2 if it cannot read a file.

${table(["command", "what it does"], program.commands.map(commandRow))}

## Settings

Environment variables, read once at startup: restart the service after a change. All wrong ones are reported together. A secret can also come from a file: \`SECRET_FILE=/run/secrets/secret\`, and so on.

${Object.entries<Setting<unknown>>(SETTINGS).map(settingEntry).join("\n\n")}
`;
}

/** A group of commands names its commands. */
function commandRow(command: Command): readonly string[] {
  const names = command.commands.map((one) => `\`${one.name()}\``).join(", ");
  return [`\`safety ${command.name()}\` ${names}`.trim(), command.description()];
}

function settingEntry([name, { meaning, fallback, read, isSecret }]: [string, Setting<unknown>]): string {
  const secret = isSecret ? " Secret." : "";
  return `### ${name}\n\n${meaning}.${formatOf(read)}${defaultText(fallback)}${secret}`;
}

/** What the reader says about a text that no setting but plain text allows; "" for plain text. */
function formatOf(read: Setting<unknown>["read"]): string {
  try {
    read("\n");
    return "";
  } catch (error) {
    const format = messageOf(error).replace(/^must (?:be|have) (?:an? (?:whole )?number from )?/, "");
    return ` Value: ${format.replace(/\{.*\}|\S+:[^\s,]*|\S+ <.+>/g, "`$&`")}.`;
  }
}

function defaultText(fallback: unknown): string {
  if (fallback === undefined || fallback === null) return "";
  if (typeof fallback !== "object") return ` Default: \`${String(fallback)}\`.`;
  return "path" in fallback ? ` Default: \`sqlite:${String(fallback.path)}\`.` : "";
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    heads,
    heads.map(() => "---"),
    ...rows.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|"))),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

if (import.meta.main) await Bun.write(REFERENCE, await referenceText());
