import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { scratchFolder } from "./scratch.ts";
import { until } from "./until.ts";

/** Debian installs servers outside the path of ordinary users. */
const ENVIRONMENT = { PATH: `${process.env["PATH"]}:/usr/sbin` };

export interface RunningNginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** The deployed nginx.conf with its nodes at these addresses. */
export function deployedNginx(one: string, other = one): string {
  const deployed = readFileSync(new URL("../../deploy/nginx.conf", import.meta.url), "utf8");
  return deployed.replaceAll("node-1:8080", one).replaceAll("node-2:8080", other);
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
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** The files that the deployed configurations include. */
const SHARED = new URL("../../deploy/nginx/", import.meta.url).pathname;

/** In its own folder, with the temporary folders, which only root may use by default, moved there. */
function installed(configuration: string) {
  const folder = scratchFolder("nginx");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, "nginx.conf");
  const placed = configuration
    .replaceAll("/etc/nginx/safety/", SHARED)
    .replace("http {", `http {\n${temporary.join("\n")}`);
  writeFileSync(file, placed);
  return { folder, command: ["nginx", "-e", "stderr", "-p", folder, "-c", file] };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}
