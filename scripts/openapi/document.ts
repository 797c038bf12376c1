import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathItemObject } from "zod-openapi";
import { TAGS } from "../../src/api/description.ts";
import { PLACEHOLDER_BASE_URL } from "../../src/api/openapi/placeholder.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { STATE } from "../../src/domain/california.ts";
import type { Places } from "../../src/places/places.ts";
import { documentedOperation } from "./operations.ts";
import { problemResponses } from "./problem-responses.ts";

/** Version of the interface; its first number is the one in the path (contract 9). */
const API_VERSION = "1.0.0";

const DESCRIPTION = `Safety scores, letter grades and crime statistics for ${STATE.name}'s cities and counties.

Every request needs an API key in the header \`X-API-Key\`. \`HEAD\` works like \`GET\` without the body. Fields and
endpoints may be added to this version, so ignore unknown ones; nothing else changes. A request whose request line and
headers exceed 16 KiB gets 431 without a body, before the key is read. Answers above 1 KB are compressed with Brotli,
Zstandard, or gzip if \`Accept-Encoding\` allows it.

Reported offenses only, per resident and not per visitor. A city's score does not describe its neighborhoods. The FBI
advises against ranking places. Not for tenant, credit, employment or insurance decisions about people.`;

type OpenApiDocument = ReturnType<typeof createDocument>;

/**
 * The OpenAPI 3.1 document, generated from the schemas and code that make the answers. The same places give the same
 * document.
 */
export async function createOpenApi(places: Places): Promise<OpenApiDocument> {
  const problems = await problemResponses();
  const described = await Promise.all(
    OPERATIONS.map(async (operation) => ({ operation, description: await operation.describe() })),
  );
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const { operation, description } of described) {
    const documented = await documentedOperation(operation, description, places, problems);
    paths[operation.path] = { ...paths[operation.path], [operation.method === "GET" ? "get" : "post"]: documented };
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Safety Statistics Service",
        version: API_VERSION,
        description: DESCRIPTION,
        contact: { name: "Safety Statistics Service", url: `${PLACEHOLDER_BASE_URL}/docs` },
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: PLACEHOLDER_BASE_URL, description: "Production", "x-internal": false }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      security: [{ ApiKey: [] }],
      paths,
      components: {
        schemas: Object.assign({}, ...described.map(({ description }) => description.schemas)),
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
  return withParameterTexts(document);
}

/**
 * Copies the description and moves the example of each parameter's schema to the parameter, where tools look for them.
 * An optional parameter has them only in its schema.
 */
function withParameterTexts(document: OpenApiDocument): OpenApiDocument {
  for (const item of Object.values(document.paths ?? {})) {
    for (const parameter of item.get?.parameters ?? []) {
      if (!("schema" in parameter) || typeof parameter.schema !== "object" || "$ref" in parameter.schema) continue;
      const { description, example } = parameter.schema;
      if (description !== undefined) parameter.description ??= description;
      if (example === undefined) continue;
      parameter.example = example;
      delete parameter.schema.example;
    }
  }
  return document;
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
};
