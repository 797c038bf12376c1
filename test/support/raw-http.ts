import { connect } from "node:net";

/**
 * Sends bytes that no HTTP client would send, on a separate connection, and resolves with everything received until the
 * server closes it. Send `Connection: close` to make it close.
 */
export function exchangeBytes(port: number, chunks: readonly (string | Uint8Array)[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const received: Buffer[] = [];
  const socket = connect(port, "127.0.0.1", () => {
    for (const chunk of chunks) socket.write(chunk);
  });
  socket.on("data", (data) => received.push(Buffer.from(data)));
  socket.on("close", () => resolve(Buffer.concat(received).toString("utf8")));
  socket.on("error", reject);
  return promise;
}

/** Parses an HTTP answer whose body is not chunked. */
export function parseAnswer(text: string): {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
} {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(" ")[1]), headers, body: text.slice(end + "\r\n\r\n".length) };
}
