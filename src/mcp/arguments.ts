import { z } from "zod";
import { MAX_NAME_LENGTH, type Typed, typed } from "../base/text.ts";
import { qualifiedFault } from "../gazetteer/geoid.ts";
import type { Refusal } from "../http/problem.ts";

/** Arguments as text: an assistant may send digits as a number. */
export type Arguments = ReadonlyMap<string, string | readonly string[]>;

/** Models send every argument of a tool, as null or an empty text where they mean none. */
export function argumentsOf(given: Readonly<Record<string, unknown>>): Arguments | Refusal {
  const input = new Map<string, string | readonly string[]>();
  for (const [name, value] of Object.entries(given)) {
    const list = [value].flat().filter((one) => one !== null && one !== undefined);
    if (list.some((one) => typeof one === "object"))
      return invalid(name, "must be a text, a number, or a list of them");
    const [first, ...others] = list.map((one) => String(one).trim()).filter(Boolean);
    if (first !== undefined) input.set(name, Array.isArray(value) ? [first, ...others] : first);
  }
  return input;
}

/** The refusal of an argument that the tool does not have; it names those that the tool has. */
export function unknownArgument(input: Arguments, known: object, required: readonly string[]): Refusal | null {
  const unknown = [...input.keys()].find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return null;
  const missing = required.filter((name) => !input.has(name));
  const right = missing.length > 0 ? `send ${missing.join(", ")}` : knownArguments(Object.keys(known));
  return invalid(unknown, `is unknown; ${right}`);
}

function knownArguments(names: readonly string[]): string {
  return names.length === 0 ? "this tool has none" : `the arguments are ${names.join(", ")}`;
}

/** A name in an argument, or its refusal. */
export function readName(argument: string, text: string): Typed | Refusal {
  const name = typed(text);
  if (typeof name === "string") {
    const malformed = qualifiedFault(name);
    return malformed === null ? name : invalid(argument, malformed);
  }
  if (name.fault === "control_character") return invalid(argument, name.detail);
  return { code: "name_too_long", detail: `A name has at most ${MAX_NAME_LENGTH} characters.` };
}

export function invalid(parameter: string, detail: string): Refusal {
  const shown = /^\w{1,32}$/.test(parameter) ? parameter : "";
  return {
    code: "invalid_parameter",
    detail: `The argument ${shown} ${detail}.`,
    members: { errors: [{ parameter: shown, detail }] },
  };
}

const listOfTexts = z.array(z.string());

/** The list in a JSON text; undefined for any other text. */
function listIn(text: string): readonly string[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    return listOfTexts.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The names of a list in one text, in JSON or as people write lists. A code of two letters after a comma is the state of
 * the name before it.
 */
export function namesIn(text: string): readonly string[] {
  const list = listIn(text);
  if (list !== undefined) return list.map((name) => name.trim()).filter(Boolean);
  const separator = /[;\n]/.test(text) ? /[;\n]/ : /,(?!\s*[A-Z]{2}\s*(?:,|$))/;
  return text.split(separator).map((name) => name.trim());
}
