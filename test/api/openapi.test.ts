import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import document from "../../openapi/openapi.json";
import released from "../../openapi/released.json";
import { breakingDifferences } from "../../scripts/openapi-compatibility.ts";
import { createOpenApi } from "../../src/api/openapi/document.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { PROBLEMS } from "../../src/domain/problem.ts";
import { releasedAtlas } from "../support/server.ts";

const text = JSON.stringify(document);

test("the committed document is the one that the code and the dataset give: else `bun scripts/write-openapi.ts`", async () => {
  expect(JSON.parse(JSON.stringify(await createOpenApi(releasedAtlas)))).toEqual(document);
});

test("it has the endpoints of contract 4, the explanation beside them, and no other", () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual(
    [
      "GET /v1/safety/county/{name}",
      "GET /v1/safety/{city}",
      "GET /v1/explain/{city}",
      "GET /v1/stats",
      "POST /v1/safety/batch",
    ].sort(),
  );
  expect(operations).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

test("every operation needs the key of contract 5 in the header X-API-Key", () => {
  expect(document.security).toEqual([{ ApiKey: [] }]);
  expect(document.components.securitySchemes.ApiKey).toMatchObject({ type: "apiKey", in: "header", name: "X-API-Key" });
});

test("every code that has a body has an example, and 431 says why it has none", () => {
  const codes = Object.keys(PROBLEMS).filter((code) => code !== "header_too_large");
  expect(codes.filter((code) => !text.includes(`"code":"${code}"`))).toEqual([]);
  expect(document.components.responses.HeadersTooLarge).toEqual({ description: expect.stringContaining("no body") });
});

describe("every example is an instance of its schema", () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema(document, "openapi");
  const responses = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => [operation.requestBody, ...Object.values(operation.responses)]),
  );
  const contents = [...responses, ...Object.values(document.components.responses)].flatMap(contentsOf);

  test.each(contents.map((content) => [content.reference, content.values] as const))("%s", (reference, values) => {
    const check = ajv.compile({ $ref: `openapi${reference}` });
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      check(value);
      expect(check.errors ?? []).toEqual([]);
    }
  });
});

test("nothing in it breaks a client of the released document", () => {
  expect(breakingDifferences(released, document)).toEqual([]);
});

interface Content {
  readonly reference: string;
  readonly values: readonly unknown[];
}

/** Schema references and example values of a request body or response; none of a reference. */
function contentsOf(described: unknown): readonly Content[] {
  const parsed: {
    content?: Record<string, { schema: { $ref: string }; examples: Record<string, { value: unknown }> }>;
  } = JSON.parse(JSON.stringify(described ?? {}));
  return Object.values(parsed.content ?? {}).map(({ schema, examples }) => ({
    reference: schema.$ref,
    values: Object.values(examples).map((example) => example.value),
  }));
}
