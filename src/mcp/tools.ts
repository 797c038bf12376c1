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

/** The result of an admitted tool call: an answer for the assistant, or the reason for refusing it. */
export type ToolAnswer = { readonly ok: true; readonly value: object } | Refused;

export interface ToolParts {
  /** The current data of the operations. */
  readonly sources: () => Sources;
  /** Admits and counts a tool call by the id of its message, then answers it. A refusal becomes a tool error. */
  readonly admitted: (
    messageId: RequestId,
    kind: RequestKind,
    answer: (principal: Principal) => ToolAnswer | Promise<ToolAnswer>,
  ) => Promise<CallToolResult>;
}

const CAUTIONS =
  "Reported offenses only, per resident. A city's score does not describe its neighborhoods. The FBI advises against ranking places. State " +
  "grade, score, and year together. Not for tenant, credit, employment or insurance decisions about people.";

/** The largest comparison that custom limits can allow. Longer lists are refused without checking each element. */
const MAX_INPUT_ELEMENTS = MAX_BATCH_NAMES + 100;

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/**
 * An MCP server with a tool for each operation that has one, and the comparison. One server is used for the life of the
 * process.
 */
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
          .describe('Cities, or counties with the word "County"; at most the batch size of the plan'),
      },
      outputSchema: comparison,
      annotations: READ_ONLY,
    },
    (input, { requestId }) =>
      admitted(requestId, "batch", ({ limits, plan }) =>
        compare(sources().places, input.places, limits.batchNames, plan),
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

/** The output schema: the protocol requires the schema of one object, so an envelope has `data` or null. */
function structureOf(schema: z.ZodType): z.ZodRawShape {
  const found = schema instanceof z.ZodDiscriminatedUnion ? schema.options[0] : schema;
  const shape = shapeOf(found);
  const data = shape["data"];
  return found === schema || data === undefined ? shape : { found: z.boolean(), data: z.union([data, z.null()]) };
}

/** @throws RangeError for an answer that is not an object. */
function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodReadonly) return shapeOf(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) throw new RangeError("the answer of a tool must be an object");
  return schema.shape;
}
