import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, RequestId } from "@modelcontextprotocol/sdk/types.js";

interface PendingMessage<Context> {
  readonly context: Context;
  readonly resolve: (response: JSONRPCResponse) => void;
}

/**
 * Connects one MCP server, built once, to the messages of all HTTP requests. Two clients may choose the same id, so
 * each incoming message gets a new id, and its response gets the client's id back.
 */
export class SharedTransport<Context> implements Transport {
  onmessage?: Transport["onmessage"];
  readonly #pending = new Map<RequestId, PendingMessage<Context>>();
  #lastId = 0;

  async start(): Promise<void> {}

  async close(): Promise<void> {}

  /** Lets the server answer a message. `contextOf` returns `context` until it is answered. */
  async request(message: JSONRPCRequest, context: Context): Promise<JSONRPCResponse> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<JSONRPCResponse>();
    this.#pending.set(id, { context, resolve });
    this.onmessage?.({ ...message, id });
    return { ...(await promise), id: message.id };
  }

  /** Context by the server's message id. @throws if the message is not being answered. */
  contextOf(id: RequestId): Context {
    const pending = this.#pending.get(id);
    if (pending === undefined) throw new Error(`No message ${id} is being answered`);
    return pending.context;
  }

  /** Messages that the server initiates are dropped: no client listens (streamable HTTP without streams). */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!isResponse(message) || message.id === undefined) return;
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    pending?.resolve(message);
  }
}

function isResponse(message: JSONRPCMessage): message is JSONRPCResponse {
  return "result" in message || "error" in message;
}
