import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { behindProxy, deployedNginx, deployedTlsNginx, startNginx } from "../support/nginx.ts";
import { scratchFolder } from "../support/scratch.ts";

const PATH = "/reset-password?token=SECRET";
const logs = scratchFolder("nginx-logs");
const node = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("page") });
afterAll(() => node.stop(true));

/** nginx.conf with its main log in a file, and its nodes at this address. */
function plain(node: string): string {
  return deployedNginx(node).replace("error_log stderr warn", `error_log ${logs}/main.log info`);
}

const insideDebian = (upstream: string) => deployedTlsNginx(upstream, logs);

/** The lines that nginx has written. */
function written(): readonly string[] {
  return readdirSync(logs)
    .map((name) => join(logs, name))
    .filter((path) => statSync(path).isFile())
    .flatMap((path) => readFileSync(path, "utf8").split("\n"));
}

describe.each([
  ["nginx.conf", async (upstream: string) => plain(upstream)],
  ["nginx-tls.conf in Debian's http block", insideDebian],
  ["nginx-tls.conf there, behind another proxy", async (upstream: string) => behindProxy(await insideDebian(upstream))],
] as const)("%s", (_, configuration) => {
  test("logs neither address, path, nor token: of answers, refusals, limits, and while no node answers", async () => {
    for (const upstream of [`127.0.0.1:${node.port}`, "127.0.0.1:9"]) {
      const nginx = await startNginx(await configuration(upstream));
      const statuses = new Set<number>();
      for (const path of [PATH, "/v1/safety/Compton", "/explore/city/irvine"]) {
        const all = Array.from({ length: 150 }, () => fetch(nginx.url + path).then(({ status }) => status));
        for (const status of await Promise.all(all)) statuses.add(status);
      }
      statuses.add((await fetch(nginx.url + PATH, { headers: { "X-Large": "x".repeat(80_000) } })).status);
      await nginx.stop();
      expect([...statuses].sort()).toEqual(upstream.endsWith(":9") ? [400, 429, 502] : [200, 400, 429]);
    }
    const revealing = /client: |GET |Compton|irvine|SECRET|reset-password|limiting/;
    expect(written().filter((line) => revealing.test(line))).toEqual([]);
  });
});

test("a client's whole IPv6 /64 shares a limit, another /64 and each IPv4 address have their own", async () => {
  const nginx = await startNginx(behindProxy(plain(`127.0.0.1:${node.port}`)));
  const flood = async (addressOf: (at: number) => string) => {
    const statuses = Array.from({ length: 300 }, async (_, at) => {
      const answer = await fetch(`${nginx.url}/explore/x`, { headers: { "X-Forwarded-For": addressOf(at) } });
      return answer.status;
    });
    return (await Promise.all(statuses)).includes(429);
  };
  expect(await flood((at) => `2001:db8:1:2::${at.toString(16)}`)).toBe(true);
  expect(await flood((at) => `2001:db8:2:${at.toString(16)}::1`)).toBe(false);
  expect(await flood((at) => `192.0.${at >> 8}.${at & 255}`)).toBe(false);
  await nginx.stop();
});
