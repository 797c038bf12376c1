import { recordFrom } from "../../domain/named.ts";
import type { Statement } from "./pool.ts";

/** Values by the names of a statement's parameters: all of them, and no others. A list is sent as an array. */
type ParameterValues<Name extends string> = Readonly<
  Record<Name, string | number | null | readonly (string | number)[]>
>;

/** Kept by the server. PostgreSQL has only positional parameters; Kysely would compile the text for every batch. */
export function prepared<const Name extends string>(
  name: string,
  parameters: readonly Name[],
  textOf: (placeholders: Readonly<Record<Name, string>>) => string,
): (values: ParameterValues<Name>) => Statement {
  const text = textOf(recordFrom(parameters.map((parameter, index) => [parameter, `$${index + 1}`] as const)));
  return (values) => ({ name, text, values: parameters.map((parameter) => literalOf(values[parameter])) });
}

/** Writes lists in PostgreSQL's array syntax. Their elements are digests, numbers, and names, which need no quotes. */
function literalOf(value: ParameterValues<string>[string]): string | number | null {
  return typeof value === "object" && value !== null ? `{${value.join(",")}}` : value;
}
