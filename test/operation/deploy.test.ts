import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";
import { z } from "zod";
import { settings } from "../../src/main/config.ts";
import { scratchFolder } from "../support/scratch.ts";

const DEPLOY = join(import.meta.dir, "../../deploy");
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

test("the Dockerfile has no fault that its linter knows", () => {
  expect(validate(read("Dockerfile")).map(({ message }) => message)).toEqual([]);
});

test("every setting in the deployment files is one that the service reads", () => {
  const known = Object.keys(settings.shape);
  const dockerfile = [...read("Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) =>
    [...line.matchAll(/(\w+)=/g)].map(([, name]) => name),
  );
  const unit = [...read("safety.service").matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name);
  const composed = nodes.flatMap(([, { environment = {} }]) => Object.keys(environment));
  expect(dockerfile.length * unit.length * composed.length).toBeGreaterThan(0);
  for (const name of [...dockerfile, ...unit, ...composed]) expect(known).toContain(name ?? "");
});

test("nginx passes to every node of the compose file, on the port of the image", () => {
  const port = /PORT=(\d+)/.exec(read("Dockerfile"))?.[1];
  const upstream = [...read("nginx.conf").matchAll(/^\s+server ([\w-]+:\d+)/gm)].map(([, address]) => address);
  expect(upstream).toEqual(nodes.map(([name]) => `${name}:${port}`));
  const listens = /listen (\d+);/.exec(read("nginx.conf"))?.[1];
  expect(compose.services["nginx"]?.ports?.[0]).toEndWith(`:${listens}`);
});

test("nginx keeps its connections for a shorter time than the nodes do", () => {
  const kept = Number(/keepalive_timeout (\d+)s/.exec(read("nginx.conf"))?.[1]);
  for (const [, { environment }] of nodes) expect(Number(environment?.["IDLE_TIMEOUT_S"])).toBeGreaterThan(kept);
});

test("systemd finds no fault in the unit, and little exposure", () => {
  const unit = join(scratchFolder("unit"), "safety.service");
  // The program lies elsewhere here; systemd looks whether it can be run.
  writeFileSync(unit, read("safety.service").replace("/usr/local/bin/safety", process.execPath));
  const verified = Bun.spawnSync(["systemd-analyze", "verify", unit]);
  expect([verified.stderr.toString(), verified.exitCode]).toEqual(["", 0]);
  const security = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit]);
  expect(security.exitCode).toBe(0);
});
