import type { Readable, Writable } from "node:stream";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  ErrorCode,
  InitializeResultSchema,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";
import { messageOf } from "../domain/message.ts";

export interface BridgeOptions {
  /** URL of the service, without `/mcp`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Both directions of the assistant's pipe, with one JSON message per line. */
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Forwards messages between an assistant on a pipe and the `/mcp` endpoint of a service. The service handles tools,
 * admission, and counting, so a call counts the same either way. Resolves when the assistant has closed its end and all
 * its messages are answered.
 */
export async function bridgeStdio({ baseUrl, apiKey, input, output }: BridgeOptions): Promise<void> {
  const service = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { "X-API-Key": apiKey } },
  });
  const assistant = new StdioServerTransport(input, output);
  const inFlight = new Set<Promise<void>>();

  async function forward(message: JSONRPCMessage): Promise<void> {
    try {
      await service.send(message);
    } catch (error) {
      if (isJSONRPCRequest(message)) await assistant.send(failure(message.id, baseUrl, error));
    }
  }
  assistant.onmessage = (message) => {
    const forwarding = forward(message).finally(() => inFlight.delete(forwarding));
    inFlight.add(forwarding);
  };
  assistant.onerror = (error) => {
    output.write(`${JSON.stringify(unreadable(error))}\n`);
  };
  service.onmessage = (message) => {
    // From then on each HTTP request names the negotiated version (streamable HTTP, "Protocol Version Header").
    const agreed = isJSONRPCResultResponse(message) ? InitializeResultSchema.safeParse(message.result) : undefined;
    if (agreed?.success) service.setProtocolVersion(agreed.data.protocolVersion);
    void assistant.send(message);
  };

  const ended = new Promise((resolve) => input.once("end", resolve));
  await service.start();
  await assistant.start();
  await ended;
  await Promise.all(inFlight);
  await service.close();
}

/** The answer to a line that is not a message (JSON-RPC 2.0, section 5.1). Its id is unknown. */
function unreadable(error: Error) {
  const answer =
    error instanceof SyntaxError
      ? { code: ErrorCode.ParseError, message: "Parse error: send one JSON message per line" }
      : { code: ErrorCode.InvalidRequest, message: "Invalid Request: the line is not a JSON-RPC 2.0 message" };
  return { jsonrpc: "2.0", id: null, error: answer };
}

function failure(id: string | number, baseUrl: string, error: unknown): JSONRPCMessage {
  const message = `${baseUrl} did not answer as expected: ${messageOf(error)}`;
  return { jsonrpc: "2.0", id, error: { code: ErrorCode.InternalError, message } };
}
