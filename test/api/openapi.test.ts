import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { z } from "zod";
import document from "../../openapi/openapi.json";
import released from "../../openapi/released.json";
import { breakingDifferences } from "../../scripts/openapi-compatibility.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { PROBLEMS } from "../../src/domain/problem.ts";
import { TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

const text = JSON.stringify(document);

const documented = z.object({
  parameters: z.array(z.object({ name: z.string(), description: z.string().optional() })).optional(),
});
const example = z.object({ value: z.unknown() });
const json = z.object({ "application/json": z.object({ examples: z.record(z.string(), example) }) });
const withExamples = z.object({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        schema: z.looseObject({}),
        example: z.unknown().optional(),
        examples: z.record(z.string(), example).default({}),
      }),
    )
    .optional(),
  requestBody: z.object({ content: json }).optional(),
  responses: z.object({ "200": z.object({ content: json }) }),
});

const parametersOf = (operation: unknown) => documented.parse(operation).parameters;

const ENDPOINT = /`((?:GET|POST) \/v1\/[^`]+)`/g;

/** The endpoints that a page names, sorted. */
function endpointsIn(page: string): readonly string[] {
  const markdown = readFileSync(join(import.meta.dir, "../../docs", page), "utf8");
  return [...new Set([...markdown.matchAll(ENDPOINT)].map(([, endpoint = ""]) => endpoint))].sort();
}

test("it has the endpoints that docs/api-changes.md announces, and no others", () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual([...endpointsIn("api-changes.md")]);
  expect(operations).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

test("it has the endpoints of contract 4", () => {
  const section = endpointsIn("contract.md");
  expect(section).toHaveLength(4);
  for (const endpoint of section) {
    expect(OPERATIONS.map(({ method, path }): string => `${method} ${path}`)).toContain(endpoint);
  }
});

test("every operation needs the key of contract 5 in the header X-API-Key", () => {
  expect(document.security).toEqual([{ ApiKey: [] }]);
  expect(document.components.securitySchemes.ApiKey).toMatchObject({ type: "apiKey", in: "header", name: "X-API-Key" });
});

test("every code has an example; 431 has no code, because its answer has no body, and no typed response", () => {
  expect(Object.keys(PROBLEMS).filter((code) => !text.includes(`"code":"${code}"`))).toEqual([]);
  expect(document.info.description).toContain("431 without a body");
  expect(text).not.toContain('"431":');
});

test("every parameter has a description, optional ones too", () => {
  const { paths } = document;
  const parameters = Object.values(paths).flatMap((methods) =>
    "get" in methods ? (parametersOf(methods.get) ?? []) : [],
  );
  expect(parameters.length).toBeGreaterThan(10);
  expect(parameters.filter(({ description }) => description === undefined)).toEqual([]);
});

test("no answer documents Content-Encoding, which a mock would send with an uncompressed answer", () => {
  expect(text).not.toContain("Content-Encoding");
});

test("every pattern means the same without the flag u, which generated clients do not set", () => {
  const patterns = new Set(
    [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map((found) => String(JSON.parse(found[1] ?? ""))),
  );
  expect(patterns.size).toBeGreaterThan(3);
  const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string());
  for (const pattern of patterns) {
    const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, "u")];
    fc.assert(fc.property(anyText, (value) => plain.test(value) === unicode.test(value)));
  }
});

test("every parameter has examples, and its schema allows them", () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      for (const { name, example, examples, schema } of withExamples.parse(operation).parameters ?? []) {
        const all = example === undefined ? Object.values(examples) : [{ value: example }];
        expect([name, all.length]).not.toEqual([name, 0]);
        for (const { value } of all) {
          expect([name, value, ajv.validate(schema, value)]).toEqual([name, value, true]);
        }
      }
    }
  }
});

describe("the examples of one name belong together: sent as one request, they get the answer of that name", () => {
  const cases = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { parameters = [], requestBody, responses } = withExamples.parse(operation);
      const answers = Object.entries(responses["200"].content["application/json"].examples);
      const inPath = parameters.find((one) => one.in === "path");
      // A name in the path has the example of the first answer.
      return (inPath ? answers.slice(0, 1) : answers).map(([name, { value }]) => {
        const query = parameters.flatMap((one) => {
          const given = one.examples[name];
          return given === undefined ? [] : [[one.name, String(given.value)] as const];
        });
        const filled = path.replace(/\{\w+\}/, encodeURIComponent(String(inPath?.example)));
        const body = requestBody?.content["application/json"].examples[name]?.value;
        return {
          title: `${method} ${path} ${name}`,
          url: `${filled}?${new URLSearchParams(Object.fromEntries(query))}`,
          body,
          value,
        };
      });
    }),
  );

  test.each(cases)("$title", async ({ url, body, value }) => {
    const input = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const { json } = await server.request(url, { key, ...(body === undefined ? {} : input) });
    expect(json).toEqual(value);
  });
});

test("no header has a set of values, from which generators make classes", () => {
  expect(Object.keys(document.components.headers).length).toBeGreaterThan(10);
  expect(JSON.stringify(document.components.headers)).not.toContain('"enum"');
  for (const { headers } of Object.values(document.components.responses)) {
    expect(JSON.stringify(headers)).not.toContain('"enum"');
  }
});

test("answers may gain members: no schema is closed", () => {
  expect(text).not.toContain("additionalProperties");
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

/** Schema references and example values of a request body or response; empty for a reference. */
function contentsOf(described: unknown): readonly Content[] {
  const parsed: {
    content?: Record<string, { schema: { $ref: string }; examples: Record<string, { value: unknown }> }>;
  } = JSON.parse(JSON.stringify(described ?? {}));
  return Object.values(parsed.content ?? {}).map(({ schema, examples }) => ({
    reference: schema.$ref,
    values: Object.values(examples).map((example) => example.value),
  }));
}
