import { messageOf } from "../domain/message.ts";

/** Where a text stops being valid JSON (RFC 8259); lines and columns start at 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

/**
 * The first fault of a text that `JSON.parse` rejects; null if it cannot be located, for example in arrays that are
 * nested too deeply.
 */
export async function jsonFaultOf(text: string): Promise<JsonFault | null> {
  const { parse, printParseErrorCode } = await import("jsonc-parser");
  const faults: { readonly error: number; readonly offset: number; readonly length: number }[] = [];
  try {
    parse(text, faults, { disallowComments: true });
  } catch (error) {
    if (/call stack/.test(messageOf(error))) return null;
    throw error;
  }
  const [fault] = faults;
  if (fault === undefined) return null;
  // The library reports an unterminated string at its start, but the fault is at its end.
  const breaksOff = printParseErrorCode(fault.error) === "UnexpectedEndOfString";
  const lines = text.slice(0, fault.offset + (breaksOff ? fault.length : 0)).split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
}
