import type { z } from "zod";
import type { Principal } from "../access/decision.ts";
import { isTooLong } from "../domain/name.ts";
import type { InputFault } from "../domain/problem.ts";
import { parseJson } from "./body.ts";
import type { Refusal, Refused } from "./problem.ts";

/** The most faults that an answer lists; a body of 64 KiB could hold thousands. */
export const MAX_FAULTS = 10;

export type BatchNames = { readonly ok: true; readonly names: readonly string[] } | Refused;

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
  if (!parsed.success) return { ok: false, refusal: refusalOf(parsed.error.issues) };
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

function refusalOf(issues: readonly z.core.$ZodIssue[]): Refusal {
  const errors = issues.slice(0, MAX_FAULTS).map(faultOf);
  if (issues.every((issue) => issue.code === "custom")) {
    return {
      code: "name_too_long",
      detail: "A name in the batch is too long. No place has such a name.",
      members: { errors },
    };
  }
  const detail = 'The body must be an object with an array of strings, such as {"cities":["Irvine","Los Angeles"]}.';
  return { code: "invalid_body", detail, members: { errors } };
}

function faultOf(issue: z.core.$ZodIssue): InputFault {
  const pointer = issue.path.map((step) => `/${String(step)}`).join("");
  if (issue.code !== "invalid_type") return { pointer, detail: issue.message };
  if (issue.path.length === 0) return { pointer, detail: "is not an object" };
  if (issue.path.length === 1) return { pointer, detail: "is missing or not an array" };
  return { pointer, detail: "is not a string" };
}
