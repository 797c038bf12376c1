import { afterAll, describe, expect, test } from "bun:test";
import { OPERATIONS } from "../../src/api/operations.ts";
import { DOCUMENTS } from "../../src/site/docs/documents.ts";
import { PAGES } from "../../src/site/pages.ts";
import { URLS } from "../../src/site/ui/urls.ts";
import { behindProxy, deployedNginx, deployedTlsNginx, startNginx, withIncludes } from "../support/nginx.ts";
import { exchangeBytes, parseAnswer } from "../support/raw-http.ts";
import { scratchFolder } from "../support/scratch.ts";

/** Answers with the status that the header X-Answer asks for, and counts requests by client. */
const received = new Map<string, number>();
const node = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const client = request.headers.get("X-Forwarded-For") ?? "";
    received.set(client, (received.get(client) ?? 0) + 1);
    return new Response("x".repeat(Number(request.headers.get("X-Size") ?? 600)), {
      status: Number(request.headers.get("X-Answer") ?? 200),
    });
  },
});
afterAll(() => node.stop(true));

/** Bursts of a few requests instead of hundreds, so that a test can exceed each of them. */
const BURST = 3;
const FLOOD = 8;
const MAX_ROUNDS = 20;

function withSmallBursts(configuration: string): string {
  return withIncludes(behindProxy(configuration))
    .replaceAll(/burst=\d+/g, `burst=${BURST}`)
    .replaceAll(/limit_conn requests \d+/g, `limit_conn requests ${BURST}`);
}

const upstream = `127.0.0.1:${node.port}`;
const samples = [
  ["nginx.conf", withSmallBursts(deployedNginx(upstream))],
  ["nginx-tls.conf", withSmallBursts(await deployedTlsNginx(upstream, scratchFolder("nginx-logs")))],
] as const;

const filled = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, "x");
const withSlash = (path: string) => (path.endsWith("/") ? [path] : [path, `${path}/`]);
const pathsOf = (paths: readonly string[]) => [...new Set(paths.map(filled).flatMap(withSlash))];

/** What anyone may ask for without a key, and what one request with a key may ask for much of. */
const LIMITED = pathsOf([
  ...PAGES.map(({ path }) => path),
  ...Object.values(URLS),
  ...Object.keys(DOCUMENTS),
  ...OPERATIONS.flatMap(({ path, method }) => (method === "POST" ? [path] : [])),
  "/mcp",
]);
const LOOKUPS = pathsOf(OPERATIONS.map(({ path }) => path));

let clients = 0;
/** A client that no other flood has. */
function newClient(): string {
  const number = ++clients;
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

async function statusOf(url: string, client: string, answer: number): Promise<number> {
  const headers = { "X-Forwarded-For": client, "X-Answer": String(answer) };
  const response = await fetch(url, { headers, redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
}

/** The statuses of requests at the same time, repeated until one is over the limit. */
async function flood(url: string, answer: number): Promise<{ readonly client: string; readonly statuses: number[] }> {
  const client = newClient();
  const statuses = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS && !statuses.has(429); round++) {
    const all = Array.from({ length: FLOOD }, () => statusOf(url, client, answer));
    for (const status of await Promise.all(all)) statuses.add(status);
  }
  return { client, statuses: [...statuses].toSorted() };
}

async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 30 }, worker));
}

describe.each(samples)("%s", (_, configuration) => {
  test("limits each kind of public work for one network, with and without a slash at the end", async () => {
    await using nginx = await startNginx(configuration);
    const unlimited: string[] = [];
    await atOnce(LIMITED, async (path) => {
      const { client, statuses } = await flood(nginx.url + path, 200);
      if (statuses.join() !== "200,429" || (received.get(client) ?? 0) >= FLOOD * MAX_ROUNDS) unlimited.push(path);
    });
    expect(LIMITED.length).toBeGreaterThan(100);
    expect(unlimited).toEqual([]);
  });

  test.each([401, 403])(
    "holds a network back that gets many answers %p from the API, and no client whose key is valid",
    async (answer) => {
      await using nginx = await startNginx(configuration);
      const unlimited: string[] = [];
      await atOnce(LOOKUPS, async (path) => {
        const { statuses } = await flood(nginx.url + path, answer);
        if (statuses.join() !== `${answer},429`) unlimited.push(path);
      });
      expect(unlimited).toEqual([]);
      const client = newClient();
      const valid = new Set<number>();
      for (let request = 0; request < 2 * FLOOD; request++) {
        valid.add(await statusOf(`${nginx.url}/v1/safety/Irvine`, client, 200));
      }
      expect([...valid]).toEqual([200]);
    },
  );

  test.each([
    [401, 429],
    [403, 429],
    [404, 404],
  ])("while it still reads answers %p, its next request is answered %p", async (answer, next) => {
    await using nginx = await startNginx(configuration);
    const client = newClient();
    const end = new AbortController();
    // Takes 20 seconds if it is sent slowly.
    const headers = { "X-Forwarded-For": client, "X-Answer": String(answer), "X-Size": "5000" };
    const reading: Response[] = [];
    while (reading.length < BURST) {
      reading.push(await fetch(`${nginx.url}/v1/safety/Irvine`, { headers, signal: end.signal }));
    }
    expect(reading.map(({ status }) => status)).toEqual([answer, answer, answer]);
    expect(await statusOf(`${nginx.url}/v1/safety/Irvine`, client, answer)).toBe(next);
    end.abort();
  });

  test("refuses a path with a backslash, which a node would read as a slash, and so as a path with another limit", async () => {
    await using nginx = await startNginx(configuration);
    const { hostname, port } = new URL(nginx.url);
    const ask = async (target: string) => {
      const client = newClient();
      const head = `GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nX-Forwarded-For: ${client}\r\nConnection: close\r\n\r\n`;
      const { status, body } = parseAnswer(await exchangeBytes(Number(port), [head]));
      return { status, body, passed: received.get(client) ?? 0 };
    };
    const hidden = [
      "/assets/..\\search?q=a",
      "/assets/%2e%2e\\search",
      "/v1/locate\\batch",
      "/v1/locate/batch\\",
      "/mcp\\",
    ];
    for (const target of hidden) {
      const { body, ...refused } = await ask(target);
      expect([target, refused]).toEqual([target, { status: 400, passed: 0 }]);
      expect(JSON.parse(body)).toMatchObject({ title: "Bad request", status: 400 });
    }
    for (const target of ["/search?q=a\\b", "/v1/safety/a%5Cb", "/assets/x"]) {
      const { status, passed } = await ask(target);
      expect([target, status, passed]).toEqual([target, 200, 1]);
    }
  });

  test("passes the assets of a page and the API's other answers on without a limit", async () => {
    await using nginx = await startNginx(configuration);
    for (const [path, answer] of [
      ["/assets/style.0123456789.css", 200],
      ["/v1/safety/Irvine", 404],
    ] as const) {
      const client = newClient();
      for (let request = 0; request < 2 * FLOOD; request++) {
        expect(await statusOf(nginx.url + path, client, answer)).toBe(answer);
      }
    }
  });
});
