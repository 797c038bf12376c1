/** @jsxImportSource hono/jsx */
import type { Schema } from "./reference-document.ts";

interface Field {
  /** `data.grade`, `results[].city`. */
  readonly name: string;
  /** Type, and where it belongs: `path, required`, `integer, 1 to 5`. */
  readonly about: string;
  readonly meaning: string;
  /** Those of an object. */
  readonly members?: readonly Field[];
}

/** Text of the OpenAPI document or of a table, in which backticks mark code. Nothing for no text. */
export function Inline({ text }: { readonly text: string }) {
  if (text === "") return null;
  return <span>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</span>;
}

/** Parameters or fields, each with its type and meaning. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <dl class="fields rows">
      {fields.map(({ name, about, meaning, members = [] }) => (
        <div>
          <dt>
            <code>{name}</code> <span class="muted">{about}</span>
          </dt>
          <dd>
            <Inline text={meaning} />
            {members.length === 0 ? null : (
              <details>
                <summary>
                  Members of <code>{name}</code>
                </summary>
                <FieldList fields={members} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields of an object, nested ones by their path. Those of its first object are shown, those of all others folded. */
export function SchemaFields({ schema }: { readonly schema: Schema }) {
  const fields = membersOf(schema, "");
  const first = fields.findIndex(({ members = [] }) => members.length > 0);
  const shown = fields.flatMap(({ members = [], ...field }, index) =>
    index === first ? [field, ...members] : [{ ...field, members }],
  );
  return <FieldList fields={shown} />;
}

function membersOf(schema: Schema, prefix: string): readonly Field[] {
  return [...fieldsOf(schema)].map(([key, field]) => {
    const name = prefix + key;
    const nullable = field.nullable || (schema.oneOf?.some((one) => one.properties?.[key]?.type === "null") ?? false);
    const optional = !(schema.oneOf ?? [schema]).every(({ required }) => required?.includes(key));
    return {
      name,
      about: `${typeText(field)}${nullable ? " or null" : ""}${optional ? ", optional" : ""}`,
      meaning: meaningOf(field),
      members: membersOf(field.items ?? field, field.items ? `${name}[].` : `${name}.`),
    };
  });
}

/** The properties of an object, or of all its alternatives: a place or nothing, an answer or suggestions. */
function fieldsOf({ properties, oneOf = [] }: Schema): ReadonlyMap<string, Schema> {
  const fields = new Map(Object.entries(properties ?? {}));
  for (const alternative of oneOf) {
    for (const [key, field] of fieldsOf(alternative)) {
      if (fields.get(key)?.type === undefined || fields.get(key)?.type === "null") fields.set(key, field);
    }
  }
  return fields;
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
