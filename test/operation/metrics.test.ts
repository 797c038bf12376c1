import { expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { DAY_MS } from "../../src/base/window.ts";
import { EDITION_NAMES } from "../../src/editions/table.ts";
import { safety } from "../support/command.ts";
import { FormClient, PASSWORD } from "../support/form-client.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";
import { migratedStoreUrl, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

const testStartS = Date.now() / 1_000;

const program = await serveProgram({ METRICS_PORT: "0" });
const metricsUrl = program.metricsUrl;
const key = await issueKey(program.databaseUrl);

/** The value of every series, by its name and labels. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(metricsUrl);
  expect(response.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

function ask(path: string, withKey = true): Promise<Response> {
  return fetch(program.url + path, { headers: withKey ? { "X-API-Key": key } : {} });
}

test("requests are counted by route pattern and status, never by the looked-up name", async () => {
  for (const city of ["Irvine", "Fresno", "Atlantis"]) await ask(`/v1/safety/${city}`);
  await ask("/v1/safety/county/Orange");
  await ask("/v1/stats", false);
  await ask("/v1/nothing");
  await ask("/");
  await ask("/mcp");
  const series = await scrape();
  const requests = [...series].filter(([name]) => name.startsWith("safety_requests_total"));
  expect(Object.fromEntries(requests)).toEqual({
    'safety_requests_total{route="/v1/safety/{city}",status="200"}': 3,
    'safety_requests_total{route="/v1/safety/county/{name}",status="200"}': 1,
    'safety_requests_total{route="/v1/stats",status="401"}': 1,
    'safety_requests_total{route="/v1/*",status="404"}': 1,
    'safety_requests_total{route="pages",status="200"}': 1,
    'safety_requests_total{route="/mcp",status="405"}': 1,
  });
  expect(series.get('safety_request_duration_seconds_count{route="/v1/safety/{city}"}')).toBe(3);
});

test("a client that disconnects in the middle of a form is not counted as a failure of the service", async () => {
  const { port } = new URL(program.url);
  const head = "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n";
  const statusesOfPages = async () =>
    [...(await scrape()).keys()].filter((name) => name.includes("requests_total") && name.includes("pages"));
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(`${head}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\nemail=a`);
  await once(socket, "data");
  socket.destroy();
  await until("the request is counted", async () => (await statusesOfPages()).length === 2);
  expect(await statusesOfPages()).toEqual([
    'safety_requests_total{route="pages",status="200"}',
    'safety_requests_total{route="pages",status="400"}',
  ]);
  expect(program.log()).not.toContain('"level":"error"');
});

test("admission batches are recorded", async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask("/v1/stats")));
  const series = await scrape();
  const count = series.get("safety_admission_batch_size_count") ?? 0;
  const admitted = series.get("safety_admission_batch_size_sum") ?? 0;
  expect(count).toBeGreaterThan(0);
  expect(admitted).toBeGreaterThanOrEqual(20);
  expect(series.get("safety_admission_batch_duration_seconds_count")).toBe(count);
});

test("the metrics include the state of the service", async () => {
  const series = await scrape();
  expect(series.get("safety_ready")).toBe(1);
  expect(series.get("safety_admission_waiting")).toBe(0);
  expect(series.get("safety_store_errors_total")).toBe(0);
  for (const name of EDITION_NAMES) {
    expect(series.get(`safety_snapshot_refused{dataset="${name}"}`)).toBe(0);
    const yearEnd = series.get(`safety_snapshot_data_year_end_timestamp_seconds{dataset="${name}"}`);
    expect(yearEnd).toBeGreaterThan(Date.UTC(2025) / 1_000 - 1);
  }
  expect(series.get('safety_emails_total{outcome="sent"}')).toBe(0);
  expect(series.get('safety_emails_total{outcome="refused"}')).toBe(0);
  expect(series.get('safety_emails_total{outcome="given_up"}')).toBe(0);
  const startS = series.get("process_start_time_seconds") ?? 0;
  expect(startS).toBeGreaterThan(testStartS);
  expect(series.get("safety_notices_swept_timestamp_seconds")).toBeGreaterThanOrEqual(startS);
  expect(series.get("safety_webhooks_swept_timestamp_seconds")).toBeGreaterThanOrEqual(startS);
  expect(series.get("safety_emails_swept_timestamp_seconds")).toBeGreaterThanOrEqual(startS);
  for (const outcome of ["delivered", "failed"]) {
    expect(series.get(`safety_webhook_attempts_total{outcome="${outcome}"}`)).toBe(0);
  }
  expect(series.get("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  const version = /\((\w+)\)/.exec(program.greeting)?.[1];
  expect(series.get(`safety_snapshot_info{dataset="california",version="${version}",data_year="2025"}`)).toBe(1);
});

test("the service's own port serves no metrics, and the metrics' port nothing else", async () => {
  expect((await fetch(`${program.url}/metrics`)).status).toBe(404);
  expect((await fetch(metricsUrl.replace("/metrics", "/v1/stats"))).status).toBe(404);
});

test("the time of the last backup is a metric, 0 before the first", async () => {
  expect((await scrape()).get("safety_backup_timestamp_seconds")).toBe(0);
  const environment = { DATABASE_URL: program.databaseUrl };
  const startedS = Date.now() / 1_000 - 1;
  expect((await safety(environment, "backup", `${program.folder}/copy.sqlite`)).exitCode).toBe(0);
  expect((await scrape()).get("safety_backup_timestamp_seconds")).toBeGreaterThan(startedS);
});

test("emails that were not sent are counted by state, which is that of the store", async () => {
  const databaseUrl = await migratedStoreUrl("sqlite");
  const { outbox, database } = await openTestStore(databaseUrl, { clock: { now: () => Date.now() } });
  const tomorrow = Date.now() + DAY_MS;
  const states = [
    { fault: null, next_attempt_at: tomorrow },
    { fault: "no answer", next_attempt_at: tomorrow },
    { fault: "no answer", next_attempt_at: tomorrow },
    { fault: "no answer", next_attempt_at: null },
  ];
  for (const [index, state] of states.entries()) {
    const recipient = `bob${index}@example.com`;
    await outbox.add({ kind: "notice", recipient, accountId: null, subject: "A notice", text: "Words" });
    await database.updateTable("emails").set(state).where("recipient", "=", recipient).execute();
  }
  const served = await serveProgram({ METRICS_PORT: "0", DATABASE_URL: databaseUrl });
  const unsent = async () => {
    const text = await (await fetch(served.metricsUrl)).text();
    return [...text.matchAll(/^safety_emails_unsent\{state="(\w+)"\} (\d+)$/gm)].map(([, state, count]) => [
      state,
      count,
    ]);
  };
  await until("they are counted", async () => (await unsent()).some(([, count]) => count !== "0"));
  expect(await unsent()).toEqual([
    ["waiting", "1"],
    ["failing", "2"],
    ["given_up", "1"],
  ]);
});

test("emails are counted by outcome", async () => {
  const served = await serveProgram({ METRICS_PORT: "0", SMTP_URL: "smtp://127.0.0.1:1" });
  const client = new FormClient(served.url);
  await client.submit("/sign-up", { email: "bob@example.com", password: PASSWORD });
  const url = served.metricsUrl;
  const refused = async () => (await (await fetch(url)).text()).includes('safety_emails_total{outcome="refused"} 1');
  await until("the refused email is counted", refused);
});
