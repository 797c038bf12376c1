import { isTooLong, TOO_LONG_DETAIL } from "../base/text.ts";
import { type InputFault, MAX_FAULTS } from "../domain/problem.ts";
import { quoted, type Refusal, type Refused } from "../http/problem.ts";
import type { Sender } from "./operation.ts";

/** A member of a body with names. */
export type NameList = "cities" | "counties";
type BatchNames = { readonly ok: true; readonly lists: Readonly<Record<NameList, readonly string[]>> } | Refused;

/**
 * Contract 4.3: all names or none. A batch is never shortened, and nothing is looked up before every name is checked.
 * The plan counts the names of all lists. Of several lists, some may be left out; then other members are refused,
 * because one may be a list with a wrong name.
 */
export function namesIn(body: unknown, { limits, plan }: Sender, lists: readonly NameList[]): BatchNames {
  const structure = [...missingLists(body, lists), ...(lists.length > 1 ? unknownMembers(body, lists) : [])];
  if (structure.length > 0) return { ok: false, refusal: namesRefusal("invalid_body", structure, lists) };
  const given = lists.map((list) => ({ list, entries: listIn(body, list) ?? [] }));
  const received = given.reduce((sum, { entries }) => sum + entries.length, 0);
  if (received > limits.batchNames) return tooLarge("names", limits.batchNames, received, plan);
  const named: Record<NameList, readonly string[]> = { cities: [], counties: [] };
  const wrong: { readonly entry: unknown; readonly path: readonly PropertyKey[] }[] = [];
  for (const { list, entries } of given) {
    if (entries.every(isName)) named[list] = entries;
    else {
      for (const [index, entry] of entries.entries()) if (!isName(entry)) wrong.push({ entry, path: [list, index] });
    }
  }
  if (wrong.length === 0) return { ok: true, lists: named };
  const isText = wrong.every(({ entry }) => typeof entry === "string");
  const faults = wrong.map(({ entry, path }) => nameFault(entry, path, body));
  return { ok: false, refusal: namesRefusal(isText ? "name_too_long" : "invalid_body", faults, lists) };
}

/** Elements of any type of a member of the body; null if there is no such array. */
export function listIn(body: unknown, member: NameList | "queries" | "places"): readonly unknown[] | null {
  if (typeof body !== "object" || body === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(body, member)?.value;
  return Array.isArray(value) ? value : null;
}

function isName(entry: unknown): entry is string {
  return typeof entry === "string" && !isTooLong(entry);
}

export function tooLarge(
  what: "names" | "queries" | "places",
  limit: number,
  received: number,
  plan: Sender["plan"],
): Refused {
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

function namesRefusal(
  code: "invalid_body" | "name_too_long",
  faults: readonly BodyFault[],
  lists: readonly NameList[],
): Refusal {
  const example =
    lists.length === 1
      ? 'Send an array of strings, such as {"cities":["Irvine","Los Angeles"]}.'
      : 'Send arrays of strings, such as {"cities":["Irvine","Los Angeles"],"counties":["Orange"]}.';
  return bodyRefusal(code, faults, code === "name_too_long" ? "No place has such a name." : example);
}

/** The lists that are something else, or the first one if there is none. */
function missingLists(body: unknown, lists: readonly NameList[]): readonly BodyFault[] {
  if (!isObject(body)) return [{ pointer: "", detail: notA("an object", [], body) }];
  const given = lists.filter((list) => Object.hasOwn(body, list));
  const wrong = given.length === 0 ? lists.slice(0, 1) : given.filter((list) => listIn(body, list) === null);
  return wrong.map((list) => ({ pointer: pointerOf([list]), detail: notA("an array", [list], body) }));
}

function unknownMembers(body: unknown, lists: readonly string[]): readonly BodyFault[] {
  const unknown = isObject(body) ? Object.keys(body).filter((member) => !lists.includes(member)) : [];
  return unknown.map((member) => ({ pointer: "", detail: `has the unknown member ${quoted(member)}` }));
}

function isObject(body: unknown): body is object {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

function nameFault(entry: unknown, path: readonly PropertyKey[], body: unknown): BodyFault {
  const isLong = typeof entry === "string";
  const detail = isLong ? TOO_LONG_DETAIL : notA("a string", path, body);
  return { pointer: pointerOf(path), detail };
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
