import { afterAll, expect, test } from "bun:test";
import { SECRET } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { logLines } from "../support/log-lines.ts";
import { startPostgres } from "../support/postgres.ts";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const REQUESTS = 50;
/** A session that better-auth has to look up. */
const SESSION = "safety.session_token=x";

const postgres = await startPostgres();
const DATABASE_URL = (await postgres.createDatabase()).replace("postgres@", "postgres:hunter22@");
const program = await serveProgram({ DATABASE_URL, SECRET, METRICS_PORT: "0" });
const metricsUrl = program.metricsUrl;
const key = await issueKey(DATABASE_URL);
afterAll(() => postgres.stop());

function ask(path = "/v1/stats"): Promise<Response> {
  return fetch(program.url + path, { headers: { "X-API-Key": key } });
}

/** Waits for the first one: a line can arrive after the answer of its request. */
async function lines(msg: string, requestId?: string) {
  const found = () =>
    logLines(program.log()).filter(
      (line) => line.msg === msg && (requestId === undefined || line["requestId"] === requestId),
    );
  await until(`the log says "${msg}"`, async () => found().length > 0);
  return found();
}

function untilAnswered(status: number): Promise<void> {
  return until(`requests are answered ${status}`, async () => (await ask()).status === status);
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
}

test("while the store is unavailable every answer is 503 with Retry-After, and metrics and log inform the operator", async () => {
  expect((await ask()).status).toBe(200);
  await postgres.kill();
  // The server's processes outlive their parent for a moment, and still commit what they receive.
  await untilAnswered(503);
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

test("without the store pages answer 503 with Retry-After and an id, and the log has the driver's message for that id", async () => {
  for (const path of ["/dashboard", "/sign-in", "/explore"]) {
    const requestId = crypto.randomUUID();
    const init = { redirect: "manual", headers: { "X-Request-Id": requestId, Cookie: SESSION } } as const;
    const answer = await fetch(program.url + path, init);
    expect([path, answer.headers.get("x-request-id")]).toEqual([path, requestId]);
    // A page without a session does not query the store.
    if (path === "/explore") expect(answer.status).toBe(200);
    else {
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(await answer.text()).toContain(requestId);
      expect(await lines("a request could not be handled", requestId)).toMatchObject([
        { level: "warn", pattern: "pages", status: 503, error: expect.stringContaining("ECONNREFUSED") },
      ]);
    }
  }
});

test("API requests that get 503 are logged with their id, and the loss of readiness is logged once", async () => {
  const requestId = crypto.randomUUID();
  const answer = await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key, "X-Request-Id": requestId } });
  expect([answer.status, answer.headers.get("x-request-id")]).toEqual([503, requestId]);
  expect(await lines("a request could not be handled", requestId)).toMatchObject([
    { pattern: "/v1/stats", status: 503, code: "store_unavailable" },
  ]);
  await ask("/readyz");
  expect(await lines("not ready: the store is unavailable")).toHaveLength(1);
});

test("when the store is back the service recovers by itself", async () => {
  await postgres.start();
  await untilAnswered(200);
  expect((await ask()).status).toBe(200);
  await until("the service is ready", async () => (await ask("/readyz")).status === 200);
  expect(await metric("safety_ready")).toBe(1);
  expect(await lines("ready again: the store is available")).toHaveLength(1);
});
