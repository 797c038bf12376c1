import { z } from "zod";
import type { Sample } from "../../api/description.ts";
import type { Operation } from "../../api/operation.ts";
import { OPERATIONS } from "../../api/operations.ts";

/** The parts of a JSON Schema that the pages show. */
const schema = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  examples: z.array(z.unknown()).optional(),
  example: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  /** Whether null is also allowed. */
  nullable: z.boolean().optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get oneOf() {
    return z.array(schema).optional();
  },
});
export type Schema = z.infer<typeof schema>;

const content = z
  .record(
    z.string(),
    z.object({
      schema,
      examples: z.record(z.string(), z.object({ summary: z.string().optional(), value: z.unknown() })).optional(),
    }),
  )
  .optional();

const header = z.object({ description: z.string().optional(), required: z.boolean().optional(), schema });
const answer = z.object({ description: z.string(), headers: z.record(z.string(), header).optional(), content });
export type DocumentedAnswer = z.infer<typeof answer>;

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema,
      }),
    )
    .optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), answer),
});
const document = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

export interface DocumentedOperation extends z.infer<typeof operation> {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly sample: Sample;
}

/** The parts of the OpenAPI document that the reference pages show. */
export interface ReferenceDocument {
  readonly version: string;
  readonly operations: readonly DocumentedOperation[];
}

/** @throws RangeError for an operation that is not in the table */
export async function readReference(source: unknown): Promise<ReferenceDocument> {
  const { info, paths } = document.parse(resolved(source, source));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(async ([method, documented]) => {
      const own = OPERATIONS.find(({ id }) => id === documented.operationId);
      if (own === undefined) throw new RangeError(`there is no operation ${documented.operationId}`);
      const { sample } = await own.describe();
      return { ...documented, method: method.toUpperCase(), path, operation: own, sample };
    }),
  );
  return { version: info.version, operations: await Promise.all(operations) };
}

/** The value with each `{"$ref":"#/…"}` replaced by its target. None of our schemas is recursive. */
function resolved(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, root));
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value && typeof value.$ref === "string") return resolved(pointedAt(root, value.$ref), root);
  return withoutNull(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, root)])));
}

/** JSON Schema expresses "or null" with a list of types or alternatives. The pages need it separate from the type. */
function withoutNull({ type, anyOf, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (Array.isArray(type))
    return { ...rest, type: type.find((one) => one !== "null"), nullable: type.includes("null") };
  if (!Array.isArray(anyOf)) return { ...rest, ...(type === undefined ? {} : { type }) };
  const others = anyOf.filter((one: unknown) => !isNullSchema(one));
  return { ...Object.assign({}, ...others), ...rest, nullable: others.length < anyOf.length };
}

function isNullSchema(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "type" in schema && schema.type === "null";
}

/** An RFC 6901 pointer as a fragment. Component names have no characters that need escaping. */
function pointedAt(root: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((at, step) => new Map(Object.entries(at ?? {})).get(step), root);
}

/** The answer to a refused request, of the operation with its path if the document has one there. */
export function refusalExample(
  { operations }: ReferenceDocument,
  code: string,
  request: { readonly path: string },
): unknown {
  const isOwn = ({ path }: DocumentedOperation) => request.path.split("?")[0] === path;
  return operations
    .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
    .flatMap(({ responses }) => Object.values(responses))
    .map(({ content }) => content?.["application/problem+json"]?.examples?.[code]?.value)
    .find((value) => value !== undefined);
}
