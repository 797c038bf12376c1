import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "./command.ts";
import { freePort } from "./free-port.ts";
import { scratchFolder } from "./scratch.ts";
import { until } from "./until.ts";

/** Debian installs servers outside the path of ordinary users. */
const ENVIRONMENT = { PATH: `${process.env["PATH"]}:/usr/sbin` };

export interface RunningNginx extends AsyncDisposable {
  readonly url: string;
  stop(): Promise<void>;
}

/** The deployed nginx.conf with its nodes at these addresses. */
export function deployedNginx(one: string, other = one): string {
  const deployed = readFileSync(new URL("../../deploy/nginx.conf", import.meta.url), "utf8");
  return deployed.replaceAll("node-1:8080", one).replaceAll("node-2:8080", other);
}

/**
 * The deployed nginx-tls.conf with its node at this address, and a port without TLS for tests, inside the `http` block that
 * Debian installs. That block logs requests and errors, into `logs`.
 */
export async function deployedTlsNginx(node: string, logs: string): Promise<string> {
  const folder = scratchFolder("certificate");
  const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2";
  await outputOf(["openssl", ...words.split(" "), "-keyout", "privkey.pem", "-out", "fullchain.pem"], { cwd: folder });
  const tls = readFileSync(new URL("../../deploy/nginx-tls.conf", import.meta.url), "utf8")
    .replaceAll("/etc/letsencrypt/live/safety.example.com", folder)
    .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${await freePort()} ssl http2;\n  listen 8000;`)
    .replaceAll("server 127.0.0.1:8080", `server ${node}`);
  return readFileSync("/etc/nginx/nginx.conf", "utf8")
    .replace("user www-data;", "")
    .replace(/^pid .*$/m, "")
    .replace(/^include .*modules-enabled.*$/m, "")
    .replaceAll("/var/log/nginx", logs)
    .replace("include /etc/nginx/conf.d/*.conf;", tls)
    .replace("include /etc/nginx/sites-enabled/*;", "");
}

/** The configuration behind another proxy on this machine, from whose header it takes the client's address. */
export function behindProxy(configuration: string): string {
  return configuration
    .replace(/# (set_real_ip_from [\d./]+;|real_ip_\w+ [\w-]+;)/g, "$1")
    .replace("set_real_ip_from 10.0.0.0/8", "set_real_ip_from 127.0.0.0/8");
}

/** Runs nginx with a configuration that listens on port 8000, changed to a free loopback port. */
export async function startNginx(configuration: string): Promise<RunningNginx> {
  const port = await freePort();
  const { command, folder } = installed(configuration.replace("listen 8000", `listen 127.0.0.1:${port}`));
  const child = Bun.spawn([...command, "-g", `daemon off; pid ${folder}/pid;`], {
    env: ENVIRONMENT,
    stdio: ["ignore", "ignore", "ignore"],
  });
  const url = `http://127.0.0.1:${port}`;
  await until("nginx answers", () => answers(url));
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  return { url, stop, [Symbol.asyncDispose]: stop };
}

/** The files that the deployed configurations include. */
const SHARED = new URL("../../deploy/nginx/", import.meta.url).pathname;

/** The configuration with the shared files in place of their `include`s, so that a test can change them. */
export function withIncludes(configuration: string): string {
  return configuration.replaceAll(/include \/etc\/nginx\/safety\/([\w.]+);/g, (_, name: string) =>
    readFileSync(join(SHARED, name), "utf8"),
  );
}

/** In its own folder, with the temporary folders, which only root may use by default, moved there. */
function installed(configuration: string) {
  const folder = scratchFolder("nginx");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, "nginx.conf");
  const placed = withIncludes(configuration).replace("http {", `http {\n${temporary.join("\n")}`);
  writeFileSync(file, placed);
  return { folder, command: ["nginx", "-e", "stderr", "-p", folder, "-c", file] };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}
