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
  /** Address of the service, without `/mcp`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The two ends of the assistant's pipe, one JSON message a line. */
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Carries messages between an assistant on a pipe and the `/mcp` of a service: tools, admission and counting are the
 * service's own, so a call counts the same by either way. Resolves when the assistant has closed its end and all of its
 * messages are answered.
 */
export async function bridgeStdio({ baseUrl, apiKey, input, output }: BridgeOptions): Promise<void> {
  const service = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { "X-API-Key": apiKey } },
  });
  const assistant = new StdioServerTransport(input, output);
  const underWay = new Set<Promise<void>>();

  async function carry(message: JSONRPCMessage): Promise<void> {
    try {
      await service.send(message);
    } catch (error) {
      if (isJSONRPCRequest(message)) await assistant.send(failure(message.id, baseUrl, error));
    }
  }
  assistant.onmessage = (message) => {
    const carried = carry(message).finally(() => underWay.delete(carried));
    underWay.add(carried);
  };
  assistant.onerror = (error) => {
    output.write(`${JSON.stringify(unreadable(error))}\n`);
  };
  service.onmessage = (message) => {
    // From then on each HTTP request names the version that was agreed on (streamable HTTP, "Protocol Version Header").
    const agreed = isJSONRPCResultResponse(message) ? InitializeResultSchema.safeParse(message.result) : undefined;
    if (agreed?.success) service.setProtocolVersion(agreed.data.protocolVersion);
    void assistant.send(message);
  };

  const ended = new Promise((resolve) => input.once("end", resolve));
  await service.start();
  await assistant.start();
  await ended;
  await Promise.all(underWay);
  await service.close();
}

/** The answer to a line that is no message (JSON-RPC 2.0, section 5.1). Nobody knows its id. */
function unreadable(error: Error) {
  const answer =
    error instanceof SyntaxError
      ? { code: ErrorCode.ParseError, message: "Parse error: send one JSON message a line" }
      : { code: ErrorCode.InvalidRequest, message: "Invalid Request: the line is no JSON-RPC 2.0 message" };
  return { jsonrpc: "2.0", id: null, error: answer };
}

function failure(id: string | number, baseUrl: string, error: unknown): JSONRPCMessage {
  const message = `${baseUrl} did not answer as it should: ${messageOf(error)}`;
  return { jsonrpc: "2.0", id, error: { code: ErrorCode.InternalError, message } };
}
