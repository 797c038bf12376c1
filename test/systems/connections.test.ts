import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { issueKey } from "../support/issue-key.ts";
import { troubleIn } from "../support/log-lines.ts";
import { exchangeBytes } from "../support/raw-http.ts";
import { serveProgram } from "../support/served-program.ts";

const IDLE_CONNECTIONS = 2_000;

const program = await serveProgram({ IDLE_TIMEOUT_S: "1" });
const port = Number(new URL(program.url).port);
const key = await issueKey(program.databaseUrl, { plan: "enterprise" });
const head = `Host: x\r\nX-API-Key: ${key}\r\n`;

/** A connection that this end keeps open, and everything received until the server closes it. */
function open(first: string): { readonly socket: Socket; readonly closed: Promise<string> } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.on("data", (data) => {
    received += data.toString();
  });
  socket.on("end", () => {
    socket.destroy();
    resolve(received);
  });
  socket.on("error", () => resolve(received));
  socket.write(first);
  return { socket, closed: promise };
}

/** Sends a byte at intervals until the server closes the connection. */
async function drip(first: string): Promise<string> {
  const { socket, closed } = open(first);
  const timer = setInterval(() => socket.write("a"), 200);
  return closed.finally(() => clearInterval(timer));
}

function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / 1024;
}

function ask(): Promise<Response> {
  return fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } });
}

test.concurrent("slow headers, slow bodies, and silence end with a closed connection, even if a byte is sent at intervals", async () => {
  const post = `POST /v1/safety/batch HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const answers = await Promise.all([
    open(" ").closed,
    open("GET /v1/stats HTTP/1.1\r\nHos").closed,
    drip(`GET /v1/stats HTTP/1.1\r\n${head}A: `),
    open(post).closed,
    drip(post),
    open(`POST /sign-in HTTP/1.1\r\n${head}Content-Length: 1000\r\n\r\n`).closed,
  ]);
  for (const answer of answers) expect(answer).not.toContain("HTTP/1.1 2");
  for (const answer of answers) expect(answer).not.toContain("HTTP/1.1 5");
});

test.concurrent(`with ${IDLE_CONNECTIONS} idle connections requests are answered, and the idle ones are eventually closed`, async () => {
  const idle = Array.from({ length: IDLE_CONNECTIONS }, () => open("GET /v1"));
  for (let asked = 0; asked < 20; asked++) expect((await ask()).status).toBe(200);
  expect(await Promise.all(idle.map(({ closed }) => closed))).toEqual(idle.map(() => ""));
  expect((await ask()).status).toBe(200);
});

test("the connection of a page is closed as soon as an idle one, although a page may wait longer for its turn", async () => {
  const page = open("GET /pricing HTTP/1.1\r\nHost: x\r\n\r\n");
  const startedMs = performance.now();
  expect(await page.closed).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(performance.now() - startedMs).toBeLessThan(30_000);
});

test("a half-closed connection with a complete request is answered, one with an incomplete request is closed", async () => {
  const whole = open(`GET /v1/stats HTTP/1.1\r\n${head}\r\n`);
  const part = open("GET /v1/stats HTTP/1.1\r\nHo");
  whole.socket.end();
  part.socket.end();
  expect(await whole.closed).toMatch(/^(HTTP\/1\.1 200 OK|$)/);
  expect(await part.closed).toBe("");
});

test("pipelined requests are answered in order or the connection is closed, never mixed", async () => {
  const requests = ["/v1/safety/Irvine", "/v1/stats", "/v1/safety/Fresno"].map(
    (path) => `GET ${path} HTTP/1.1\r\n${head}\r\n`,
  );
  const answer = await exchangeBytes(port, [requests.join("")]).catch(() => "");
  const order = ['"city":"Irvine"', '"grade_distribution"', '"city":"Fresno"'].map((part) => answer.indexOf(part));
  const answered = order.filter((index) => index >= 0);
  expect(order.slice(0, answered.length)).toEqual(answered.toSorted((left, right) => left - right));
  expect(answer.match(/HTTP\/1\.1 200/g) ?? []).toHaveLength(answered.length);
});

test("Expect: 100-continue gets 100, and an answer once the body has arrived", async () => {
  const body = '{"cities":["Irvine"]}';
  const { socket, closed } = open(
    `POST /v1/safety/batch HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  socket.once("data", () => socket.write(body));
  expect(await closed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
});

/** Requests of many connections that never end, with the kind of length that they state. */
const UNFINISHED = [
  ["a stated length", "Content-Length: 1048000", Buffer.alloc(1_040_000, "a")],
  ["the longest length that is not refused at once", "Content-Length: 81920", Buffer.alloc(81_900, "a")],
  ["chunks", "Transfer-Encoding: chunked", Buffer.concat([Buffer.from("fde80\r\n"), Buffer.alloc(1_040_000, "a")])],
] as const;
const UPLOADS = 900;

test.each(UNFINISHED)(`${UPLOADS} unfinished posts with %s take less than 100 MB`, async (_name, length, body) => {
  // The first page loads the libraries of the pages.
  await fetch(`${program.url}/sign-in`);
  const before = residentMb(program.pid);
  let most = before;
  for (const path of ["/sign-in", "/search", "/v1/safety/batch", "/mcp", "/nothing"]) {
    const sockets: Socket[] = [];
    for (let sent = 0; sent < UPLOADS / 5; sent++) {
      const type = path.startsWith("/sign") ? "application/x-www-form-urlencoded" : "application/json";
      const { socket } = open(`POST ${path} HTTP/1.1\r\n${head}Content-Type: ${type}\r\n${length}\r\n\r\n`);
      socket.write(body);
      sockets.push(socket);
      if (sent % 20 === 0) await Bun.sleep(1);
      most = Math.max(most, residentMb(program.pid));
    }
    expect((await ask()).status).toBe(200);
    most = Math.max(most, residentMb(program.pid));
    for (const socket of sockets) socket.destroy();
  }
  expect(most - before).toBeLessThan(100);
});

test("clients that disconnect in the middle leave nothing behind", async () => {
  for (let round = 0; round < 200; round++) {
    const { socket } = open(
      `POST /v1/safety/batch HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"cit`,
    );
    await Bun.sleep(1);
    socket.resetAndDestroy();
  }
  expect((await ask()).status).toBe(200);
  expect(troubleIn(program.log())).toEqual([]);
});
