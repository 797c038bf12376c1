// Writes docs/reference.md: commands and settings, from the tables of the code.
// Usage: bun scripts/reference.ts
import { join } from "node:path";
import type { Command } from "commander";
import { createProgram } from "../src/main/command-line.ts";
import { SETTINGS } from "../src/main/config.ts";

export const REFERENCE = join(import.meta.dir, "../docs/reference.md");

export async function referenceText(): Promise<string> {
  const program = await createProgram();
  return `# Reference

Commands and settings. \`scripts/reference.ts\` writes this page from the code. For the API, a server has the OpenAPI document at \`/openapi.json\` and a page for each endpoint at \`/docs\`.

## Commands

From source, write \`npm run -s safety -- key list\` for \`safety key list\`. \`--env-file FILE\` before a command reads settings from a file of \`NAME=value\` lines; environment variables take precedence. Each command has its own \`--help\`; many print JSON with \`--json\`.

${table(
  ["command", "what it does"],
  program.commands.flatMap((command) => commandRows(command, "safety")),
)}

## Settings

Environment variables, checked at startup. \`DATABASE_URL\`, \`SECRET\`, \`SMTP_URL\`, and the client secrets can also come from files: \`SECRET_FILE=/run/secrets/secret\`, and so on.

${table(["variable", "meaning", "default"], Object.entries(SETTINGS).map(settingRow))}
`;
}

/** A group of commands has a row for each of its commands. */
function commandRows(command: Command, parent: string): readonly (readonly string[])[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => commandRows(one, name));
  const words = command.registeredArguments.map((word) => {
    const text = `${word.name()}${word.variadic ? "..." : ""}`;
    return word.required ? `<${text}>` : `[${text}]`;
  });
  const options = command.options
    .filter(({ long }) => long !== "--json")
    .map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [[`\`${[name, ...words, ...options].join(" ")}\``, command.description()]];
}

function settingRow([name, { meaning, fallback }]: [
  string,
  { meaning: string; fallback: unknown },
]): readonly string[] {
  return [`\`${name}\``, meaning, defaultText(fallback)];
}

function defaultText(fallback: unknown): string {
  if (fallback === undefined) return "";
  if (typeof fallback !== "object" || fallback === null) return `\`${String(fallback)}\``;
  return "path" in fallback ? `\`sqlite:${String(fallback.path)}\`` : "";
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
