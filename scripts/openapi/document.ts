import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathItemObject } from "zod-openapi";
import manifest from "../../package.json" with { type: "json" };
import { type Description, TAGS } from "../../src/api/description.ts";
import { PLACEHOLDER_BASE_URL } from "../../src/api/openapi/serve.ts";
import { AT_ONCE, inputOf, type Operation } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { gradeLabel, gradeLetter } from "../../src/domain/record.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import type { Served } from "../../src/lookup/served.ts";
import { documentedOperation } from "./operations.ts";
import { problemResponses } from "./problem-responses.ts";

/** Version of the interface: its first number is the one in the path (contract 9), its second grows with additions. */

const DESCRIPTION = `Safety scores, letter grades and crime statistics for ${CALIFORNIA.possessive} cities and counties.

Every request needs an API key in the header \`X-API-Key\`. \`HEAD\` works like \`GET\` without the body. Fields and
endpoints may be added to this version, so ignore unknown ones; nothing else changes. A request whose request line and
headers exceed 16 KiB gets 431 without a body, before the key is read. Answers above 1 KB are compressed with Brotli,
Zstandard, or gzip if \`Accept-Encoding\` allows it.

Reported offenses only, per resident and not per visitor. A city's score does not describe its neighborhoods. The FBI
advises against ranking places. Not for tenant, credit, employment or insurance decisions about people.`;

type OpenApiDocument = ReturnType<typeof createDocument>;

/**
 * The OpenAPI 3.1 document, generated from the schemas and code that make the answers. The same datasets give the same
 * document.
 */
export async function createOpenApi(editions: Served): Promise<OpenApiDocument> {
  const problems = await problemResponses(editions);
  const described = await Promise.all(
    OPERATIONS.map(async (operation) => {
      const description = await operation.describe();
      return {
        operation,
        description: { ...description, examples: await withCursors(operation, description, editions) },
      };
    }),
  );
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const { operation, description } of described) {
    const documented = await documentedOperation(operation, description, editions, problems);
    paths[operation.path] = { ...paths[operation.path], [operation.method === "GET" ? "get" : "post"]: documented };
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Safety Statistics Service",
        version: manifest.version,
        description: DESCRIPTION,
        contact: { name: "Safety Statistics Service", url: `${PLACEHOLDER_BASE_URL}/docs` },
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: PLACEHOLDER_BASE_URL, description: "Production", "x-internal": false }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      security: [{ ApiKey: [] }],
      paths,
      components: {
        schemas: Object.assign(
          { Grade: gradeLetter, GradeLabel: gradeLabel },
          ...described.map(({ description }) => description.schemas),
        ),
        securitySchemes: {
          ApiKey: {
            type: "apiKey",
            in: "header",
            name: "X-API-Key",
            description:
              "`svc_live_…` counts toward the account's monthly quota; `svc_test_…` is limited to 100 requests a day. " +
              "Keep keys out of browsers and repositories.",
          },
        },
      },
    },
    { override: plainSchema },
  );
  for (const { operation, description } of described) describeParameters(document, operation, description.examples);
  return document;
}

/** The examples of an operation. One that continues another has the cursor of the other's answer, if there is more. */
async function withCursors(operation: Operation, { examples }: Description, editions: Served) {
  const found = Object.entries(examples).map(async ([name, { after, ...example }]) => {
    if (after === undefined) return [[name, example]] as const;
    const answered = await operation.answer(editions, inputOf(operation, examples[after] ?? {}), AT_ONCE);
    const cursor: string | null = answered.ok ? JSON.parse(answered.answer.body.toString()).next : null;
    if (cursor === null) return [];
    return [[name, { ...example, parameters: { ...example.parameters, cursor } }]] as const;
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}

/** Parameters that exclude those of the first example, or that only another answer gives. Importers send all examples together. */
const WITHOUT_EXAMPLE: Readonly<Record<string, readonly string[]>> = {
  findPlaces: ["cursor", "format"],
  findNationPlaces: ["cursor", "format"],
  locate: ["lat", "lon", "name"],
  locateInNation: ["lat", "lon", "name", "state", "county", "address", "geoid"],
};

/**
 * Copies the description of each parameter's schema to the parameter, where tools look for it, and replaces its example
 * by those of the operation: the examples of the same name, of all parameters and of the answer, belong together.
 */
function describeParameters(
  { paths }: OpenApiDocument,
  { id, path }: Operation,
  examples: Description["examples"],
): void {
  for (const parameter of paths?.[path]?.get?.parameters ?? []) {
    if (!("schema" in parameter) || typeof parameter.schema !== "object" || "$ref" in parameter.schema) continue;
    const { schema, name = "" } = parameter;
    if (schema.description !== undefined) parameter.description ??= schema.description;
    delete schema.example;
    const isNumber = schema.type === "integer" || schema.type === "number";
    const values = Object.entries(examples).flatMap(([example, { summary, parameters }]) => {
      const value = parameters?.[name];
      return value === undefined ? [] : [[example, { summary, value: isNumber ? Number(value) : value }] as const];
    });
    // A name in the path is the only parameter, and some tools need its example without a name.
    if (parameter.in === "path") parameter.example = values[0]?.[1].value;
    else if (!WITHOUT_EXAMPLE[id]?.includes(name)) parameter.examples = Object.fromEntries(values);
  }
}

/**
 * Clients do not need to know that our values are immutable, but do need the width of integers. A format makes its
 * pattern redundant.
 */
const plainSchema: ZodOpenApiOverride = ({ jsonSchema }) => {
  delete jsonSchema.readOnly;
  // Members may be added to an answer (decisions 6), and unknown members of a request are ignored.
  delete jsonSchema.additionalProperties;
  // A discriminator must be a string (OpenAPI 3.1 section 4.8.25); the constants of `found` distinguish the variants.
  delete jsonSchema["discriminator"];
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (typeof jsonSchema.const === "number") {
    Object.assign(jsonSchema, { type: "integer", minimum: jsonSchema.const, maximum: jsonSchema.const });
  }
  if (jsonSchema.type === "integer") jsonSchema.format = "int32";
  // Code generators would make the same name from A+ and A-.
  const values = jsonSchema.enum?.map(String) ?? [];
  if (values.includes("A+")) {
    const names = values.map((value) => value.replace("+", "_PLUS").replace("-", "_MINUS"));
    Object.assign(jsonSchema, { "x-enum-varnames": names });
  }
};
