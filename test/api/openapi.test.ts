import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { z } from "zod";
import document from "../../openapi/openapi.json";
import { createOpenApi } from "../../scripts/openapi/document.ts";
import { bodyOf, inputOf, urlPathFor } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { GRADES } from "../../src/domain/grade.ts";
import { PROBLEMS } from "../../src/domain/problem.ts";
import { releasedEditions, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

const text = JSON.stringify(document);

const example = z.object({ value: z.unknown() });
const content = z.object({ examples: z.record(z.string(), example) });
const json = z.object({ "application/json": content, "text/csv": content.optional() });
const withExamples = z.object({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        description: z.string().optional(),
        example: z.unknown().optional(),
        examples: z.record(z.string(), example).default({}),
      }),
    )
    .optional(),
  requestBody: z.object({ content: json }).optional(),
  responses: z.object({ "200": z.object({ content: json }) }),
});

const ENDPOINT = /`((?:GET|POST) \/v1\/[^`]+)`/g;

/** The endpoints that the lines of a page name, sorted. */
function endpointsIn(page: string, lines = /.*/g): readonly string[] {
  const markdown =
    readFileSync(join(import.meta.dir, "../../docs", page), "utf8")
      .match(lines)
      ?.join("\n") ?? "";
  return [...new Set([...markdown.matchAll(ENDPOINT)].map(([, endpoint = ""]) => endpoint))].sort();
}

test("the committed document matches the code and the dataset; if not, run `npm run generate`", async () => {
  expect(JSON.parse(JSON.stringify(await createOpenApi(releasedEditions)))).toEqual(document);
});

/** Every `enum` of a value with the names that it has for code generators. */
function* enumsIn(
  value: unknown,
): Generator<{ readonly values: readonly string[]; readonly names: readonly string[] }> {
  if (typeof value !== "object" || value === null) return;
  const { enum: values, "x-enum-varnames": names = values }: { enum?: unknown; "x-enum-varnames"?: unknown } = value;
  if (Array.isArray(values) && Array.isArray(names)) yield { values: values.map(String), names: names.map(String) };
  for (const member of Object.values(value)) yield* enumsIn(member);
}

test("code generators get a name of its own for each value of a list, and one type for all grades", () => {
  const lists = [...enumsIn(document)];
  expect(lists.length).toBeGreaterThan(10);
  for (const { values, names } of lists) {
    expect(names).toHaveLength(values.length);
    // As generators make names.
    const identifiers = names.map((name) => name.toLowerCase().replaceAll(/\W+/g, "_"));
    expect([names, new Set(identifiers).size]).toEqual([names, values.length]);
  }
  const grades = GRADES.map(({ letter }) => letter).sort();
  expect(lists.filter(({ values }) => values.includes("A+")).map(({ values }) => values.toSorted())).toEqual([grades]);
});

test("it has the endpoints that docs/api-changes.md announces, and no others", () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual([...endpointsIn("api-changes.md")]);
  expect(operations).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

test("it has the endpoints of contract 4", () => {
  const section = endpointsIn("contract.md", /^### 4\..*/gm);
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

/** Sent together with the others, these would be refused, or nothing would be found. */
const WITHOUT_EXAMPLE = {
  list: ["cursor", "format"],
  locate: ["lat", "lon", "name", "state", "county", "address", "geoid"],
} as const;

test("every parameter has a description, and examples if it can stand beside the others", () => {
  const parameters = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item)
      .flatMap((operation) => withExamples.parse(operation).parameters ?? [])
      .map((parameter) => ({ parameter, alone: WITHOUT_EXAMPLE[path.endsWith("/locate") ? "locate" : "list"] })),
  );
  expect(parameters.length).toBeGreaterThan(30);
  for (const { parameter, alone } of parameters) {
    const { name, description = "" } = parameter;
    const isAlone = parameter.in === "query" && alone.some((one) => one === name);
    expect([name, examplesOf(parameter).length > 0, description !== ""]).toEqual([name, !isAlone, true]);
  }
});

test("no operation is refused if it is sent with the first example of each parameter and of its body, as importers do", async () => {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { parameters = [], requestBody } = withExamples.parse(operation);
      const values = parameters.map((one) => [one, examplesOf(one)[0]] as const);
      const filled = values.reduce(
        (url, [{ name }, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))),
        path,
      );
      const query = values.flatMap(([one, value]): [string, string][] =>
        one.in === "query" && value !== undefined ? [[one.name, String(value)]] : [],
      );
      const [body] = Object.values(requestBody?.content["application/json"].examples ?? {});
      const url = `${filled}?${new URLSearchParams(query)}`;
      const { status, text } = await server.request(url, {
        key,
        ...(method === "post" ? posted(Object(body?.value)) : {}),
      });
      expect([url, status, text.slice(0, 300)]).toEqual([url, 200, expect.any(String)]);
    }
  }
});

describe("each example of an answer is the answer to the request of that name in the table of operations", () => {
  const cases = OPERATIONS.flatMap((operation) =>
    Object.entries(document.paths)
      .filter(([path]) => path === operation.path)
      .flatMap(([path, item]) => Object.entries(item).map(([, described]) => ({ path, described, operation }))),
  );

  test.each(cases.map((one) => [`${one.operation.method} ${one.path}`, one] as const))(
    "%s",
    async (_, { operation, described }) => {
      const { content } = withExamples.parse(described).responses["200"];
      const { examples } = await operation.describe();
      const shown = Object.assign({}, ...Object.values(content).map((type) => type?.examples ?? {}));
      expect(Object.keys(shown).sort()).toEqual(Object.keys(examples).sort());
      for (const [name, { after, parameters, ...values }] of Object.entries(examples)) {
        const cursor = after === undefined ? {} : { cursor: shown[after].value.next };
        const url = urlPathFor(operation, inputOf(operation, { parameters: { ...parameters, ...cursor } }));
        const { json, text } = await server.request(url, {
          key,
          ...(operation.method === "POST" ? posted(bodyOf(operation, values)) : {}),
        });
        expect(typeof shown[name].value === "string" ? text : json).toEqual(shown[name].value);
      }
    },
  );
});

function posted(body: object) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function examplesOf({ example, examples }: { example?: unknown; examples: Record<string, { value: unknown }> }) {
  return example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
}

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
