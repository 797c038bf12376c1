import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig, SETTINGS } from "../../src/main/config.ts";
import { readEnvFile } from "../../src/main/env-file.ts";
import { behindProxy, deployedNginx, startNginx } from "../support/nginx.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");
const DEPLOY = join(ROOT, "deploy");
const read = (name: string) => readFileSync(join(DEPLOY, name), "utf8");

const composeFile = z.object({
  services: z.record(
    z.string(),
    z
      .object({ environment: z.record(z.string(), z.string()).optional(), ports: z.array(z.string()).optional() })
      .loose(),
  ),
});

const compose = composeFile.parse(parse(read("compose.yaml"), { merge: true }));
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith("node-"));

test("the Dockerfile passes its linter", () => {
  expect(validate(read("Dockerfile")).map(({ message }) => message)).toEqual([]);
});

test("every setting in the deployment files is one that the service reads", () => {
  // The runtime reads TMPDIR.
  const known = [...Object.keys(SETTINGS), "TMPDIR"];
  const dockerfile = [...read("Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) =>
    [...line.matchAll(/(\w+)=/g)].map(([, name]) => name),
  );
  const unit = [...read("safety.env").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  const composed = nodes.flatMap(([, { environment = {} }]) => Object.keys(environment));
  expect(dockerfile.length * unit.length * composed.length).toBeGreaterThan(0);
  for (const name of [...dockerfile, ...unit, ...composed]) expect(known).toContain(name ?? "");
});

test("nginx proxies to every node of the compose file, on the port of the image", () => {
  const port = /PORT=(\d+)/.exec(read("Dockerfile"))?.[1];
  const upstream = [...read("nginx.conf").matchAll(/^\s+server ([\w-]+:\d+)/gm)].map(([, address]) => address);
  const addresses = nodes.map(([name]) => `${name}:${port}`);
  expect(upstream).toEqual([...addresses, ...addresses, ...addresses]);
  const listens = /listen (\d+);/.exec(read("nginx.conf"))?.[1];
  expect(compose.services["nginx"]?.ports?.[0]).toEndWith(`:${listens}`);
});

test("nginx keeps connections for a shorter time than the nodes do", () => {
  const kept = Number(/keepalive_timeout (\d+)s/.exec(read("nginx.conf"))?.[1]);
  for (const [, { environment }] of nodes) expect(Number(environment?.["IDLE_TIMEOUT_S"])).toBeGreaterThan(kept);
});

const UNITS = [
  ...["safety.service", "safety-backup.service", "safety-backup.timer"],
  ...["safety-postgres-backup.service", "safety-postgres-backup.timer"],
];

/** The program has another path here; systemd checks that it is executable. */
function installedUnits(): readonly string[] {
  const folder = scratchFolder("units");
  return UNITS.map((name) => {
    const unit = join(folder, name);
    writeFileSync(unit, read(name).replace(/\/usr\/local\/bin\/[\w-]+/, process.execPath));
    return unit;
  });
}

/** Two instances of the unit, which is installed as docs/scaling.md says. */
function installedInstances(): readonly string[] {
  const folder = scratchFolder("instances");
  const adapted = (name: string) => read(name).replace("/usr/local/bin/safety", process.execPath);
  const template = join(folder, "safety@.service");
  writeFileSync(template, adapted("safety.service"));
  mkdirSync(`${template}.d`);
  writeFileSync(join(`${template}.d`, "instances.conf"), adapted("safety-instances.conf"));
  return ["8081", "8082"].map((port) => join(folder, `safety@${port}.service`));
}

test("systemd finds no errors in the units, and little exposure", () => {
  const units = [...installedUnits(), ...installedInstances()];
  const verified = Bun.spawnSync(["systemd-analyze", "verify", ...units]);
  expect([verified.stderr.toString(), verified.exitCode]).toEqual(["", 0]);
  for (const unit of units.filter((name) => name.endsWith(".service"))) {
    // Tenths: 2.0 for the service, which faces clients; 3.0 for the backup, which must read files of another user.
    const threshold = unit.includes("backup") ? 30 : 20;
    const security = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", `--threshold=${threshold}`, unit]);
    expect([unit, security.exitCode]).toEqual([unit, 0]);
  }
});

test("systemd keeps restarting a service whose database starts late, but not one with invalid settings", () => {
  const unit = read("safety.service");
  expect(unit).toContain("\nStartLimitIntervalSec=0\n");
  expect(unit).toContain("\nRestart=on-failure\n");
  expect(unit).toContain("\nRestartPreventExitStatus=2\n");
});

test("commands accept the settings file of the unit, and both use the same path", () => {
  const settingsFile = join(DEPLOY, "safety.env");
  readConfig(readEnvFile(settingsFile));
  for (const name of ["safety.service", "safety-backup.service", "safety-postgres-backup.service"]) {
    expect(read(name)).toContain("\nEnvironmentFile=/etc/safety/safety.env\n");
    // The folder of downloads is the unit's, not a setting of the service.
    expect(read(name).replace("\nEnvironment=TMPDIR=/var/tmp\n", "\n")).not.toContain("\nEnvironment=");
  }
});

test("no file with secrets next to the deployment files can get into a commit or an image", () => {
  const ignored = Bun.spawnSync(["git", "check-ignore", "deploy/.env", "deploy/production.env", ".env"], {
    cwd: ROOT,
  });
  expect(ignored.stdout.toString().trim().split("\n")).toEqual(["deploy/.env", "deploy/production.env", ".env"]);
  const kept = Bun.spawnSync(["git", "check-ignore", "deploy/safety.env"], { cwd: ROOT });
  expect(kept.exitCode).toBe(1);
  const dockerignore = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
  expect(dockerignore).toContain("**/.env");
  expect(dockerignore).toContain("**/*.env");
});

test("behind another proxy nginx forwards the client's address, but only from that proxy", async () => {
  await using echo = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ headers }) => new Response(headers.get("x-forwarded-for")),
  });
  const deployed = deployedNginx(`127.0.0.1:${echo.port}`);
  for (const [proxies, seen] of [
    ["127.0.0.0/8", "203.0.113.9"],
    ["10.0.0.0/8", "127.0.0.1"],
  ] as const) {
    const nginx = await startNginx(behindProxy(deployed).replace("127.0.0.0/8", proxies));
    const answer = await fetch(nginx.url, { headers: { "X-Forwarded-For": "198.51.100.7, 203.0.113.9" } });
    expect([proxies, await answer.text()]).toEqual([proxies, seen]);
    await nginx.stop();
  }
});
