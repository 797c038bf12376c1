import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { safety } from "../support/command.ts";
import { freePort, isFree } from "../support/free-port.ts";
import { logLines } from "../support/log-lines.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { HANG_MS, until } from "../support/until.ts";

setDefaultTimeout(HANG_MS);

const PROCESSES = 3;

let postgres: PostgresServer;
let environment: Readonly<Record<string, string>>;
let program: ServedProgram;

beforeAll(async () => {
  postgres = await startPostgres();
  environment = {
    DATABASE_URL: await postgres.createDatabase(),
    SECRET: "a secret that only the tests know",
    PORT: String(await freePort()),
  };
  program = await startProcesses();
});
afterAll(async () => {
  await program.stop();
  await postgres.stop();
});

function startProcesses(): Promise<ServedProgram> {
  return serveProgram(environment, { args: ["--processes", String(PROCESSES)] });
}

function lines(msg: string) {
  return logLines(program.log()).filter((line) => line.msg === msg);
}

/** The process id of a running worker, the newest one. */
function livingPid(): number {
  const ended = new Set(lines("a process ended").map(({ pid }) => pid));
  const living = lines("started").filter(({ pid }) => !ended.has(pid));
  return Number(living.at(-1)?.["pid"]);
}

function answers(): Promise<boolean> {
  return fetch(`${program.url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test("a second service on the same port is refused, and the first one keeps running", async () => {
  const second = await safety(environment, "serve", "--processes", "2");
  expect([second.exitCode, second.note]).toEqual([1, expect.stringContaining("another program is listening there")]);
  expect(lines("a process ended")).toEqual([]);
  expect(await answers()).toBe(true);
});

test("a killed worker is replaced, and the log has both events", async () => {
  const pid = livingPid();
  process.kill(pid, "SIGKILL");
  await until("another worker starts", () => lines("started").length > PROCESSES);
  expect(lines("a process ended")).toMatchObject([{ level: "error", pid, signal: expect.anything() }]);
  expect(lines("started a process to replace one that ended")).toHaveLength(1);
});

// Runs at the same time as the next ones, which have their own service: this one waits for restarts with growing
// delays.
test.concurrent("workers that cannot start while the store is unavailable do not stop others, and start when it is back", async () => {
  const before = { ended: lines("a process ended").length, started: lines("started").length };
  await postgres.kill();
  process.kill(livingPid(), "SIGKILL");
  // More failed starts than allowed for a service that has never run.
  await until("five starts fail", () => lines("a process ended").length >= before.ended + 5);
  expect(await answers()).toBe(true);
  await postgres.start();
  await until("a worker starts", () => lines("started").length > before.started);
  await until("the service is ready", async () => (await fetch(`${program.url}/readyz`)).status === 200);
});

// With three processes, the third failed start is also the end of the last worker.
test.concurrent.each([2, 3])("if none of %i processes was ever able to start, the service ends", async (count) => {
  const nowhere = { ...environment, PORT: String(await freePort()), DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
  const { exitCode, note } = await safety(nowhere, "serve", "--processes", String(count));
  expect([exitCode, note]).toEqual([1, expect.stringContaining("The processes do not start")]);
});

test("workers end if their supervisor is killed, and free the port", async () => {
  program.kill("SIGKILL");
  await program.exited;
  await until("the port is free", () => isFree(Number(environment["PORT"])));
  program = await startProcesses();
  expect(await answers()).toBe(true);
});
