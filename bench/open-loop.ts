// Sends requests at fixed times, whether earlier ones are answered or not. A program of its own, because it fills a core.
// Arguments: URL, file of requests (`writeRequests`), requests a second, seconds, connections. Prints a line of JSON.
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

const [url = "", file = "", rate = "", seconds = "", connections = ""] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);
const requests = readFileSync(file, "utf8").trimEnd().split("\n").map(requestOf);
const intervalMs = 1_000 / Number(rate);
/** Not measured: while the runtime compiles this program, it stands still for a seventh of the time, up to 4 ms at once. */
const WARM_UP_SECONDS = 2;
const warmUp = Math.round(Number(rate) * WARM_UP_SECONDS);
const total = warmUp + Math.round(Number(rate) * Number(seconds));
const HEAD_END = Buffer.from("\r\n\r\n");

interface Connection {
  readonly socket: Socket;
  /** When the request should have been sent, and when it was. */
  dueMs: number;
  sentMs: number;
  received: Buffer;
}

/** Milliseconds from when each request was due, and from when it was sent: waiting for a free connection is the difference. */
const fromDue: number[] = [];
const fromSent: number[] = [];
let [sent, answered, refused] = [0, 0, 0];
const idle: Connection[] = await Promise.all(Array.from({ length: Number(connections) }, open));
const startMs = performance.now();
const measuredFromMs = startMs + warmUp * intervalMs;
const ended = Promise.withResolvers<void>();
sendDue();
await ended.promise;
console.log(
  `RESULT ${JSON.stringify({ requests: answered, refused, due: quantiles(fromDue), sent: quantiles(fromSent) })}`,
);
process.exit(0);

/** Runs in each turn of the event loop, so that a request is late by microseconds and not by a timer's millisecond. */
function sendDue(): void {
  const nowMs = performance.now();
  while (sent < total) {
    const dueMs = startMs + sent * intervalMs;
    if (dueMs > nowMs) break;
    const connection = idle.pop();
    if (connection === undefined) break;
    connection.dueMs = dueMs;
    connection.sentMs = performance.now();
    connection.socket.write(requests[sent % requests.length] ?? "");
    sent++;
  }
  setImmediate(sendDue);
}

async function open(): Promise<Connection> {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const connection: Connection = { socket, dueMs: 0, sentMs: 0, received: Buffer.alloc(0) };
  socket.on("data", (part) => receive(connection, Buffer.from(part)));
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("a connection was closed")));
  await new Promise((resolve) => socket.once("connect", resolve));
  return connection;
}

function receive(connection: Connection, part: Buffer): void {
  const { received } = connection;
  const all = received.length === 0 ? part : Buffer.concat([received, part]);
  const headEnd = all.indexOf(HEAD_END);
  const length = headEnd === -1 ? Number.NaN : lengthOf(all, headEnd);
  if (headEnd === -1 || all.length < headEnd + HEAD_END.length + length) {
    connection.received = all;
    return;
  }
  const nowMs = performance.now();
  connection.received = Buffer.alloc(0);
  if (all.toString("latin1", 9, 12) !== "200") refused++;
  answered++;
  if (connection.dueMs >= measuredFromMs) {
    fromDue.push(nowMs - connection.dueMs);
    fromSent.push(nowMs - connection.sentMs);
  }
  idle.push(connection);
  if (answered === total) ended.resolve();
}

/** Every answer of the service and of the constant server says its length. */
function lengthOf(all: Buffer, headEnd: number): number {
  const length = /^content-length: *(\d+)/im.exec(all.toString("latin1", 0, headEnd))?.[1];
  if (length === undefined) throw new Error("an answer does not say its length");
  return Number(length);
}

function requestOf(line: string): string {
  const [method = "", path = "", key = "", body = ""] = line.split("\t");
  const type = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\n${type}\r\n${body}`;
}

function quantiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 1_000;
  return { p50Us: at(0.5), p90Us: at(0.9), p99Us: at(0.99) };
}

function fail(error: Error): never {
  console.error(error.message);
  process.exit(1);
}
