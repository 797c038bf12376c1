/** @jsxImportSource hono/jsx */
import { Table } from "../table.tsx";
import { Inline } from "./inline.tsx";
import type { Schema } from "./reference-document.ts";

interface SchemaRow {
  /** `data.grade`, `results[].city`. */
  readonly name: string;
  readonly schema: Schema;
  /** Such as `integer, 1 to 5`. */
  readonly type: string;
}

/** The fields of an object as a table, nested ones by their path. */
export function SchemaTable({ label, schema }: { readonly label: string; readonly schema: Schema }) {
  return (
    <Table
      label={label}
      class="stack"
      columns={[
        { heading: "Field", cell: ({ name }) => <code>{name}</code> },
        { heading: "Type", cell: ({ type }) => type },
        { heading: "Meaning", cell: (row) => <Inline text={meaningOf(row.schema)} /> },
      ]}
      rows={rowsOf(schema, "")}
    />
  );
}

/** A field that is an object or an array of objects is followed by its own fields. */
function rowsOf(schema: Schema, prefix: string): readonly SchemaRow[] {
  const { properties, required } = schema.oneOf?.find((one) => one.properties) ?? schema;
  return Object.entries(properties ?? {}).flatMap(([key, field]) => {
    const name = prefix + key;
    const nullable = field.nullable || (schema.oneOf?.some((one) => one.properties?.[key]?.type === "null") ?? false);
    const optional = !required?.includes(key);
    const type = `${typeText(field)}${nullable ? " or null" : ""}${optional ? ", optional" : ""}`;
    return [{ name, schema: field, type }, ...rowsOf(field.items ?? field, field.items ? `${name}[].` : `${name}.`)];
  });
}

/** Degrees of longitude. A larger maximum is a limit of the integer type. */
const LARGEST_SHOWN = 180;

export function typeText(schema: Schema): string {
  if (schema.items) return `array of ${schema.items.type ?? "object"}s`;
  if (schema.format === "date-time") return "string, ISO 8601 UTC";
  const type = schema.type ?? "object";
  return schema.maximum !== undefined && schema.maximum <= LARGEST_SHOWN
    ? `${type}, ${schema.minimum} to ${schema.maximum}`
    : type;
}

/** The description of a field or parameter, and its values if they are a closed set. */
export function meaningOf({ description, enum: values }: Schema): string {
  const closed = values ? `One of ${values.map((value) => `\`${String(value)}\``).join(", ")}` : undefined;
  return [description, closed].filter(Boolean).join(". ");
}
