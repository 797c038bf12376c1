import { MIMEType } from "node:util";
import { messageOf } from "../base/error-text.ts";
import { quoted, type Refusal, type Refused } from "./problem.ts";

/** Largest request body (decisions 2). */
export const MAX_BODY_BYTES = 65_536;

type JsonBody = { readonly ok: true; readonly value: unknown } | Refused;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a body that is declared as JSON, of at least one byte and at most `maxBytes`. */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<JsonBody> {
  const { headers } = request;
  if (!isJson(headers.get("content-type"))) {
    const stated = headers.get("content-type");
    const got = stated === null ? "There is no Content-Type." : `The Content-Type is ${quoted(stated)}.`;
    return unsupported(`${got} Send the body as Content-Type: application/json, in UTF-8.`);
  }
  const coding = headers.get("content-encoding");
  if (coding !== null && coding.toLowerCase() !== "identity") {
    const detail = `The Content-Encoding is ${quoted(coding)}. Send the body without any content encoding.`;
    return unsupported(detail, { "Accept-Encoding": "identity" });
  }
  const bytes = await boundedBytes(request, maxBytes);
  if (bytes === "too large") {
    return refused("body_too_large", `The body has more than ${maxBytes} bytes. Send smaller parts.`);
  }
  if (bytes === "incomplete") return refused("invalid_json", "The body ended before it was complete.");
  if (bytes.length === 0) return refused("invalid_json", "The body is empty. Send a JSON object.");
  return parsed(bytes);
}

/** Reads a body of at most `maxBytes`, and never holds more than that and one chunk. */
export async function boundedBytes(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array | "too large" | "incomplete"> {
  const stated = request.headers.get("content-length");
  if (stated !== null && Number(stated) > maxBytes) return "too large";
  try {
    return stated === null ? ((await gather(request.body, maxBytes)) ?? "too large") : await request.bytes();
  } catch {
    return "incomplete";
  }
}

/** The media type in any letter case, alone or with charset=utf-8 (RFC 8259 allows no other encoding). */
function isJson(contentType: string | null): boolean {
  if (contentType === "application/json") return true;
  if (contentType === null) return false;
  try {
    const type = new MIMEType(contentType);
    return type.essence === "application/json" && (type.params.get("charset") ?? "utf-8").toLowerCase() === "utf-8";
  } catch {
    return false;
  }
}

/** Reads a body of unknown length; null if it is too large. */
async function gather(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** JSON in UTF-8. If a member is repeated, the last one counts, as in ECMAScript. */
function parsed(bytes: Uint8Array): JsonBody | Promise<JsonBody> {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return refused("invalid_json", "The body is not UTF-8.");
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return invalidJson(text);
  }
}

async function invalidJson(text: string): Promise<Refused> {
  const fault = text.length > MAX_LOCATED_LENGTH ? null : await syntaxFaultOf(text);
  const place = fault === null ? "" : ` at line ${fault.line}, column ${fault.column}`;
  return refused("invalid_json", `The body is not valid JSON (RFC 8259)${place}.`);
}

/** The fault of a longer text is not located: that takes milliseconds. */
const MAX_LOCATED_LENGTH = 4_096;

/** Line and column, from 1, where a text stops being valid JSON; null if its arrays are nested too deeply to locate it. */
async function syntaxFaultOf(text: string) {
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

function unsupported(detail: string, headers: Readonly<Record<string, string>> = {}): Refused {
  const refusal: Refusal = {
    code: "unsupported_media_type",
    detail,
    headers: { "Accept-Post": "application/json", ...headers },
  };
  return { ok: false, refusal };
}

function refused(code: Refusal["code"], detail: string): Refused {
  return { ok: false, refusal: { code, detail } };
}
