import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Admission } from "../access/admission.ts";
import { readKeyHeader } from "../access/key.ts";
import { MAX_BODY_BYTES } from "../api/body.ts";
import { problemAnswer, problemBody, type Refusal } from "../api/problem-answer.ts";
import { decisionRefusal, headerRefusal } from "../api/refusal.ts";
import type { Clock } from "../domain/clock.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { createToolServer, type ToolParts } from "./tools.ts";

export interface McpParts {
  readonly atlas: () => Atlas;
  readonly admission: Admission;
  readonly clock: Clock;
  /** Address under which users reach the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Version of the program, told to assistants. */
  readonly version: string;
}

/**
 * The handler of `/mcp`: the Model Context Protocol over streamable HTTP, without sessions, so that any process answers
 * any request. A request without a well-formed key is refused as under `/v1`. Only the call of a tool is admitted and
 * counted, once; what a client asks before (initialize, tools/list) says nothing of the dataset and counts nothing.
 */
export function createMcp(parts: McpParts): (request: Request) => Promise<Response> {
  const { admission, clock, baseUrl, version } = parts;
  const { origin } = new URL(baseUrl);

  return async (request) => {
    const requestId = crypto.randomUUID();
    const refuse = (refusal: Refusal) => problemAnswer(refusal, { baseUrl, requestId, nowMs: clock.now() });
    const key = readKeyHeader(request.headers.get("x-api-key"));
    if (!key.ok) return refuse(headerRefusal(key.code, request));
    // No stream is offered to listen on, so there is nothing to GET (streamable HTTP, "Listening for Messages").
    if (request.method !== "POST") return refuse(POST_ONLY);

    const admitted: ToolParts["admitted"] = async (kind, answer) => {
      const decision = await admission.admit(key.digest, kind);
      if (decision.outcome !== "admitted") return toolError(decisionRefusal(decision));
      const result = answer(decision.principal);
      return result.ok ? toolResult(result.value) : toolError(result.refusal);
    };
    const toolError = (refusal: Refusal): CallToolResult => ({
      ...textContent(problemBody(refusal, { baseUrl, requestId })),
      isError: true,
    });
    const server = createToolServer(version, { atlas: parts.atlas(), admitted });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: MAX_BODY_BYTES,
      // A page of another origin has no business here (streamable HTTP, "Security Warning").
      enableDnsRebindingProtection: true,
      allowedOrigins: [origin],
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    await server.close();
    response.headers.set("Cache-Control", "no-store");
    response.headers.set("X-Request-Id", requestId);
    return response;
  };
}

const POST_ONLY: Refusal = {
  code: "method_not_allowed",
  detail: "This path answers POST only.",
  headers: { Allow: "POST" },
};

function toolResult(value: object): CallToolResult {
  return { ...textContent(value), structuredContent: { ...value } };
}

/** Clients that do not read structured content show the same as JSON text (MCP, "Structured Content"). */
function textContent(value: object) {
  return { content: [{ type: "text" as const, text: JSON.stringify(value) }] };
}
