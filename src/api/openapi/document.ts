import { createDocument, type oas31, type ZodOpenApiOverride, type ZodOpenApiPathItemObject } from "zod-openapi";
import type { Atlas } from "../../snapshot/atlas.ts";
import { TAGS } from "../description.ts";
import { OPERATIONS } from "../operations.ts";
import { documentedOperation } from "./operations.ts";
import { PLACEHOLDER_BASE_URL } from "./placeholder.ts";
import { problemResponses } from "./problem-responses.ts";

/** Version of the interface; its first number is the one in the path (contract 9). */
const API_VERSION = "1.0.0";

const DESCRIPTION = `Safety scores, letter grades and crime statistics for California's cities and counties.

Every request carries an API key in the header \`X-API-Key\`. Unknown query parameters and members are ignored. \`HEAD\` is
answered as \`GET\` without the body. Fields and endpoints may be added beside those of this version; nothing of it changes.

Reported offenses only. Residents, not visitors, are the denominator; a city is not its neighborhoods; the FBI advises
against ranking places. Not for tenant, credit, employment or insurance decisions about people.`;

/** The OpenAPI 3.1 document, from the schemas and the code that make the answers. The same atlas gives the same document. */
export async function createOpenApi(atlas: Atlas): Promise<oas31.OpenAPIObject> {
  const problems = await problemResponses(atlas);
  const described = await Promise.all(
    OPERATIONS.map(async (operation) => ({ operation, description: await operation.describe() })),
  );
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const { operation, description } of described) {
    const documented = await documentedOperation(operation, description, atlas, problems);
    paths[operation.path] = { ...paths[operation.path], [operation.method === "GET" ? "get" : "post"]: documented };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Safety Statistics Service",
        version: API_VERSION,
        description: DESCRIPTION,
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
              "`svc_live_…` counts against the monthly quota of the account, `svc_test_…` is limited to 100 requests a day. " +
              "Keep keys out of browsers and repositories.",
          },
        },
      },
    },
    { override: plainSchema },
  );
}

/** Immutability of our own values is no news to a client; the width of integers is. A format says what its pattern would. */
const plainSchema: ZodOpenApiOverride = ({ jsonSchema }) => {
  delete jsonSchema.readOnly;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (typeof jsonSchema.const === "number") {
    Object.assign(jsonSchema, { type: "integer", minimum: jsonSchema.const, maximum: jsonSchema.const });
  }
  if (jsonSchema.type === "integer") jsonSchema.format = "int32";
};
