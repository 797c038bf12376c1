import { readFileSync } from "node:fs";
import { errorCode, messageOf } from "../domain/message.ts";
import { CommandError, type Environment, EXIT } from "./terminal.ts";

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/;

/**
 * Reads settings from a file of `NAME=value` lines, as systemd's `EnvironmentFile=` does. A value may be quoted.
 * Characters with a special meaning for systemd are refused: a backslash, or a quote within a value. @throws
 * CommandError that names each such line by number, never by content.
 */
export function readEnvFile(path: string): Environment {
  const settings: Record<string, string> = {};
  const faults: string[] = [];
  for (const [index, text] of textOf(path).split(/\r?\n/).entries()) {
    const line = text.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const [, name, written = ""] = ASSIGNMENT.exec(line) ?? [];
    const value = unquoted(written);
    if (name === undefined) faults.push(`line ${index + 1} is not NAME=value`);
    else if (value === null) faults.push(`line ${index + 1}: the value of ${name} has a backslash or an inner quote`);
    else settings[name] = value;
  }
  if (faults.length > 0) throw new CommandError(`${path} cannot be used:\n  ${faults.join("\n  ")}`, EXIT.usage);
  return settings;
}

/** null if programs that read such files disagree about the value. */
function unquoted(written: string): string | null {
  const [, quoted] = /^(?:"([^"'\\]*)"|'([^"'\\]*)')$/.exec(written)?.filter((part) => part !== undefined) ?? [];
  if (quoted !== undefined) return quoted;
  return /["'\\]/.test(written) ? null : written;
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
