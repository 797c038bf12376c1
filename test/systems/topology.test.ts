import { afterAll, expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { SECRET } from "../support/command.ts";
import { countedRequests, WIDE_LIMITS } from "../support/counted.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { rounds } from "../support/load.ts";
import { behindProxy, deployedNginx, startNginx } from "../support/nginx.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { emptyStoreUrl } from "../support/stores.ts";
import { until } from "../support/until.ts";

const CLIENTS = 8;
const ROUNDS = 3;
const RESTARTS = rounds(6, 24);
const REQUESTS = rounds(1_200, 20_000);
const nodes: ServedProgram[] = [];

const DATABASE_URL = await emptyStoreUrl("postgres");
const environment = { DATABASE_URL, SECRET, PLAN_LIMITS: WIDE_LIMITS, TRUST_PROXY: "true" };
const ports = [await freePort(), await freePort()];
for (const port of ports) nodes.push(await startNode(port));
const key = await issueKey(DATABASE_URL, { plan: "enterprise" });
const configuration = behindProxy(deployedNginx(`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`));
const nginx = await startNginx(configuration);
const url = nginx.url;

afterAll(async () => {
  await nginx.stop();
  for (const node of nodes) await node.stop();
});

function startNode(port: number): Promise<ServedProgram> {
  return serveProgram({ ...environment, PORT: String(port), IDLE_TIMEOUT_S: "75" }, { runsOn: true });
}

async function ask(base: string): Promise<number> {
  const response = await fetch(`${base}/v1/safety/Irvine`, { headers: { "X-API-Key": key } });
  await response.arrayBuffer();
  return response.status;
}

/** An idempotent read that is retried once if it fails. */
async function read(): Promise<number> {
  const status = await ask(url).catch(() => 0);
  return status === 200 ? status : ask(url).catch(() => 0);
}

/** Sends requests with several clients during `work`, and counts them by result. `more` waits for more answers. */
async function underLoad(
  request: (client: number) => Promise<string>,
  work: (more: (count: number) => Promise<void>) => Promise<void>,
) {
  let running = true;
  let answered = 0;
  const results = new Set<string>();
  const client = async (index: number) => {
    while (running) {
      results.add(await request(index));
      answered++;
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  await work(async (count) => {
    const enough = answered + count;
    await until("the nodes are under load", () => answered >= enough);
  });
  running = false;
  await Promise.all(clients);
  return { answered, results: [...results].toSorted() };
}

test("if a node is killed, stopped, or restarted under load, a client that retries once loses no read", async () => {
  const { answered, results } = await underLoad(
    async () => String(await read()),
    async (more) => {
      for (let round = 0; round < ROUNDS; round++) {
        const index = round % 2;
        await more(10 * CLIENTS);
        nodes[index]?.kill(round === 1 ? "SIGTERM" : "SIGKILL");
        await nodes[index]?.exited;
        await more(10 * CLIENTS);
        nodes[index] = await startNode(ports[index] ?? 0);
      }
      await more(10 * CLIENTS);
    },
  );
  expect(results).toEqual(["200"]);
  expect(await countedRequests(environment)).toBeGreaterThanOrEqual(answered);
});

test("a rolling restart fails no request, POST included, though no client retries", async () => {
  const body = JSON.stringify({ cities: ["Irvine", "Fresno"] });
  let sent = 0;
  const request = (client: number) => {
    // From many networks, because one may send only so many batches.
    const address = `10.1.${(++sent >> 8) & 255}.${sent & 255}`;
    const headers = { "X-API-Key": key, "Content-Type": "application/json", "X-Forwarded-For": address };
    const isPost = client % 2 === 0;
    const method = isPost ? "POST" : "GET";
    const path = isPost ? "/v1/safety/batch" : "/v1/safety/Irvine";
    return fetch(url + path, { method, headers, ...(isPost ? { body } : {}) }).then(
      async (response) => `${method} ${response.status}${(await response.text()) === "" ? " empty" : ""}`,
      (error: unknown) => `${method} ${String(error)}`,
    );
  };
  const { results } = await underLoad(request, async (more) => {
    for (let restart = 0; restart < RESTARTS; restart++) {
      const index = restart % 2;
      await more(REQUESTS / RESTARTS);
      nodes[index]?.kill("SIGTERM");
      expect(await nodes[index]?.exited).toBe(0);
      nodes[index] = await startNode(ports[index] ?? 0);
    }
  });
  expect(results).toEqual(["GET 200", "POST 200"]);
});

test("a hung node is left out, and a 503 moves to the healthy one", async () => {
  const [hung, healthy = ""] = [nodes[0]?.pid ?? 0, `127.0.0.1:${ports[1]}`];
  process.kill(hung, "SIGSTOP");
  // In turn, so that each request to the hung node delays all later ones: at most the first and one a second wait.
  const statuses = new Set<number>();
  for (let request = 0; request < 400; request++) statuses.add(await ask(url));
  process.kill(hung, "SIGCONT");
  expect([...statuses]).toEqual([200]);

  await using refusing = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(null, { status: 503 }),
  });
  const other = await startNginx(deployedNginx(`127.0.0.1:${refusing.port}`, healthy));
  for (let request = 0; request < 20; request++) expect(await ask(other.url)).toBe(200);
  await other.stop();
});

test("unusual paths reach the nodes byte for byte", async () => {
  const statusOf = async (path: string) => (await fetch(url + path, { headers: { "X-API-Key": key } })).status;
  expect(await statusOf("/v1/safety/%")).toBe(400);
  expect(await statusOf("/v1//stats")).toBe(404);
  expect(await statusOf("/v1/safety/La+Ca%C3%B1ada+Flintridge")).toBe(200);
});

test("the balancer answers Expect: 100-continue in any letter case, so clients that wait for it send their body", async () => {
  const body = '{"cities":["Irvine"]}';
  const head = [
    "POST /v1/safety/batch HTTP/1.1",
    "Host: safety.example",
    `X-API-Key: ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-Continue",
    "Connection: close",
  ];
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.setEncoding("utf8");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const [interim] = await once(socket, "data");
  expect(interim).toStartWith("HTTP/1.1 100 Continue");
  socket.write(body);
  const [answer] = await once(socket, "data");
  expect(answer).toStartWith("HTTP/1.1 200");
});

test.each([
  ["/mcp", { method: "POST", headers: { "X-API-Key": "svc_live_x" } }, 403, 20],
  ["/v1/locate/batch", { method: "POST", headers: { "X-API-Key": "svc_live_x" } }, 403, 40],
  ["/suggestions.json?q=irvne", {}, 200, 100],
] as const)(
  "one address that floods %s is held back by the balancer, and the other paths are not",
  async (path, init, status, burst) => {
    const flood = () => fetch(url + path, init);
    const statuses = new Map<number, number>();
    // More than are refilled while they are sent, however slow the machine is.
    for (let round = 0; round < 100 && !statuses.has(429); round++) {
      for (const response of await Promise.all(Array.from({ length: 300 }, flood))) {
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status !== 429) continue;
        expect(response.headers.get("Retry-After")).toBe("1");
        expect(await response.json()).toMatchObject({ status: 429 });
      }
    }
    expect([...statuses.keys()].sort()).toEqual([status, 429]);
    expect(statuses.get(status)).toBeGreaterThanOrEqual(burst);
    expect(await read()).toBe(200);
  },
);

test("without nodes, and for a request that it refuses, the balancer answers with a problem", async () => {
  const balancer = await startNginx(configuration.replace(/127\.0\.0\.1:\d+ max_fails/g, "127.0.0.1:9 max_fails"));
  const problem = async (answer: Response) => ({
    ...JSON.parse(await answer.text()),
    contentType: answer.headers.get("Content-Type"),
    retryAfter: answer.headers.get("Retry-After"),
  });
  expect(await problem(await fetch(`${balancer.url}/v1/stats`))).toMatchObject({
    status: 502,
    title: "No node of the service answers",
    contentType: "application/problem+json",
    retryAfter: "1",
  });
  const large = await fetch(`${balancer.url}/v1/safety/batch`, { method: "POST", body: "x".repeat(1_048_577) });
  expect([large.status, await problem(large)]).toMatchObject([
    413,
    { status: 413, contentType: "application/problem+json", retryAfter: null },
  ]);
  await balancer.stop();
});
