import { beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { loweredBy, loweredForPages } from "../support/priority.ts";
import { scratchFolder } from "../support/scratch.ts";
import { greetingIn } from "../support/served-program.ts";

const folder = scratchFolder("executable");
const executable = join(folder, "safety");

beforeAll(() => {
  const script = join(import.meta.dir, "../../scripts/build-executable.ts");
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, script, executable]);
  if (exitCode !== 0) throw new Error(stderr.toString());
});

test("the executable is as large as docs/operations.md says", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/operations.md"), "utf8");
  const documented = Number(/(\d+) MB for the program/.exec(page)?.[1]) * 1_000_000;
  const { size } = statSync(executable);
  expect(size).toBeLessThanOrEqual(documented);
  expect(size).toBeGreaterThan(documented / 2);
});

test("the executable, alone in an empty folder, answers, shows its pages, and creates keys", async () => {
  expect(readdirSync(folder)).toEqual(["safety"]);
  const options = { cwd: folder, env: { PORT: "0" } };
  const child = Bun.spawn([executable, "serve"], { ...options, stdio: ["ignore", "pipe", "inherit"] });
  const greeting = await greetingIn(child.stdout);
  const [, url = ""] = /on (http:\S+)/.exec(greeting) ?? [];
  const [key = ""] = /svc_test_\w+/.exec(greeting) ?? [];

  const answer = await fetch(`${url}/v1/safety/Irvine`, { headers: { "X-API-Key": key } });
  expect([answer.status, await answer.json()]).toMatchObject([200, { found: true, data: { city: "Irvine" } }]);
  const paths = [
    "/",
    "/docs",
    "/explore",
    "/sign-up",
    "/openapi.json",
    "/explore/zip/90210",
    "/explore/city/irvine/card.png",
    "/downloads/latest/places.csv",
  ];
  for (const path of paths) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  }
  expect(loweredBy(child.pid)).toBe(loweredForPages(child.pid));
  const guide = await (await fetch(`${url}/docs/typescript`)).text();
  const [clientFile = ""] = /\/downloads\/clients\/[\w.-]+/.exec(guide) ?? [];
  expect((await fetch(url + clientFile)).headers.get("content-type")).toBe("application/gzip");
  const home = await (await fetch(url)).text();
  const [style = ""] = /\/assets\/style\.\w+\.css/.exec(home) ?? [];
  expect((await fetch(url + style)).headers.get("content-type")).toStartWith("text/css");

  const command = ["key", "create", "--email", "alice@example.com", "--type", "live"];
  const made = Bun.spawnSync([executable, ...command], options);
  const live = made.stdout.toString().trim();
  expect((await fetch(`${url}/v1/stats`, { headers: { "X-API-Key": live } })).status).toBe(200);

  const stores = join(folder, "var");
  const [store = ""] = readdirSync(stores).filter((name) => name.endsWith(".sqlite"));
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(["safety", "var"]);
  expect(readdirSync(stores).filter((name) => name.startsWith(store))).toEqual([store]);
});
