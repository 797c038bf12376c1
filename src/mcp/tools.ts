import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Principal, RequestKind } from "../access/decision.ts";
import type { Description, Tool } from "../api/description.ts";
import { inputOf, type Operation, parameterOf, type Sources } from "../api/operation.ts";
import { OPERATIONS } from "../api/operations.ts";
import type { Refused } from "../api/problem-answer.ts";
import { MAX_BATCH_NAMES } from "../domain/plan.ts";
import { compare, comparison } from "./compare.ts";
import { placeName } from "./place-name.ts";

/** What a tool call may do once it is admitted: an answer for the assistant, or the reason why there is none. */
export type ToolAnswer = { readonly ok: true; readonly value: object } | Refused;

export interface ToolParts {
  /** What the operations answer from at this moment. */
  readonly sources: () => Sources;
  /** Admits and counts the call of a tool, by the id of its message, then answers it; a refusal becomes the tool's error. */
  readonly admitted: (
    messageId: RequestId,
    kind: RequestKind,
    answer: (principal: Principal) => ToolAnswer | Promise<ToolAnswer>,
  ) => Promise<CallToolResult>;
}

const CAUTIONS =
  "Reported offenses only, per resident; a city is not its neighborhoods; the FBI advises against ranking places. Say " +
  "grade, score and year together. Not for tenant, credit, employment or insurance decisions about people.";

/** Room for the largest comparison that an override may allow; beyond, arguments are refused before each is looked at. */
const MAX_INPUT_ELEMENTS = MAX_BATCH_NAMES + 100;

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** An MCP server with a tool for each operation that is one, and the comparison. One serves the whole life of the process. */
export async function createToolServer(version: string, { sources, admitted }: ToolParts): Promise<McpServer> {
  const server = new McpServer(
    { name: "safety-statistics", version },
    { instructions: CAUTIONS, maxToolInputElements: MAX_INPUT_ELEMENTS },
  );
  for (const operation of OPERATIONS) {
    const description = await operation.describe();
    const { tool } = description;
    if (tool === null) continue;
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: description.tag === "Dataset" ? tool.description : `${tool.description} ${CAUTIONS}`,
        inputSchema: argumentsOf(operation, description, tool),
        outputSchema: structureOf(description.answer.schema),
        annotations: READ_ONLY,
      },
      (input, { requestId }) =>
        admitted(requestId, operation.kind, () => answerOf(operation, new Map(Object.entries(input)), sources())),
    );
  }
  server.registerTool(
    "compare",
    {
      title: "Several places side by side",
      description: `Records of several cities and counties in one call, in the order of the request. ${CAUTIONS}`,
      inputSchema: {
        places: z
          .array(placeName)
          .min(1)
          .describe('Cities, or counties with the word "County"; at most a batch of the plan'),
      },
      outputSchema: comparison,
      annotations: READ_ONLY,
    },
    (input, { requestId }) =>
      admitted(requestId, "batch", ({ limits, plan }) =>
        compare(sources().atlas, input.places, limits.batchNames, plan),
      ),
  );
  return server;
}

/** The parameters of an operation as arguments; the name in its path is called `name`, whatever the path calls it. */
function argumentsOf(operation: Operation, { query }: Description, { argument }: Tool): z.ZodRawShape {
  if (parameterOf(operation) !== null) return { name: placeName.describe(argument ?? "") };
  return query?.shape ?? {};
}

async function answerOf(
  operation: Operation,
  input: ReadonlyMap<string, unknown>,
  sources: Sources,
): Promise<ToolAnswer> {
  const inPath = parameterOf(operation);
  const given = [...input].filter(([, value]) => value !== undefined);
  const parameters = Object.fromEntries(given.map(([name, value]) => [inPath ?? name, String(value)]));
  const answered = await operation.answer(sources, inputOf(operation, { parameters }));
  return answered.ok ? { ok: true, value: JSON.parse(answered.answer.body) } : answered;
}

/** The structure of an answer: the protocol wants the schema of one object, so an envelope has `data` or null. */
function structureOf(schema: z.ZodType): z.ZodRawShape {
  const found = schema instanceof z.ZodDiscriminatedUnion ? schema.options[0] : schema;
  const shape = shapeOf(found);
  const data = shape["data"];
  return found === schema || data === undefined ? shape : { found: z.boolean(), data: z.union([data, z.null()]) };
}

/** @throws RangeError for an answer that is no object. */
function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodReadonly) return shapeOf(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) throw new RangeError("the answer of a tool is an object");
  return schema.shape;
}
