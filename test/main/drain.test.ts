import { expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { logLines } from "../support/log-lines.ts";
import { scratchFolder } from "../support/scratch.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const ROOT = join(import.meta.dir, "../..");
/** Longer than any test: a drain that ends earlier was cut short. */
const LONG_DRAIN = { DRAIN_S: "600" };

/** Longer than two signals that count as one. */
const BETWEEN_SIGNALS_MS = 700;

async function stoppingProgram(environment: Readonly<Record<string, string>>): Promise<ServedProgram> {
  const program = await serveProgram(environment);
  program.kill("SIGTERM");
  await until("the service is not ready", async () => (await fetch(`${program.url}/readyz`)).status === 503);
  return program;
}

test("a drain ends by itself; a client that reuses its connection is asked to close it, and sees no reset", async () => {
  const program = await stoppingProgram({ DRAIN_S: "2" });
  const port = Number(new URL(program.url).port);
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  let failure: Error | null = null;
  socket.on("data", (data) => {
    answer += String(data);
  });
  socket.on("error", (error) => {
    failure = error;
  });
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "close");
  expect([answer.split("\r\n")[0], failure]).toEqual(["HTTP/1.1 200 OK", null]);
  expect(answer).toMatch(/^connection: close$/im);
  expect(await program.exited).toBe(0);
  expect(logLines(program.log()).map(({ msg }) => msg)).toEqual([
    "created a new store",
    "started",
    "stopping",
    "stopped",
  ]);
});

test("a draining service answers though it is not ready; two simultaneous signals count as one, a later one ends it", async () => {
  let program: ServedProgram | undefined;
  // On a slow machine more time than allowed may pass between the two; then they are sent to another service.
  await until("two simultaneous signals count as one", async () => {
    program = await stoppingProgram(LONG_DRAIN);
    program.kill("SIGINT");
    await Bun.sleep(BETWEEN_SIGNALS_MS);
    return fetch(`${program.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  const headers = { "X-API-Key": await issueKey(program?.databaseUrl ?? "") };
  const statusOf = async (path: string) => (await fetch(`${program?.url}${path}`, { headers })).status;
  expect([await statusOf("/readyz"), await statusOf("/v1/stats")]).toEqual([503, 200]);
  program?.kill("SIGTERM");
  expect(await program?.exited).toBe(0);
});

test("a second signal does not wait for a client that never sends its body", async () => {
  const port = await freePort();
  const program = await serveProgram({ PORT: String(port), IDLE_TIMEOUT_S: "255" });
  const key = await issueKey(program.databaseUrl);
  const socket = connect(port, "127.0.0.1");
  const head = ["Host: x", `X-API-Key: ${key}`, "Content-Type: application/json", "Content-Length: 9"];
  socket.write(`POST /v1/safety/batch HTTP/1.1\r\n${head.join("\r\n")}\r\nExpect: 100-continue\r\n\r\n`);
  expect(String((await once(socket, "data"))[0])).toStartWith("HTTP/1.1 100 ");
  program.kill("SIGTERM");
  const isStopping = () => logLines(program.log()).some(({ msg }) => msg === "stopping");
  await until("the service is stopping", isStopping);
  await Bun.sleep(BETWEEN_SIGNALS_MS);
  program.kill("SIGTERM");
  expect(await program.exited).toBe(0);
  socket.destroy();
});

test("stopping npm stops the server that `npm start` started", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const store = join(scratchFolder("npm"), "store.sqlite");
  const npm = Bun.spawn(["npm", "start"], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: String(port), DATABASE_URL: `sqlite:${store}` },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("the server answers", answers);
  npm.kill("SIGTERM");
  await npm.exited;
  await until("the server no longer answers", async () => !(await answers()));
});
