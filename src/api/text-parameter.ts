import { z } from "zod";
import { namesOf } from "../base/named-table.ts";
import { isTooLong, MAX_NAME_LENGTH, type Typed, typed } from "../base/text.ts";

/** Text in a query, in Unicode code points. Control characters have already been refused. */
export const textParameter = z
  .string()
  .refine((value) => !isTooLong(value), { error: `has more than ${MAX_NAME_LENGTH} characters` })
  .meta({ maxLength: MAX_NAME_LENGTH, pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" });

/** Of a county that is given alone. */
export const NEEDS_STATE = "needs state, because counties of several states share names";

/** The parameters that are given, or the first that is too long. */
export function typedParameters<Name extends string>(
  values: Readonly<Record<Name, string | undefined>>,
):
  | { readonly ok: true; readonly given: { readonly [name in Name]?: Typed } }
  | { readonly ok: false; readonly parameter: Name; readonly detail: string } {
  const given: { [name in Name]?: Typed } = {};
  for (const name of namesOf(values)) {
    const text = values[name];
    if (text === undefined) continue;
    const value = typed(text);
    if (typeof value !== "string") return { ok: false, parameter: name, detail: value.detail };
    given[name] = value;
  }
  return { ok: true, given };
}
