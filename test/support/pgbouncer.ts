import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { query, SERVER_USER, serverFolder } from "./postgres.ts";
import { until } from "./until.ts";

/** The block for `pgbouncer.ini` in docs/postgresql.md. */
function documentedSettings(): string {
  const text = readFileSync(new URL("../../docs/postgresql.md", import.meta.url), "utf8");
  return text.split("```ini\n")[1]?.split("```")[0] ?? "";
}

/** How the pooler assigns connections to the server. */
type PoolMode = "session" | "transaction" | "statement";

/** PgBouncer in front of a server, with its default settings except for the required ones and what docs/postgresql.md says. */
export async function startPgBouncer(serverPort: number, mode: PoolMode) {
  const folder = serverFolder("pgbouncer");
  const port = await freePort();
  const configuration = join(folder, "pgbouncer.ini");
  writeFileSync(join(folder, "users.txt"), '"postgres" ""\n');
  writeFileSync(
    configuration,
    [
      "[databases]",
      `* = host=127.0.0.1 port=${serverPort}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      `unix_socket_dir = ${folder}`,
      "auth_type = trust",
      `auth_file = ${join(folder, "users.txt")}`,
      `pool_mode = ${mode}`,
      documentedSettings(),
    ].join("\n"),
  );
  // Debian installs servers outside the path of ordinary users.
  const path = `${process.env["PATH"] ?? ""}:/usr/sbin`;
  const pooler = spawn("pgbouncer", [configuration], { ...SERVER_USER, env: { PATH: path }, stdio: "ignore" });
  const through = (url: string) => url.replace(/:\d+\//, `:${port}/`);
  const answers = () => query(through(`postgres://postgres@127.0.0.1:0/postgres`), "SELECT 1");
  await until("PgBouncer answers", () => answers().then(Boolean, () => false));
  return {
    /** The address of a database through the pooler. */
    through,
    async stop() {
      const exited = once(pooler, "exit");
      pooler.kill("SIGKILL");
      await exited;
    },
  };
}
