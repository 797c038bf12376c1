import { readFileSync } from "node:fs";
import { errorCode, messageOf } from "../base/error-text.ts";
import { CommandError, type Environment, EXIT } from "./exit.ts";

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/;
const SINGLE_QUOTED = /^'([^']*)'$/;
const DOUBLE_QUOTED = /^"((?:[^"\\]|\\.)*)"$/;
const UNQUOTED = /^(?!['"])((?:[^\\]|\\.)*)$/;

/**
 * Reads settings from a file of `NAME=value` lines, as systemd's `EnvironmentFile=` does: nothing in single quotes is
 * changed, and in double quotes a backslash goes before `"`, `\`, `$`, and a backquote. @throws CommandError that names
 * each line that cannot be read by number, never by content.
 */
export function readEnvFile(path: string): Environment {
  const settings: Record<string, string> = {};
  const faults: string[] = [];
  for (const [index, text] of textOf(path).split(/\r?\n/).entries()) {
    const line = text.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const [, name, written = ""] = ASSIGNMENT.exec(line) ?? [];
    const value = textIn(written);
    if (name === undefined) faults.push(`line ${index + 1} is not NAME=value`);
    else if (value === null) {
      faults.push(`line ${index + 1}: write the value of ${name} on one line, in one pair of quotes or without`);
    } else settings[name] = value;
  }
  if (faults.length > 0) throw new CommandError(`${path} cannot be used:\n  ${faults.join("\n  ")}`, EXIT.usage);
  return settings;
}

/** null if the value continues on the next line or after its closing quote. */
function textIn(written: string): string | null {
  const literal = SINGLE_QUOTED.exec(written)?.[1];
  if (literal !== undefined) return literal;
  const quoted = DOUBLE_QUOTED.exec(written)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(["\\$`])/g, "$1");
  return UNQUOTED.exec(written)?.[1]?.replace(/\\(.)/g, "$1") ?? null;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CommandError(
      `The settings file ${path} cannot be read (${errorCode(error) ?? messageOf(error)})`,
      EXIT.usage,
    );
  }
}
