import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Admission } from "../access/admission.ts";
import type { ClientAddress } from "../access/allowed-addresses.ts";
import type { Allowance } from "../access/decision.ts";
import { readKeyHeader } from "../access/key.ts";
import type { Clock } from "../base/clock.ts";
import type { FairQueue } from "../base/fair-queue.ts";
import { readJson } from "../http/body.ts";
import { compressed } from "../http/compression.ts";
import { ownOrigins } from "../http/own-origins.ts";
import { requestIdOf } from "../http/path.ts";
import { problemAnswer, problemBody, type Refusal } from "../http/problem.ts";
import { decisionRefusal, headerRefusal } from "../http/refusal.ts";
import type { Served } from "../lookup/served.ts";
import { createTools, type ToolAdmission, toolServer } from "./tools.ts";

interface McpParts {
  readonly editions: () => Served;
  readonly admission: Admission;
  readonly turns: FairQueue;
  readonly clock: Clock;
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the program, shown to assistants. */
  readonly version: string;
}

/**
 * The Model Context Protocol over streamable HTTP, without sessions, so that any process answers any request. The
 * library serves version 2026-07-28 and those with a handshake, from 2025-03-26 on. The order of the checks is that of
 * `/v1` (decisions 3). Every message takes a token of its key's burst; only a tool call is counted, once.
 */
export async function createMcp(
  parts: McpParts,
): Promise<(request: Request, address?: ClientAddress) => Promise<Response>> {
  const { admission, turns, clock, baseUrl, version, editions } = parts;
  const origins = ownOrigins(baseUrl);
  const tools = await createTools();

  return async (request, address) => {
    const requestId = requestIdOf(request.headers);
    const refuse = (refusal: Refusal, allowance?: Allowance) =>
      problemAnswer(refusal, { baseUrl, requestId, allowance, nowMs: clock.now() });
    const key = readKeyHeader(keyOf(request.headers));
    if (!key.ok) return refuse(headerRefusal(key.code, request));
    const { digest } = key;
    const checked = await admission.check(digest, address);
    if (checked.outcome !== "usable") {
      return refuse(
        decisionRefusal(checked, digest, address),
        checked.outcome === "exhausted" ? checked.allowance : undefined,
      );
    }
    // GET is not supported, because the service offers no stream (streamable HTTP, "Listening for Messages").
    if (request.method !== "POST") return refuse(POST_ONLY);
    // Refuses pages of other origins (streamable HTTP, "Security Warning").
    const origin = request.headers.get("origin");
    if (origin !== null && !origins.has(origin)) return Response.json(OTHER_ORIGIN, { status: 403 });
    const parsed = await readJson(request, MAX_MESSAGE_BYTES);
    if (!parsed.ok) return refuse(parsed.refusal);
    if (Array.isArray(parsed.value)) return refuse(ONE_MESSAGE);
    if (!isWithinBounds(parsed.value)) return refuse(TOO_COMPLEX);
    const message = withArguments(parsed.value);
    const fault = handshakeFault(message);
    if (fault !== null) return Response.json(fault, { headers: { "Cache-Control": "no-store" } });

    const toolError = (refusal: Refusal): CallToolResult => ({
      ...textContent(problemBody(refusal, { baseUrl, requestId })),
      isError: true,
    });
    const admitted: ToolAdmission = {
      editions: editions(),
      refuse: toolError,
      async admit(kind, answer) {
        const decision = await admission.admitChecked(digest, kind, address);
        if (decision.outcome !== "admitted") return toolError(decisionRefusal(decision, digest, address));
        const { principal } = decision;
        const result = await turns.run(async () => answer(principal), { client: principal.keyId });
        return result.ok
          ? { ...textContent(result.value), structuredContent: { ...result.value } }
          : toolError(result.refusal);
      },
    };
    const server = toolServer(version, tools, admitted);
    const response = await turns.run(() => answered(withKnownAccept(request), message, server), {
      client: checked.principal.keyId,
    });
    response.headers.set("Cache-Control", "no-store");
    response.headers.set("X-Request-Id", requestId);
    return compressed(request, response);
  };
}

/**
 * The request without its body, which is read, and with the `Accept` that the library insists on: many clients send
 * another, and every answer is JSON.
 */
function withKnownAccept({ url, method, signal, headers: given }: Request): Request {
  const headers = new Headers(given);
  headers.set("Accept", "application/json, text/event-stream");
  return new Request(url, { method, signal, headers });
}

/** The protocol library's answer to one message, as JSON. No client may keep a stream open. */
async function answered(request: Request, parsedBody: unknown, server: Server): Promise<Response> {
  if (!(await isLegacyRequest(request, parsedBody))) {
    return createMcpHandler(() => server, { legacy: "reject", maxSubscriptions: 0 }).fetch(request, { parsedBody });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody });
}

/** Assistants' connectors send the key as `Authorization: Bearer`, which no other path accepts (decisions 3). */
function keyOf(headers: Headers): string | null {
  return headers.get("x-api-key") ?? /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

const POST_ONLY: Refusal = {
  code: "method_not_allowed",
  detail: "This path supports only POST.",
  headers: { Allow: "POST" },
};

const OTHER_ORIGIN = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_600, message: "Pages of other origins may not use this endpoint" },
} as const;

const ONE_MESSAGE: Refusal = {
  code: "invalid_body",
  detail:
    "Send one JSON-RPC message. The Model Context Protocol has had no arrays of messages since version 2025-06-18.",
};

const MAX_MESSAGE_BYTES = 8_192;
/** How deep the arrays and objects of a message may be nested. */
const MAX_LEVELS = 16;
/** How many members and elements they may have together. */
const MAX_MEMBERS = 256;

const TOO_COMPLEX: Refusal = {
  code: "invalid_body",
  detail: `A message may have ${MAX_MEMBERS} members and elements, in ${MAX_LEVELS} levels.`,
};

/** For clients that do not support structured content, the same content as JSON text (MCP, "Structured Content"). */
function textContent(value: object) {
  return { content: [{ type: "text" as const, text: JSON.stringify(value) }] };
}

/** Whether the protocol library may see a parsed message. Its schemas cost time for each member. */
function isWithinBounds(message: unknown): boolean {
  let members = 0;
  let values: readonly unknown[] = [message];
  for (let level = 1; values.length > 0; level++) {
    const containers = values.filter((value) => typeof value === "object" && value !== null);
    if (containers.length > 0 && level > MAX_LEVELS) return false;
    values = containers.flatMap((container) => Object.values(container));
    members += values.length;
    if (members > MAX_MEMBERS) return false;
  }
  return true;
}

const withoutArguments = z.looseObject({ params: z.looseObject({ arguments: z.null() }) });

/** Some clients send null as the arguments of a tool that needs none, which the library refuses. */
function withArguments(message: unknown): unknown {
  const call = withoutArguments.safeParse(message).data;
  return call === undefined ? message : { ...call, params: { ...call.params, arguments: {} } };
}

const handshake = z.looseObject({
  id: z.union([z.string(), z.number()]).nullable().catch(null),
  method: z.literal("initialize"),
});
const handshakeParameters = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.looseObject({}),
  clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
});

/** The error for a handshake whose parameters are invalid; null for every other message (JSON-RPC 2.0, section 5.1). */
function handshakeFault(message: unknown): object | null {
  const asked = handshake.safeParse(message);
  if (!asked.success || handshakeParameters.safeParse(asked.data["params"]).success) return null;
  const error = {
    code: -32_602,
    message:
      'The params of initialize need protocolVersion (a string, such as "2025-11-25"), capabilities (an object), and clientInfo (an object with name and version).',
  };
  return { jsonrpc: "2.0", id: asked.data.id, error };
}
