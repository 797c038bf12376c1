import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { issueKey } from "../support/issue-key.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";

setDefaultTimeout(120_000);

const REQUESTS = 50;

let postgres: PostgresServer;
let program: ServedProgram;
let metricsUrl: string;
let key: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const DATABASE_URL = (await postgres.createDatabase()).replace("postgres@", "postgres:hunter22@");
  program = await serveProgram({ DATABASE_URL, SECRET: "a secret that only the tests know", METRICS_PORT: "0" });
  metricsUrl = /metrics +(\S+)/.exec(program.greeting)?.[1] ?? "";
  key = await issueKey(DATABASE_URL);
});
afterAll(async () => {
  await program.stop();
  await postgres.stop();
});

function ask(path = "/v1/stats"): Promise<Response> {
  return fetch(program.url + path, { headers: { "X-API-Key": key } });
}

async function until(status: number): Promise<void> {
  for (let asked = 0; asked < 200 && (await ask()).status !== status; asked++) await Bun.sleep(50);
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
}

test("with the store away every answer is 503 that says when to come back, and metrics and log tell the operator", async () => {
  expect((await ask()).status).toBe(200);
  await postgres.kill();
  // The server's processes outlive their parent by a moment, and still commit what they are handed.
  await until(503);
  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => ask()));
  for (const { status, headers } of answers) expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await ask("/readyz")).status).toBe(503);
  expect((await ask("/healthz")).status).toBe(200);
  expect(await metric("safety_store_errors_total")).toBeGreaterThan(0);
  expect(await metric("safety_ready")).toBe(0);
  const lines = program
    .log()
    .split("\n")
    .filter((line) => line.includes("the store failed"));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(REQUESTS);
  expect(program.log()).not.toContain("hunter22");
});

test("once it is back the service goes on by itself", async () => {
  await postgres.start();
  await until(200);
  expect((await ask()).status).toBe(200);
  expect((await ask("/readyz")).status).toBe(200);
  expect(await metric("safety_ready")).toBe(1);
});
