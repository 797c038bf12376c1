import { afterAll, expect, test } from "bun:test";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const DESCRIPTORS = 256;
const CONNECTIONS = 400;
const CARD = "/explore/city/irvine/card.png";

const program = await serveProgram({}, { prefix: ["prlimit", `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`] });
const port = Number(new URL(program.url).port);
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

function open(): Socket {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  sockets.push(socket);
  return socket;
}

test("a thread that is about to start while no file descriptor is free does not end the service", async () => {
  // The code of the pages is already loaded, and a connection for the requests is open.
  expect((await fetch(`${program.url}/explore/city/irvine/badge.svg`)).status).toBe(200);
  const first = open();
  await once(first, "connect");
  first.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(first, "data");
  while (sockets.length < CONNECTIONS) open();
  await until("no file descriptor is free", () => readdirSync(`/proc/${program.pid}/fd`).length >= DESCRIPTORS);
  first.write(`GET ${CARD} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [head] = await Promise.race([once(first, "data"), program.exited.then(() => [program.log()])]);
  expect(String(head)).toStartWith("HTTP/1.1 503 ");
  for (const socket of sockets) socket.destroy();

  const key = /svc_test_\w+/.exec(program.greeting)?.[0] ?? "";
  const answer = await fetch(`${program.url}/v1/safety/Irvine`, { headers: { "X-API-Key": key } });
  expect([answer.status, await answer.json()]).toMatchObject([200, { found: true }]);
  await until("the card is served again", async () => (await fetch(program.url + CARD)).status === 200);
});
