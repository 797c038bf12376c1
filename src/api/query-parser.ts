import { z } from "zod";
import { invalidParameters, type ParsedQuery, readParameters } from "./query.ts";

/** A plain number: no exponent, no redundant zeros. A plus sign is a space in a query, unless it is encoded. */
const DECIMAL = /^ *[+-]?(?:0|[1-9]\d{0,14})(?:\.\d{1,30})? *$/;

/** Returns the parser of queries with this schema. Numbers are decimal; `errors` names each faulty parameter. */
export function queryParser<Schema extends z.ZodObject>(
  schema: Schema,
): (search: string) => ParsedQuery<z.output<Schema>> {
  const known = Object.keys(schema.shape);
  const numeric = known.filter((name) => isNumeric(schema.shape[name]));
  return (search) => {
    const parameters = readParameters(search, known);
    if (!parameters.ok) return parameters;
    const values: Record<string, string | number> = parameters.values;
    for (const name of numeric) {
      const text = parameters.values[name];
      if (text !== undefined && DECIMAL.test(text)) values[name] = Number(text);
    }
    const parsed = schema.safeParse(values);
    if (parsed.success) return { ok: true, query: parsed.data };
    const faults = parsed.error.issues.map(({ path, message }) => ({
      parameter: String(path[0] ?? ""),
      detail: message,
    }));
    return invalidParameters(faults);
  };
}

function isNumeric(schema: unknown): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
    return isNumeric(schema.unwrap());
  }
  return schema instanceof z.ZodNumber;
}
