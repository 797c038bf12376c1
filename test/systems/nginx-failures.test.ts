import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deployedNginx, deployedTlsNginx, startNginx, withIncludes } from "../support/nginx.ts";
import { scratchFolder } from "../support/scratch.ts";

/** Two nodes that answer alike and count what they get. */
let answer = async () => new Response();
let received = 0;
const nodes = [1, 2].map(() =>
  Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    fetch() {
      received++;
      return answer();
    },
  }),
);
const [one = "", other = ""] = nodes.map(({ port }) => `127.0.0.1:${port}`);
afterAll(() => Promise.all(nodes.map((node) => node.stop(true))));

const balancer = withIncludes(deployedNginx(one, other));
const forOneNode = withIncludes(await deployedTlsNginx(one, scratchFolder("nginx-logs")));

test.each([
  ["nginx.conf", balancer],
  ["nginx-tls.conf", forOneNode],
])("%s answers 503 while the nodes do, as when their store is down, and never 502", async (_, configuration) => {
  await using nginx = await startNginx(configuration);
  answer = async () => new Response(null, { status: 503, headers: { "Retry-After": "1" } });
  const seen = new Set<string>();
  for (let round = 0; round < 20; round++) {
    for (const [path, method] of [
      ["/v1/safety/Irvine", "GET"],
      ["/v1/safety/batch", "POST"],
      ["/search?q=x", "GET"],
    ] as const) {
      const response = await fetch(nginx.url + path, { method, ...(method === "POST" ? { body: "{}" } : {}) });
      seen.add(`${response.status} ${response.headers.get("Retry-After")}`);
    }
  }
  expect([...seen]).toEqual(["503 1"]);
});

/** Its long times shortened, all by the same factor. */
function hurried(configuration: string): string {
  return configuration.replaceAll(
    /(proxy_(?:read|next_upstream)_timeout) (\d+)s/g,
    (_, name, seconds) => `${name} ${Number(seconds) * 20}ms`,
  );
}

test("a form, a page, a batch, or a tool call that was sent and not answered in time is not sent to another node", async () => {
  await using nginx = await startNginx(hurried(balancer));
  const end = Promise.withResolvers<void>();
  answer = () => end.promise.then(() => new Response());
  for (const [path, method] of [
    ["/search?q=x", "GET"],
    ["/report", "POST"],
    ["/v1/safety/batch", "POST"],
    ["/v1/us/safety/batch/", "POST"],
    ["/mcp", "POST"],
  ] as const) {
    received = 0;
    const { status } = await fetch(nginx.url + path, { method, ...(method === "POST" ? { body: "{}" } : {}) });
    expect([path, status, received]).toEqual([path, 504, 1]);
  }
  end.resolve();
});

test("a batch whose node ends before it answers is answered by the other node", async () => {
  const broken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: (socket) => void socket.end() } });
  answer = async () => new Response("answered");
  await using nginx = await startNginx(withIncludes(deployedNginx(`127.0.0.1:${broken.port}`, other)));
  for (let request = 0; request < 4; request++) {
    const response = await fetch(`${nginx.url}/v1/safety/batch`, { method: "POST", body: "{}" });
    expect([response.status, await response.text()]).toEqual([200, "answered"]);
  }
  broken.stop(true);
});

test("port 80 of the TLS sample leads to the same address with TLS, at the site's own name", async () => {
  await using _ = await startNginx(forOneNode);
  const port = /listen 127\.0\.0\.1:(\d+);\s+server_name/.exec(forOneNode)?.[1];
  const headers = { Host: "attacker.example" };
  for (const [path, method] of [
    ["/search?q=%20x", "GET"],
    ["/v1/safety/batch", "POST"],
  ] as const) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, redirect: "manual" });
    expect(response.status).toBe(308);
    expect(response.headers.get("Location")).toBe(`https://safety.example.com${path}`);
  }
});

test("the log of refusals, if it is on, has a line for each refusal: time, address, and status", async () => {
  const log = join(scratchFolder("refused"), "refused.log");
  const on = /^\s*# (access_log .+refused\.log refused if=\$is_refused;)\n\s*access_log off;/m;
  const configuration = balancer.replace(on, "$1").replace("/var/log/safety-refused/refused.log", log);
  expect(configuration).not.toBe(balancer);
  const nginx = await startNginx(configuration);
  for (const status of [200, 401, 403, 404]) {
    answer = async () => new Response(null, { status });
    await fetch(`${nginx.url}/v1/safety/Compton?token=SECRET`, { headers: { "X-API-Key": "svc_live_x" } });
  }
  const flood = Array.from({ length: 300 }, () => fetch(`${nginx.url}/search?q=Compton`));
  await Promise.all(flood);
  await nginx.stop();
  const lines = readFileSync(log, "utf8").trim().split("\n");
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d 127\.0\.0\.1 (401|403|429)$/);
  expect(new Set(lines.map((line) => line.slice(-3)))).toEqual(new Set(["401", "403", "429"]));
});
