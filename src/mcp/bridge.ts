import type { Readable, Writable } from "node:stream";
import { messageOf } from "../base/error-text.ts";

interface BridgeOptions {
  /** URL of the service, without `/mcp`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Both directions of the assistant's pipe, with one JSON message per line. */
  readonly input: Readable;
  readonly output: Writable;
}

/** A JSON-RPC message, as far as it is needed to forward it. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly _meta?: Readonly<Record<string, unknown>> };
  readonly result?: { readonly protocolVersion?: unknown };
}

const INTERNAL_ERROR = -32_603;
const PARSE_ERROR = -32_700;

/**
 * Forwards messages between an assistant on a pipe and a service's `/mcp`, which admits and counts the calls. Resolves
 * when the assistant has closed its end and all its messages are answered.
 */
export async function bridgeStdio({ baseUrl, apiKey, input, output }: BridgeOptions): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  /** The version that a handshake agreed on. Later versions have none, and name theirs in each message. */
  let agreed: string | undefined;
  const send = (text: string) => output.write(`${text.replaceAll("\n", "")}\n`);

  async function forward(line: string): Promise<void> {
    const message = messageIn(line);
    if (message === null) return void send(failure(null, PARSE_ERROR, "Parse error: send one JSON message per line"));
    try {
      const response = await fetch(`${baseUrl}/mcp`, { method: "POST", headers: headersOf(message), body: line });
      const text = await response.text();
      const answer = messageIn(text);
      if (answer === null || !("jsonrpc" in answer)) {
        if (response.status === 202) return;
        throw new Error(`${response.status} ${text}`);
      }
      const { protocolVersion } = answer.result ?? {};
      if (message.method === "initialize" && typeof protocolVersion === "string") agreed = protocolVersion;
      send(text);
    } catch (error) {
      // A notification has no answer (JSON-RPC 2.0, section 4.1).
      if (message.id === undefined && typeof message.method === "string") return;
      const reason = `${baseUrl} did not answer as expected: ${messageOf(error)}`;
      send(failure(message.id ?? null, INTERNAL_ERROR, reason));
    }
  }

  /** Each HTTP request names version, method, and tool (streamable HTTP, "Protocol Version Header"). */
  function headersOf({ method, params }: Message): Record<string, string> {
    const version = params?._meta?.["io.modelcontextprotocol/protocolVersion"] ?? agreed;
    return {
      "X-API-Key": apiKey,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(typeof version === "string" ? { "MCP-Protocol-Version": version } : {}),
      ...(typeof method === "string" ? { "Mcp-Method": method } : {}),
      ...(typeof params?.name === "string" ? { "Mcp-Name": encodeURI(params.name) } : {}),
    };
  }

  for await (const line of linesIn(input)) {
    if (line === "") continue;
    const forwarding = forward(line).finally(() => inFlight.delete(forwarding));
    inFlight.add(forwarding);
    // The answer to the handshake decides the version that the next message names.
    if (agreed === undefined) await forwarding;
  }
  await Promise.all(inFlight);
}

/** Trimmed. Messages end with a line feed alone (MCP, "stdio"): `readline` would also end them at U+2028. */
async function* linesIn(input: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of input.setEncoding("utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.trim();
  }
  yield rest.trim();
}

/** null for what is no message, such as an array of them. */
function messageIn(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function failure(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
