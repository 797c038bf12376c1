import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { Description, RequestExample } from "../../src/api/description.ts";
import { AT_ONCE, type BatchOperation, bodyOf, inputOf, type Operation } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import type { Served } from "../../src/lookup/served.ts";
import {
  BATCH_HEADERS,
  COMMON_HEADERS,
  LIMIT_HEADERS,
  NEXT_HEADER,
  NO_STORE_HEADERS,
  VALIDATOR_HEADERS,
} from "./headers.ts";
import type { ProblemResponses } from "./problem-responses.ts";

/** An operation of the document, with real answers from the dataset as examples. */
export async function documentedOperation(
  operation: Operation,
  described: Description,
  editions: Served,
  problems: ProblemResponses,
): Promise<ZodOpenApiOperationObject> {
  const { tag, summary, description, path, query, body } = described;
  return {
    operationId: operation.id,
    tags: [tag],
    summary,
    description,
    ...(path || query ? { requestParams: { ...(path ? { path } : {}), ...(query ? { query } : {}) } } : {}),
    ...(body && operation.method === "POST" ? { requestBody: requestBody(operation, body, described.examples) } : {}),
    responses: {
      "200": await answerResponse(operation, described, editions),
      ...(operation.method === "GET" ? { "304": NOT_MODIFIED, "405": readOnly(operation, problems) } : {}),
      ...(operation.method === "POST"
        ? {
            "400": operation.lists.includes("queries") ? problems.invalidLocateBatch : problems.invalidBatch,
            "405": problems.postOnly,
            "413": problems.bodyTooLarge,
            "415": problems.unsupportedMediaType,
          }
        : {}),
      ...(path ? { "404": problems.pathUnknown } : {}),
      ...badInput(operation, described, problems),
      "401": problems.unauthorized,
      "403": problems.forbidden,
      "429": problems.limitExceeded,
      "500": problems.internal,
      "503": problems.unavailable,
    },
  };
}

/** The 405 of a read. If its template also matches the path of another operation, that operation's methods are listed.
 */
function readOnly({ path }: Operation, problems: ProblemResponses) {
  const template = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  const sharesPath = OPERATIONS.some((other) => other.method === "POST" && template.test(other.path));
  return sharesPath ? problems.readOnlyOrBatch : problems.readOnly;
}

/** The 400 of a read, depending on its input. */
function badInput({ path: template, refusesParameters }: Operation, { path }: Description, problems: ProblemResponses) {
  if (path) return { "400": refusesParameters ? problems.invalidInput : problems.invalidName };
  if (!refusesParameters) return {};
  return { "400": template.endsWith("/locate") ? problems.invalidLocate : problems.invalidPlaces };
}

function requestBody(operation: BatchOperation, schema: z.ZodType, examples: Description["examples"]) {
  const bodies = Object.entries(examples).map(([name, { summary, ...values }]) => {
    return [name, { summary, value: bodyOf(operation, values) }] as const;
  });
  return { required: true, content: { "application/json": { schema, examples: Object.fromEntries(bodies) } } };
}

const NOT_MODIFIED: ZodOpenApiResponseObject = {
  id: "NotModified",
  description:
    "The answer has not changed since the one in `If-None-Match` or `If-Modified-Since`. It counts as a request.",
  headers: z.object({ ...COMMON_HEADERS, ...LIMIT_HEADERS, ...VALIDATOR_HEADERS }),
};

async function answerResponse(
  operation: Operation,
  { answer, examples }: Description,
  editions: Served,
): Promise<ZodOpenApiResponseObject> {
  const shown = await Promise.all(
    Object.entries(examples).map(
      async ([name, example]) => [name, await answerTo(operation, example, editions)] as const,
    ),
  );
  const isTable = ([, { value }]: (typeof shown)[number]) => typeof value === "string";
  const tables = shown.filter(isTable);
  const own = operation.method === "GET" ? VALIDATOR_HEADERS : { ...NO_STORE_HEADERS, ...BATCH_HEADERS };
  const csv = { schema: TABLE, examples: Object.fromEntries(tables) };
  return {
    description: answer.description,
    headers: z.object({ ...COMMON_HEADERS, ...LIMIT_HEADERS, ...own, ...(tables.length === 0 ? {} : NEXT_HEADER) }),
    content: {
      "application/json": {
        schema: answer.schema,
        examples: Object.fromEntries(shown.filter((example) => !isTable(example))),
      },
      ...(tables.length === 0 ? {} : { "text/csv": csv }),
    },
  };
}

const TABLE = z.string().meta({
  maxLength: 100_000,
  pattern: "^[\\s\\S]*$",
  description: "A header, and a line for each place",
});

async function answerTo(operation: Operation, { summary, ...values }: RequestExample, editions: Served) {
  const answered = await operation.answer(editions, inputOf(operation, values), AT_ONCE);
  if (!answered.ok) throw new RangeError(`an example of ${operation.id} is refused: ${answered.refusal.detail}`);
  const text = answered.answer.body.toString();
  return { summary, value: values.parameters?.["format"] === "csv" ? text : JSON.parse(text) };
}
