import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { deployedNginx, startNginx } from "../support/nginx.ts";
import { scratchFolder } from "../support/scratch.ts";

const DEPLOY = join(import.meta.dir, "../../deploy");
const PATH = "/reset-password?token=SECRET";
const logs = scratchFolder("nginx-logs");
const node = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("page") });
afterAll(() => node.stop(true));

/** nginx.conf with its main log in a file, and its nodes at this address. */
function plain(node: string): string {
  return deployedNginx(node).replace("error_log stderr warn", `error_log ${logs}/main.log info`);
}

/** nginx-tls.conf inside the `http` block that Debian installs, which logs requests and errors. */
async function insideDebian(upstream: string): Promise<string> {
  const folder = scratchFolder("certificate");
  const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2";
  await outputOf(["openssl", ...words.split(" "), "-keyout", "privkey.pem", "-out", "fullchain.pem"], { cwd: folder });
  const tls = readFileSync(join(DEPLOY, "nginx-tls.conf"), "utf8")
    .replaceAll("/etc/letsencrypt/live/safety.example.com", folder)
    // The support for tests looks for a plain port.
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${await freePort()} ssl http2;\n  listen 8000;`)
    .replaceAll("server 127.0.0.1:8080", `server ${upstream}`);
  return readFileSync("/etc/nginx/nginx.conf", "utf8")
    .replace("user www-data;", "")
    .replace(/^pid .*$/m, "")
    .replace(/^include .*modules-enabled.*$/m, "")
    .replaceAll("/var/log/nginx", logs)
    .replace("include /etc/nginx/conf.d/*.conf;", tls)
    .replace("include /etc/nginx/sites-enabled/*;", "");
}

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
  [
    "nginx-tls.conf there, behind another proxy",
    async (upstream: string) => (await insideDebian(upstream)).replace(/^# ((?:set_)?real_ip\w+ .+;)$/gm, "$1"),
  ],
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
  const echo = plain(`127.0.0.1:${node.port}`).replace(
    "# real_ip_header X-Forwarded-For;",
    "real_ip_header X-Forwarded-For;\n  set_real_ip_from 127.0.0.1;",
  );
  const nginx = await startNginx(echo);
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
