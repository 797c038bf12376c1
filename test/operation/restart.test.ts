import { expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { countedRequests, WIDE_LIMITS } from "../support/counted.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { rounds } from "../support/load.ts";
import { troubleIn } from "../support/log-lines.ts";
import { parseAnswer } from "../support/raw-http.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const RESTARTS = rounds(3, 1_000);
const CLIENTS = 8;

const folder = scratchFolder("restart");
const email = "alice@example.com";

const environment = {
  DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}`,
  PORT: String(await freePort()),
  PLAN_LIMITS: WIDE_LIMITS,
};
const key = await issueKey(environment["DATABASE_URL"] ?? "", { email, plan: "enterprise" });

test(`a retrying client loses no request over ${RESTARTS} restarts under load, and every answer was counted`, async () => {
  let program = await serveProgram(environment);
  const { url } = program;
  const before = await countedRequests(environment, email);
  let running = true;
  const statuses = new Map<number, number>();
  let sent = 0;

  const client = async () => {
    while (running) {
      const { status, tries } = await retried(`${url}/v1/safety/Irvine`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      sent += tries;
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const answered = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
  for (let restart = 0; restart < RESTARTS; restart++) {
    const enough = answered() + 5 * CLIENTS;
    await until("the service is under load", () => answered() >= enough);
    // Every third stop is a crash.
    const signal = restart % 3 === 2 ? "SIGKILL" : "SIGTERM";
    program.kill(signal);
    const exitCode = await program.exited;
    if (signal === "SIGTERM") expect(exitCode).toBe(0);
    expect(troubleIn(program.log())).toEqual([]);
    program = await serveProgram(environment);
  }
  running = false;
  await Promise.all(clients);

  expect([...statuses.keys()]).toEqual([200]);
  const used = (await countedRequests(environment, email)) - before;
  expect(used).toBeGreaterThanOrEqual(answered());
  expect(used).toBeLessThanOrEqual(sent);
});

test("a stop answers requests in flight, refuses new connections, and ends by itself", async () => {
  const program = await serveProgram(environment);
  const body = '{"cities":["Irvine"]}';
  const head = [
    "POST /v1/safety/batch HTTP/1.1",
    "Host: 127.0.0.1",
    `X-API-Key: ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-continue",
  ];
  const socket = connect(Number(environment["PORT"]), "127.0.0.1");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  expect(String((await once(socket, "data"))[0])).toStartWith("HTTP/1.1 100 ");
  program.kill("SIGTERM");
  await until("the service accepts no connection", async () => !(await answers(`${program.url}/readyz`)));
  socket.write(body);
  const answer = parseAnswer(String((await once(socket, "data"))[0]));
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toMatchObject({ results: [{ city: "Irvine", found: true }] });
  expect(await program.exited).toBe(0);
  expect(troubleIn(program.log())).toEqual([]);
});

interface Tried {
  readonly status: number;
  readonly tries: number;
}

/** An idempotent request, retried until it is answered. */
async function retried(url: string): Promise<Tried> {
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(url, { headers: { "X-API-Key": key } });
      await response.arrayBuffer();
      return { status: response.status, tries };
    } catch {
      await Bun.sleep(10);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
