import type { Principal } from "../access/decision.ts";
import { isTooLong, MAX_NAME_LENGTH } from "../domain/name.ts";
import { type InputFault, MAX_FAULTS } from "../domain/problem.ts";
import type { Refusal, Refused } from "./problem.ts";

type BatchNames = { readonly ok: true; readonly names: readonly string[] } | Refused;

/** Contract 4.3: all names or none. A batch is never shortened, and nothing is looked up before every name is checked.
 */
export function namesIn(body: unknown, { limits, plan }: Principal): BatchNames {
  const entries = listIn(body, "cities");
  if (entries === null) return { ok: false, refusal: namesRefusal("invalid_body", [missingList(body)]) };
  if (entries.length > limits.batchNames) return tooLarge("names", limits.batchNames, entries.length, plan);
  if (entries.every(isName)) return { ok: true, names: entries };
  const isText = entries.every((entry) => typeof entry === "string");
  return { ok: false, refusal: namesRefusal(isText ? "name_too_long" : "invalid_body", faultsOf(entries, body)) };
}

/** Elements of any type of a member of the body; null if there is no such array. */
export function listIn(body: unknown, member: "cities" | "queries"): readonly unknown[] | null {
  if (typeof body !== "object" || body === null) return null;
  const value: unknown = Object.entries(body).findLast(([name]) => name === member)?.[1];
  return Array.isArray(value) ? value : null;
}

function isName(entry: unknown): entry is string {
  return typeof entry === "string" && !isTooLong(entry);
}

export function tooLarge(what: "names" | "queries", limit: number, received: number, plan: Principal["plan"]): Refused {
  const detail = `The batch has ${received} ${what}; the plan allows ${limit}. Nothing was looked up. Send several batches.`;
  return { ok: false, refusal: { code: "batch_too_large", detail, members: { limit, received, plan } } };
}

export type BodyFault = Extract<InputFault, { readonly pointer: string }>;

/** A 400 that points at each fault of a body: at the first one in its `detail` too. */
export function bodyRefusal(
  code: "invalid_body" | "name_too_long",
  faults: readonly BodyFault[],
  advice: string,
): Refusal {
  const errors = faults.slice(0, MAX_FAULTS);
  const [first] = errors;
  const subject = first?.pointer ? `In the body, ${first.pointer}` : "The body";
  return { code, detail: `${subject} ${first?.detail ?? "is not valid"}. ${advice}`, members: { errors } };
}

function namesRefusal(code: "invalid_body" | "name_too_long", faults: readonly BodyFault[]): Refusal {
  const example = 'Send an array of strings, such as {"cities":["Irvine","Los Angeles"]}.';
  return bodyRefusal(code, faults, code === "name_too_long" ? "No place has such a name." : example);
}

function missingList(body: unknown): BodyFault {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const path = isObject ? ["cities"] : [];
  return { pointer: pointerOf(path), detail: notA(isObject ? "an array" : "an object", path, body) };
}

function faultsOf(entries: readonly unknown[], body: unknown): readonly BodyFault[] {
  return entries.flatMap((entry, index) => {
    if (isName(entry)) return [];
    const path = ["cities", index];
    const isLong = typeof entry === "string";
    const detail = isLong ? `has more than ${MAX_NAME_LENGTH} characters` : notA("a string", path, body);
    return [{ pointer: pointerOf(path), detail }];
  });
}

/** RFC 6901. Our members have no characters that need escaping. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step)}`).join("");
}

export function valueAt(path: readonly PropertyKey[], body: unknown): unknown {
  return path.reduce<unknown>((at, step) => Object.getOwnPropertyDescriptor(Object(at), step)?.value, body);
}

/** What a body has at a path, in place of what it should have. */
export function notA(expected: string, path: readonly PropertyKey[], body: unknown): string {
  const value = valueAt(path, body);
  if (value === undefined) return "is missing";
  if (value === null) return `is null, not ${expected}`;
  const kind = Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
  return `is ${kind}, not ${expected}`;
}
