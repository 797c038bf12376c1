// Writes docs/reference.md: endpoints, commands, and settings, from the tables of the code.
// Usage: bun scripts/reference.ts
import { join } from "node:path";
import type { Command } from "commander";
import { OPERATIONS } from "../src/api/operations.ts";
import { createProgram } from "../src/main/command-line.ts";
import { SETTINGS } from "../src/main/config.ts";

export const REFERENCE = join(import.meta.dir, "../docs/reference.md");

export async function referenceText(): Promise<string> {
  const program = await createProgram({ environment: {}, out: () => {}, note: () => {} });
  return `# Reference

Endpoints, commands, and settings. \`scripts/reference.ts\` writes this page from the code.

## Endpoints

Every request under \`/v1\` needs the header \`X-API-Key\`. The server has the [OpenAPI document](../openapi/openapi.json) at \`/openapi.json\` and a page for each endpoint at \`/docs\`.

${table(["endpoint", "answer"], await Promise.all(OPERATIONS.map(endpointRow)))}

## Commands

From source, write \`npm run -s safety -- key list\` for \`safety key list\`. \`--env-file FILE\` before a command reads settings from a file of \`NAME=value\` lines; the environment wins. Each command has its own \`--help\`.

${table(
  ["command", "what it does"],
  program.commands.flatMap((command) => commandRows(command, "safety")),
)}

## Settings

Environment variables. All are checked at startup, and every fault is reported. \`DATABASE_URL\`, \`SECRET\`, \`SMTP_URL\`, and the client secrets can also come from files: \`SECRET_FILE=/run/secrets/secret\`, and so on.

${table(["variable", "meaning", "default"], Object.entries(SETTINGS).map(settingRow))}
`;
}

async function endpointRow({ method, path, describe }: (typeof OPERATIONS)[number]): Promise<readonly string[]> {
  return [`\`${method} ${path}\``, (await describe()).summary];
}

/** A group of commands has a row for each of its commands. */
function commandRows(command: Command, parent: string): readonly (readonly string[])[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => commandRows(one, name));
  const words = command.registeredArguments.map((word) => {
    const text = `${word.name()}${word.variadic ? "..." : ""}`;
    return word.required ? `<${text}>` : `[${text}]`;
  });
  const options = command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
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
