import type { InputFault } from "../domain/problem.ts";
import { decodedOnce } from "./path.ts";
import type { Refusal } from "./problem-answer.ts";

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

type Parameters = { readonly ok: true; readonly values: Readonly<Record<string, string>> } | Refused;

/** Faults that an answer names at most. */
const MAX_FAULTS = 10;

/** The refusal of a query with any parameter that is not among the known ones; null where there is none. */
export function unknownParameters(search: string, known: readonly string[]): Refused | null {
  if (search === "") return null;
  const parameters = readParameters(search, known);
  return parameters.ok ? null : parameters;
}

/** The parameters of a query, each once and decoded once, with `+` as a space. Empty parts between two `&` are left out. */
export function readParameters(search: string, known: readonly string[]): Parameters {
  const values = new Map<string, string>();
  const faults: InputFault[] = [];
  for (const part of search.split("&").filter((text) => text !== "")) {
    const split = part.includes("=") ? part.indexOf("=") : part.length;
    const parameter = decodedOnce(part.slice(0, split));
    const value = decodedOnce(part.slice(split + 1));
    if (parameter === undefined)
      faults.push({ parameter: "", detail: "has a name that is not UTF-8 in percent-encoding" });
    else if (!known.includes(parameter)) faults.push({ parameter: shown(parameter), detail: unknownDetail(known) });
    else if (values.has(parameter)) faults.push({ parameter, detail: "is there more than once" });
    else if (value === undefined) faults.push({ parameter, detail: "is not UTF-8 in percent-encoding" });
    else if (/\p{Cc}/u.test(value)) faults.push({ parameter, detail: "contains a control character" });
    else values.set(parameter, value);
  }
  return faults.length === 0 ? { ok: true, values: Object.fromEntries(values) } : invalidParameters(faults);
}

/** 400 with each faulty parameter by its name. */
export function invalidParameters(faults: readonly InputFault[]): Refused {
  const detail = "A query parameter is unknown, repeated, or has a value that is not allowed. Nothing was looked up.";
  return {
    ok: false,
    refusal: { code: "invalid_parameter", detail, members: { errors: faults.slice(0, MAX_FAULTS) } },
  };
}

function unknownDetail(known: readonly string[]): string {
  return known.length === 0 ? "is unknown; this path has no parameters" : `is unknown; there are ${known.join(", ")}`;
}

/** A name as an answer may show it: it is the sender's own text, and may be long or a key by mistake. */
function shown(name: string): string {
  return /^[\w-]{1,32}$/.test(name) && !name.startsWith("svc_") ? name : "";
}
