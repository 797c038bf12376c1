import { CONTROL_FAULT, hasControlCharacter } from "../base/text.ts";
import { type InputFault, MAX_FAULTS } from "../domain/problem.ts";
import { decodedOnce } from "./path.ts";
import type { Refused } from "./problem.ts";

type ParameterFault = Extract<InputFault, { readonly parameter: string }>;

/** The refusal of a query with any parameter; null if it has none. */
export function unknownParameters(search: string): Refused | null {
  if (search === "") return null;
  const parameters = readParameters(search, []);
  return parameters.ok ? null : parameters;
}

export type ParsedQuery<Query> = { readonly ok: true; readonly query: Query } | Refused;

type QueryParameters = { readonly ok: true; readonly values: Record<string, string> } | Refused;

/** Parameters, each at most once and decoded once, with `+` as a space. Empty parts between two `&` are ignored. */
export function readParameters(search: string, known: readonly string[]): QueryParameters {
  const values: Record<string, string> = {};
  const faults: ParameterFault[] = [];
  for (const part of search.split("&")) {
    if (faults.length === MAX_FAULTS) break;
    if (part === "") continue;
    const split = part.includes("=") ? part.indexOf("=") : part.length;
    const parameter = decodedOnce(part.slice(0, split));
    const value = decodedOnce(part.slice(split + 1));
    if (parameter === undefined) {
      faults.push({ parameter: "", detail: "has a name that is not UTF-8 in percent-encoding" });
    } else if (!known.includes(parameter)) {
      faults.push({ parameter: safeName(parameter), detail: unknownDetail(known) });
    } else if (Object.hasOwn(values, parameter)) {
      faults.push({ parameter, detail: "is repeated" });
    } else if (value === undefined) {
      faults.push({ parameter, detail: "is not UTF-8 in percent-encoding" });
    } else if (hasControlCharacter(value)) {
      faults.push({ parameter, detail: CONTROL_FAULT.detail });
    } else {
      values[parameter] = value;
    }
  }
  return faults.length === 0 ? { ok: true, values } : invalidParameters(faults);
}

/** A 400 that names each faulty parameter: the first one in its `detail` too. */
export function invalidParameters(faults: readonly ParameterFault[]): Refused {
  const errors = faults;
  const [first] = errors;
  const subject = first?.parameter ? `The parameter ${first.parameter}` : "A parameter";
  const others = errors.length > 1 ? " The others are in errors." : "";
  const detail = `${subject} ${first?.detail ?? "is not valid"}.${others}`;
  return { ok: false, refusal: { code: "invalid_parameter", detail, members: { errors } } };
}

function unknownDetail(known: readonly string[]): string {
  return known.length === 0
    ? "is unknown; this path has no parameters"
    : `is unknown; the parameters are ${known.join(", ")}`;
}

/** A parameter name that is safe to show: it is client text, which may be long or a key by mistake. */
function safeName(name: string): string {
  return /^[\w-]{1,32}$/.test(name) && !name.startsWith("svc_") ? name : "";
}
