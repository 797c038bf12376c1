import type { z } from "zod";
import type { Principal } from "../access/decision.ts";
import { isTooLong } from "../domain/name.ts";
import { type InputFault, MAX_FAULTS } from "../domain/problem.ts";
import { parseJson } from "./body.ts";
import type { Refusal, Refused } from "./problem.ts";

type BatchNames = { readonly ok: true; readonly names: readonly string[] } | Refused;

/** Contract 4.3: all names or none. A batch is never shortened, and nothing is looked up before every name is checked.
 */
export async function namesIn(bytes: Uint8Array, principal: Principal): Promise<BatchNames> {
  const body = await parseJson(bytes);
  if (!body.ok) return body;
  const { batchNames } = principal.limits;
  const entries = listIn(body.value, "cities");
  if (entries !== null && entries.length > batchNames) {
    return tooLarge("names", batchNames, entries.length, principal.plan);
  }
  // The schema checks the same and locates faults, but this check is much faster for valid names.
  if (entries?.every(isName)) return { ok: true, names: entries };
  const { batchRequest } = await import("./schema.ts");
  const parsed = batchRequest.safeParse(body.value);
  if (!parsed.success) return { ok: false, refusal: refusalOf(parsed.error.issues, body.value) };
  return { ok: true, names: parsed.data.cities };
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

function refusalOf(issues: readonly z.core.$ZodIssue[], body: unknown): Refusal {
  const faults = issues.slice(0, MAX_FAULTS).map((issue) => faultOf(issue, body));
  if (issues.every((issue) => issue.code === "custom")) {
    return bodyRefusal("name_too_long", faults, "No place has such a name.");
  }
  return bodyRefusal("invalid_body", faults, 'Send an array of strings, such as {"cities":["Irvine","Los Angeles"]}.');
}

const EXPECTED = ["an object", "an array", "a string"];

function faultOf(issue: z.core.$ZodIssue, body: unknown): BodyFault {
  const pointer = pointerOf(issue.path);
  if (issue.code !== "invalid_type") return { pointer, detail: issue.message };
  return { pointer, detail: notA(EXPECTED[issue.path.length] ?? "a string", issue.path, body) };
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
