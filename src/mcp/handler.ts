import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  type CallToolResult,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  ListToolsRequestSchema,
  ListToolsResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Admission } from "../access/admission.ts";
import type { Allowance } from "../access/decision.ts";
import { type KeyDigest, readKeyHeader } from "../access/key.ts";
import { parseJson, readBody } from "../api/body.ts";
import { compressed } from "../api/compression.ts";
import { problemAnswer, problemBody, type Refusal } from "../api/problem-answer.ts";
import { decisionRefusal, headerRefusal } from "../api/refusal.ts";
import { requestIdOf } from "../api/request-id.ts";
import type { Clock } from "../domain/clock.ts";
import { ownOrigins } from "../domain/origin.ts";
import type { Geography } from "../places/geography.ts";
import type { Places } from "../places/places.ts";
import { isWithinBounds, MAX_LEVELS, MAX_MEMBERS, MAX_MESSAGE_BYTES } from "./message.ts";
import { SharedTransport } from "./shared-transport.ts";
import { createToolServer, type ToolParts } from "./tools.ts";

export interface McpParts {
  readonly places: () => Places;
  /** The geography of the current places, loaded on first use. */
  readonly geography: () => Promise<Geography>;
  readonly admission: Admission;
  readonly clock: Clock;
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the program, shown to assistants. */
  readonly version: string;
}

/** The HTTP request that a message came with. */
interface MessageContext {
  readonly digest: KeyDigest | null;
  readonly requestId: string;
}

/** Context of the service's own message. It has no key, so it cannot call tools. */
const AT_START: MessageContext = { digest: null, requestId: "start" };

/**
 * The handler of `/mcp`: the Model Context Protocol over streamable HTTP, without sessions, so that any process answers
 * any request. Its checks are in the order of `/v1` (decisions 3): key and quota, then method, then body. Every message takes a
 * token of its key's burst; only a tool call is counted, once.
 */
export async function createMcp(parts: McpParts): Promise<(request: Request) => Promise<Response>> {
  const { admission, clock, baseUrl, version, places } = parts;
  const allowedOrigins = [...ownOrigins(baseUrl)];
  const messages = new SharedTransport<MessageContext>();

  const admitted: ToolParts["admitted"] = async (messageId, kind, answer) => {
    const { digest, requestId } = messages.contextOf(messageId);
    const toolError = (refusal: Refusal): CallToolResult => ({
      ...textContent(problemBody(refusal, { baseUrl, requestId })),
      isError: true,
    });
    const decision = await admission.admitChecked(digest, kind);
    if (decision.outcome !== "admitted") return toolError(decisionRefusal(decision, digest));
    const result = await answer(decision.principal);
    return result.ok ? toolResult(result.value) : toolError(result.refusal);
  };
  const server = await createToolServer(version, {
    sources: () => ({ places: places(), geography: parts.geography }),
    admitted,
  });
  await server.connect(messages);
  // Otherwise the library would derive the schemas of the tools again for every client that requests them.
  const listed = await messages.request({ jsonrpc: "2.0", id: 0, method: "tools/list" }, AT_START);
  if (!isJSONRPCResultResponse(listed)) throw new Error(`The tools cannot be listed: ${listed.error.message}`);
  const tools = ListToolsResultSchema.parse(listed.result);
  server.server.setRequestHandler(ListToolsRequestSchema, () => tools);

  return async (request) => {
    const requestId = requestIdOf(request.headers);
    const refuse = (refusal: Refusal, allowance?: Allowance) =>
      problemAnswer(refusal, { baseUrl, requestId, allowance, nowMs: clock.now() });
    const key = readKeyHeader(request.headers.get("x-api-key"));
    if (!key.ok) return refuse(headerRefusal(key.code, request));
    const checked = await admission.check(key.digest);
    if (checked.outcome !== "usable") {
      return refuse(
        decisionRefusal(checked, key.digest),
        checked.outcome === "exhausted" ? checked.allowance : undefined,
      );
    }
    // GET is not supported, because the service offers no stream (streamable HTTP, "Listening for Messages").
    if (request.method !== "POST") return refuse(POST_ONLY);
    const body = await readBody(request, MAX_MESSAGE_BYTES);
    if (!body.ok) return refuse(body.refusal);
    const parsed = await parseJson(body.bytes);
    if (!parsed.ok) return refuse(parsed.refusal);
    if (Array.isArray(parsed.value)) return refuse(ONE_MESSAGE);
    if (!isWithinBounds(parsed.value)) return refuse(TOO_COMPLEX);

    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      // Refuses pages of other origins (streamable HTTP, "Security Warning").
      enableDnsRebindingProtection: true,
      allowedOrigins,
    });
    transport.onmessage = (message) => {
      // Notifications and responses have no effect: the service sends no requests.
      if (!isJSONRPCRequest(message)) return;
      void messages.request(message, { digest: key.digest, requestId }).then((response) => transport.send(response));
    };
    const response = await transport.handleRequest(request, { parsedBody: parsed.value });
    response.headers.set("Cache-Control", "no-store");
    response.headers.set("X-Request-Id", requestId);
    return compressed(request, response);
  };
}

const POST_ONLY: Refusal = {
  code: "method_not_allowed",
  detail: "This path supports only POST.",
  headers: { Allow: "POST" },
};

const ONE_MESSAGE: Refusal = {
  code: "invalid_body",
  detail:
    "Send one JSON-RPC message. The Model Context Protocol has had no arrays of messages since version 2025-06-18.",
};

const TOO_COMPLEX: Refusal = {
  code: "invalid_body",
  detail: `A message may have ${MAX_MEMBERS} members and elements, in ${MAX_LEVELS} levels.`,
};

function toolResult(value: object): CallToolResult {
  return { ...textContent(value), structuredContent: { ...value } };
}

/** For clients that do not support structured content, the same content as JSON text (MCP, "Structured Content"). */
function textContent(value: object) {
  return { content: [{ type: "text" as const, text: JSON.stringify(value) }] };
}
