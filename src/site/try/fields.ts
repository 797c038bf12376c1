import type { Description } from "../../api/description.ts";
import { type Operation, parameterOf } from "../../api/operation.ts";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";

/** Field for the name in the path or the names of a batch. Query parameters have fields with their own names. */
export const NAME_FIELD = "name";

export interface TryField {
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
  /** The allowed values; null for free text. */
  readonly choices: readonly string[] | null;
  /** Whether it takes one name per line. */
  readonly isList: boolean;
  /** Its value on the first visit. */
  readonly first: string;
}

interface DocumentedParameter {
  readonly name: string;
  readonly schema: {
    readonly title?: string | undefined;
    readonly maxLength?: number | undefined;
    readonly enum?: readonly unknown[] | undefined;
  };
}

export function fieldsOf(
  operation: Operation,
  { sample }: Description,
  documented: readonly DocumentedParameter[],
): readonly TryField[] {
  const { parameters = {}, names, queries } = sample;
  const lines = names ?? queries?.map(({ name, zip, lat, lon }) => name ?? zip ?? `${lat}, ${lon}`);
  if (lines !== undefined) {
    const [label, first] = [names ? "Cities" : "Names and ZIP codes", lines.join("\n")];
    return [{ name: NAME_FIELD, label, maxLength: MAX_NAME_LENGTH, choices: null, isList: true, first }];
  }
  const inPath = parameterOf(operation);
  return documented.map(({ name, schema }) => ({
    name: name === inPath ? NAME_FIELD : name,
    label: schema.title ?? name,
    maxLength: schema.maxLength ?? MAX_NAME_LENGTH,
    choices: schema.enum?.map(String) ?? null,
    isList: false,
    first: parameters[name] ?? "",
  }));
}
