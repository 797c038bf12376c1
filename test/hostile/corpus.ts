import { gzipSync } from "node:zlib";

/** Bytes that no legitimate client sends, and the expected statuses; none if the connection is just closed. */
export interface HostileRequest {
  readonly name: string;
  readonly bytes: (key: string) => string | Uint8Array;
  readonly statuses: readonly number[];
}

type Text = (key: string) => string;

const CLOSE = "Connection: close\r\n";
const JSON_TYPE = "Content-Type: application/json\r\n";
const MIB = 1_048_576;
/** Placeholder for the key, with the length of a key. */
const KEY = "k".repeat(47);

function request(line: string, headers: string, body = ""): Text {
  return (key) => `${line}\r\nHost: x\r\nX-API-Key: ${key}\r\n${headers}${CLOSE}\r\n${body.replace(KEY, key)}`;
}

function post(headers: string, body = ""): Text {
  return request("POST /v1/safety/batch HTTP/1.1", JSON_TYPE + headers, body);
}

function get(target: string, headers = ""): Text {
  return request(`GET ${target} HTTP/1.1`, headers);
}

function batch(body: string | Uint8Array, headers = ""): HostileRequest["bytes"] {
  const bytes = Buffer.from(body);
  return (key) => Buffer.concat([Buffer.from(post(`Content-Length: ${bytes.length}\r\n${headers}`)(key)), bytes]);
}

/** A second request in place of a body. If it were ever answered, smuggling would have succeeded. */
const SMUGGLED = `GET /v1/stats HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`;
const smuggledLength = `Content-Length: ${SMUGGLED.length}\r\n`;

/** Two parties that disagree about the length take different bytes for the next request (RFC 9112 section 11.2). */
const SMUGGLED_REQUESTS: readonly Omit<HostileRequest, "statuses">[] = [
  {
    name: "length and chunks",
    bytes: post(`${smuggledLength}Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: "chunks and length",
    bytes: post(`Transfer-Encoding: chunked\r\n${smuggledLength}`, `0\r\n\r\n${SMUGGLED}`),
  },
  { name: "two lengths", bytes: post(`Content-Length: 0\r\n${smuggledLength}`, SMUGGLED) },
  { name: "a list of lengths", bytes: post("Content-Length: 2, 2\r\n", "{}") },
  ...["+2", "-1", "2x", "0x2", "2 2", "", "1e1", "99999999999999999999999"].map((length) => ({
    name: `length "${length}"`,
    bytes: post(`Content-Length: ${length}\r\n`, "{}"),
  })),
  ...[
    "xchunked",
    "chunked, identity",
    "identity, chunked",
    "\x0bchunked",
    "chunked\r\nTransfer-Encoding: identity",
  ].map((coding) => ({
    name: `coding ${JSON.stringify(coding)}`,
    bytes: post(`Transfer-Encoding: ${coding}\r\n`, `0\r\n\r\n${SMUGGLED}`),
  })),
  ...[
    "zz\r\n{}\r\n0\r\n\r\n",
    "fffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    "2\n{}\n0\n\n",
    "2;a\nb\r\n{}\r\n0\r\n\r\n",
    "2\r\n{}XX0\r\n\r\n",
    "-2\r\n{}\r\n0\r\n\r\n",
  ].map((body) => ({
    name: `chunks ${JSON.stringify(body)}`,
    bytes: post("Transfer-Encoding: chunked\r\n", body + SMUGGLED),
  })),
  {
    name: "chunks in HTTP/1.0",
    bytes: request(
      "POST /v1/safety/batch HTTP/1.0",
      `${JSON_TYPE}Transfer-Encoding: chunked\r\n`,
      `2\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
    ),
  },
  { name: "a folded header", bytes: get("/v1/stats", "A: b\r\n Content-Length: 5\r\n") },
  {
    name: "a space before the colon",
    bytes: post(`Content-Length : ${SMUGGLED.length}\r\n`, SMUGGLED),
  },
  { name: "a header that begins with a space", bytes: get("/v1/stats", " A: b\r\n") },
  { name: "a bare line feed in a header", bytes: get("/v1/stats", `A: b\n${smuggledLength}`) },
  { name: "a bare carriage return in a header", bytes: get("/v1/stats", `A: b\r${smuggledLength}`) },
  { name: "a header without a colon", bytes: get("/v1/stats", "Content-Length\r\n") },
  { name: "a NUL in a header", bytes: get("/v1/stats", "A: b\0c\r\n") },
  { name: "an empty header name", bytes: get("/v1/stats", ": b\r\n") },
  { name: "no Host", bytes: (key) => `GET /v1/stats HTTP/1.1\r\nX-API-Key: ${key}\r\n${CLOSE}\r\n` },
];

export const SMUGGLING = SMUGGLED_REQUESTS.map((request) => ({ ...request, statuses: [400] }));

/** The runtime answers 505 for an unsupported protocol version. It blames the client, not the server. */
export const REQUEST_LINES: readonly HostileRequest[] = [
  {
    name: "bare line feeds",
    bytes: (key) => `GET /v1/stats HTTP/1.1\nHost: x\nX-API-Key: ${key}\n\n`,
    statuses: [505],
  },
  { name: "a space in the path", bytes: get("/v1/safety/Los Angeles"), statuses: [505] },
  { name: "a NUL in the path", bytes: get("/v1/safety/Irv\0ine"), statuses: [505] },
  { name: "a carriage return in the path", bytes: get("/v1/safety/Irv\rine"), statuses: [505] },
  { name: "HTTP/0.9", bytes: () => "GET /v1/stats\r\n\r\n", statuses: [505] },
  { name: "HTTP/1.2", bytes: request("GET /v1/stats HTTP/1.2", ""), statuses: [505] },
  { name: "HTTP/2.0 by name", bytes: request("GET /v1/stats HTTP/2.0", ""), statuses: [505] },
  { name: "HTTP/2 with prior knowledge", bytes: () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", statuses: [400] },
  {
    name: "two Host headers",
    bytes: get("/v1/stats", "Host: elsewhere.example\r\n"),
    statuses: [400],
  },
  { name: "a TLS hello", bytes: () => Buffer.from("16030100f8010000f40303", "hex"), statuses: [400] },
  { name: "noise", bytes: () => "\x00\x01\x02\x03\r\n\r\n", statuses: [400] },
  { name: "an empty line first", bytes: (key) => `\r\n${get("/v1/stats")(key)}`, statuses: [400] },
  { name: "HTTP/1.0", bytes: request("GET /v1/stats HTTP/1.0", ""), statuses: [200] },
  {
    name: "HTTP/1.0 without Host",
    bytes: (key) => `GET /v1/stats HTTP/1.0\r\nX-API-Key: ${key}\r\n\r\n`,
    statuses: [200],
  },
  { name: "an absolute URI of another host", bytes: get("http://elsewhere.example/v1/stats"), statuses: [200] },
  {
    name: "an upgrade to HTTP/2",
    bytes: get("/v1/stats", "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"),
    statuses: [200],
  },
  {
    name: "an upgrade to a web socket",
    bytes: get(
      "/v1/stats",
      "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n",
    ),
    statuses: [200],
  },
  { name: "an asterisk", bytes: request("OPTIONS * HTTP/1.1", ""), statuses: [400] },
  { name: "no slash", bytes: get("v1/stats"), statuses: [400] },
  { name: "CONNECT", bytes: request("CONNECT elsewhere.example:443 HTTP/1.1", ""), statuses: [400] },
  { name: "TRACE", bytes: request("TRACE /v1/stats HTTP/1.1", ""), statuses: [405] },
  { name: "an unknown method", bytes: request("BREW /v1/stats HTTP/1.1", ""), statuses: [] },
  { name: "a method in lower case", bytes: request("get /v1/stats HTTP/1.1", ""), statuses: [] },
  { name: "a method that is not a token", bytes: request("G@T /v1/stats HTTP/1.1", ""), statuses: [400] },
  { name: "dot segments", bytes: get("/v1/safety/../../../../etc/passwd"), statuses: [404] },
  { name: "encoded dot segments", bytes: get("/v1/safety/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), statuses: [200] },
  { name: "a backslash", bytes: get("/v1\\stats"), statuses: [404] },
  { name: "an empty segment", bytes: get("/v1//stats"), statuses: [404] },
  { name: "20 KB of path", bytes: get(`/v1/safety/${"a".repeat(20_000)}`), statuses: [431] },
  { name: "10 KB of path", bytes: get(`/v1/safety/${"a".repeat(10_000)}`), statuses: [400] },
  { name: "100,000 segments", bytes: get("/a".repeat(100_000)), statuses: [431] },
  { name: "10 KB of query", bytes: get(`/v1/stats?${"a=b&".repeat(2_500)}`), statuses: [200] },
  {
    name: "raw Latin-1 in the path",
    bytes: (key) => Buffer.from(get("/v1/safety/La+Ca\xf1ada")(key), "latin1"),
    statuses: [200],
  },
];

export const HEADERS: readonly HostileRequest[] = [
  { name: "64 KB in one header", bytes: get("/v1/stats", `A: ${"a".repeat(65_536)}\r\n`), statuses: [431] },
  {
    name: "300 headers",
    bytes: get("/v1/stats", Array.from({ length: 300 }, (_, index) => `A${index}: b\r\n`).join("")),
    statuses: [431],
  },
  {
    name: "a key of 1 MB",
    bytes: () => `GET /v1/stats HTTP/1.1\r\nHost: x\r\nX-API-Key: svc_live_${"a".repeat(MIB)}\r\n${CLOSE}\r\n`,
    statuses: [431],
  },
  {
    name: "conditions without end",
    bytes: get("/v1/stats", `If-None-Match: ${'"x", '.repeat(2_000)}"y"\r\n`),
    statuses: [200],
  },
  {
    name: "codings without end",
    bytes: get("/v1/stats", `Accept-Encoding: ${"gzip;q=0.1, ".repeat(1_000)}br\r\n`),
    statuses: [200],
  },
  { name: "a range", bytes: get("/v1/stats", "Range: bytes=0-0,1-1,2-2\r\n"), statuses: [200] },
];

export const BODIES: readonly HostileRequest[] = [
  { name: "100,000 arrays deep", bytes: batch(`{"cities":${"[".repeat(100_000)}`), statuses: [413] },
  {
    name: "as deep as fits, closed",
    bytes: batch(`{"cities":${"[".repeat(30_000)}${"]".repeat(30_000)}}`),
    statuses: [400],
  },
  {
    name: "a gzip bomb",
    bytes: batch(gzipSync(Buffer.alloc(20 * MIB)), "Content-Encoding: gzip\r\n"),
    statuses: [415],
  },
  { name: "2 MB announced", bytes: post(`Content-Length: ${2 * MIB}\r\n`), statuses: [413] },
  { name: "more than 64 KiB announced", bytes: post("Content-Length: 70000\r\n", "{"), statuses: [413] },
  {
    name: "more than 64 KiB in chunks",
    bytes: post("Transfer-Encoding: chunked\r\n", `11170\r\n${" ".repeat(70_000)}\r\n0\r\n\r\n`),
    statuses: [413],
  },
  { name: "an expectation that nobody knows", bytes: batch('{"cities":[]}', "Expect: banana\r\n"), statuses: [417] },
  {
    name: "a GET with a body",
    bytes: request("GET /v1/stats HTTP/1.1", "Content-Length: 5\r\n", "hello"),
    statuses: [200],
  },
  {
    name: "a form of 2 MB for a page",
    bytes: request(
      "POST /sign-in HTTP/1.1",
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${2 * MIB}\r\n`,
    ),
    statuses: [413],
  },
];
