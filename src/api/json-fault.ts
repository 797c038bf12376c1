import { messageOf } from "../domain/message.ts";

/** Where a text stops being JSON (RFC 8259), counted from 1 in lines and characters. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

/** The first fault of a text that `JSON.parse` refuses; null where it cannot be found, as in arrays nested too deep. */
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
  // A string that does not end is reported at its start; the fault is where it breaks off.
  const breaksOff = printParseErrorCode(fault.error) === "UnexpectedEndOfString";
  const lines = text.slice(0, fault.offset + (breaksOff ? fault.length : 0)).split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
}
