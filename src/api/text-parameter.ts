import { z } from "zod";
import { namesOf } from "../base/named-table.ts";
import { MAX_NAME_LENGTH, type Typed, typed } from "../base/text.ts";

/** As the document describes a text: on one line. Line ends and tabs are read as spaces. */
export const LINE_PATTERN = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";

/** A text in a query or in a batch of queries. */
export const textParameter = z
  .string()
  .refine((value) => typeof typed(value) === "string", {
    error: ({ input }) => faultOf(typed(String(input))),
  })
  .meta({ maxLength: MAX_NAME_LENGTH, pattern: LINE_PATTERN });

function faultOf(read: ReturnType<typeof typed>): string {
  return typeof read === "string" ? "" : read.detail;
}

/** Of a county that is given alone. */
export const NEEDS_STATE = "needs state, because counties of several states share names";

/** The parameters that are given, or the first that is no text of a name. */
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
