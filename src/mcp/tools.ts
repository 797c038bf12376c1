import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Principal, RequestKind } from "../access/decision.ts";
import type { Refusal } from "../api/problem-answer.ts";
import { explainCity } from "../domain/explain.ts";
import { explanation } from "../domain/explanation.ts";
import { isTooLong, MAX_NAME_LENGTH } from "../domain/name.ts";
import { cityRecord, countyRecord, datasetStatistics } from "../domain/record.ts";
import type { Atlas } from "../snapshot/atlas.ts";

/** What a tool call may do once it is admitted: an answer for the assistant, or the reason why there is none. */
type Answer = { readonly ok: true; readonly value: object } | { readonly ok: false; readonly refusal: Refusal };

export interface ToolParts {
  /** The atlas in force. */
  readonly atlas: () => Atlas;
  /** Admits and counts the call of a tool, by the id of its message, then answers it; a refusal becomes the tool's error. */
  readonly admitted: (
    messageId: RequestId,
    kind: RequestKind,
    answer: (principal: Principal) => Answer,
  ) => Promise<CallToolResult>;
}

const CAUTIONS =
  "Reported offenses only, per resident; a city is not its neighborhoods; the FBI advises against ranking places. Say " +
  "grade, score and year together. Not for tenant, credit, employment or insurance decisions about people.";

/** Room for the largest comparison that an override may allow; beyond, arguments are refused before each is looked at. */
const MAX_INPUT_ELEMENTS = 1_100;

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

const name = z
  .string()
  .refine((text) => !isTooLong(text), { error: `has more than ${MAX_NAME_LENGTH} characters` })
  .meta({ maxLength: MAX_NAME_LENGTH });
const comparedPlace = z.strictObject({
  name: name.describe("As it was asked for"),
  kind: z.enum(["city", "county"]).nullable().describe("null where the dataset has no such place"),
  record: z.union([cityRecord, countyRecord]).nullable(),
});

/** An MCP server with the five tools. One serves the whole life of the process. */
export function createToolServer(version: string, { atlas, admitted }: ToolParts): McpServer {
  const server = new McpServer(
    { name: "safety-statistics", version },
    { instructions: CAUTIONS, maxToolInputElements: MAX_INPUT_ELEMENTS },
  );

  server.registerTool(
    "city",
    {
      title: "Safety record of a California city",
      description: `Score (0 to 100, the state is 50), grade and crime rate of a city. ${CAUTIONS}`,
      inputSchema: { name: name.describe("City in California, in any common spelling; never guessed") },
      outputSchema: { found: z.boolean(), data: cityRecord.nullable() },
      annotations: READ_ONLY,
    },
    (input, { requestId }) => admitted(requestId, "city", () => lookUp(atlas().findCity(input.name)?.record)),
  );
  server.registerTool(
    "county",
    {
      title: "Safety record of a California county",
      description: `Score, grade and crime rate of a whole county: the fallback where a city is absent. ${CAUTIONS}`,
      inputSchema: { name: name.describe('County in California, with or without the word "County"') },
      outputSchema: { found: z.boolean(), data: countyRecord.nullable() },
      annotations: READ_ONLY,
    },
    (input, { requestId }) => admitted(requestId, "county", () => lookUp(atlas().findCounty(input.name)?.record)),
  );
  server.registerTool(
    "explain_city",
    {
      title: "What made the score of a California city",
      description: `What its rates say in words, where next year's score will lie, cautions, counts, smoothing, and the formula with the city's own numbers. Counted as a look-up of a city. ${CAUTIONS}`,
      inputSchema: { name: name.describe("City in California, in any common spelling; never guessed") },
      outputSchema: { found: z.boolean(), data: explanation.nullable() },
      annotations: READ_ONLY,
    },
    (input, { requestId }) =>
      admitted(requestId, "city", () => {
        const { findCity } = atlas();
        const city = findCity(input.name);
        return lookUp(city && explainCity(city));
      }),
  );
  server.registerTool(
    "compare",
    {
      title: "Several places side by side",
      description: `Records of several cities and counties in one call, in the order of the request. ${CAUTIONS}`,
      inputSchema: {
        places: z
          .array(name)
          .min(1)
          .describe('Cities, or counties with the word "County"; at most a batch of the plan'),
      },
      outputSchema: { places: z.array(comparedPlace) },
      annotations: READ_ONLY,
    },
    (input, { requestId }) =>
      admitted(requestId, "batch", ({ limits, plan }) => compare(atlas(), input.places, limits.batchNames, plan)),
  );
  server.registerTool(
    "dataset",
    {
      title: "What the dataset covers",
      description: "Numbers of cities and counties, the year of the figures, the last update, cities by grade.",
      inputSchema: {},
      outputSchema: datasetStatistics.unwrap().shape,
      annotations: READ_ONLY,
    },
    (_input, { requestId }) => admitted(requestId, "stats", () => ({ ok: true, value: atlas().statistics })),
  );
  return server;
}

function lookUp(record: object | undefined): Answer {
  return { ok: true, value: { found: record !== undefined, data: record ?? null } };
}

function compare(atlas: Atlas, names: readonly string[], limit: number, plan: Principal["plan"]): Answer {
  const received = names.length;
  if (received > limit) {
    const detail = `The comparison has ${received} places; the plan allows ${limit}. Nothing was looked up.`;
    return { ok: false, refusal: { code: "batch_too_large", detail, members: { limit, received, plan } } };
  }
  return { ok: true, value: { places: names.map((asked) => ({ name: asked, ...placeOf(atlas, asked) })) } };
}

function placeOf(atlas: Atlas, asked: string) {
  const city = atlas.findCity(asked);
  if (city) return { kind: "city", record: city.record };
  const county = atlas.findCounty(asked);
  return county ? { kind: "county", record: county.record } : { kind: null, record: null };
}
