import { afterAll, expect, test } from "bun:test";
import { SECRET, safety } from "../support/command.ts";
import { countedIn } from "../support/counted.ts";
import { freePort } from "../support/free-port.ts";
import { type LoadReport, rounds, steadyLoad } from "../support/load.ts";
import { query } from "../support/postgres.ts";
import { startReplication } from "../support/replication.ts";
import { serveProgram, startService } from "../support/served-program.ts";
import { boundlessKey, newKey, OPERATOR, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

const ROUNDS = rounds(1, 10);
const CONNECTIONS = 8;
const PAUSE_MS = 50;
/** Only the long trials expect a fast recovery, because a run of all tests shares the machine. */
const MAX_RECOVERY_MS = rounds(15_000, 2_000);
/** Readiness is up to two seconds old. */
const READINESS_LAG_MS = 2_000;
const MOMENT_MS = 100;
const clock = { now: () => Date.now() };
let counted = 0;

const postgres = await startReplication();
const databaseUrl = postgres.url;
const store = await openTestStore(databaseUrl, { clock });
const key = await boundlessKey(store);
const nodes = [
  await startService({ databaseUrl, port: await freePort() }),
  await startService({ databaseUrl, port: await freePort() }),
];
const urls = nodes.map(({ url }) => url);
afterAll(() => postgres.stop());

/** What a node answered, by tenths of a second: 200 or 503 for lookups, and what it reported about itself. */
class Witness {
  readonly #lookUps = new Map<string, Set<number>>();
  readonly #claims: { readonly url: string; readonly moment: number; readonly status: number }[] = [];
  readonly #asking: Promise<unknown>;
  #running = true;

  constructor() {
    this.#asking = Promise.all(urls.map((url) => this.#ask(url)));
  }

  readonly saw = (url: string, status: number): void => {
    const name = `${url} ${status}`;
    const moments = this.#lookUps.get(name) ?? new Set();
    this.#lookUps.set(name, moments.add(momentNow()));
  };

  /**
   * Readiness reports that no lookup within the lag confirmed. Lookups that hang for a while confirm that a node is not
   * ready.
   */
  async wrongReports(): Promise<readonly string[]> {
    // The latest reports are compared with what follows.
    await Bun.sleep(READINESS_LAG_MS);
    this.#running = false;
    await this.#asking;
    const last = momentNow() - READINESS_LAG_MS / MOMENT_MS;
    const wrong = this.#claims.filter((claim) => claim.moment <= last && !this.#isBorneOut(claim));
    return wrong.map(({ url, moment, status }) => `${url} said ${status} at ${moment}`);
  }

  #isBorneOut({ url, moment, status }: { readonly url: string; readonly moment: number; readonly status: number }) {
    const lag = READINESS_LAG_MS / MOMENT_MS;
    const near = Array.from({ length: 2 * lag + 1 }, (_, index) => moment - lag + index);
    const wasAnswered = (answer: number) => (one: number) => this.#lookUps.get(`${url} ${answer}`)?.has(one) ?? false;
    if (near.some(wasAnswered(status))) return true;
    return status === 503 && !near.filter((one) => one <= moment).every(wasAnswered(200));
  }

  async #ask(url: string): Promise<void> {
    while (this.#running) {
      const { status } = await fetch(`${url}/readyz`);
      this.#claims.push({ url, moment: momentNow(), status });
      await Bun.sleep(MOMENT_MS / 2);
    }
  }
}

function momentNow(): number {
  return Math.floor(performance.now() / MOMENT_MS);
}

function startTraffic(witness: Witness) {
  return steadyLoad({ urls, key: key.secret, connections: CONNECTIONS, pauseMs: PAUSE_MS, onAnswer: witness.saw });
}

/** Every node fails requests and reports that it is not ready. Returns how many requests still passed. */
async function outage(): Promise<number> {
  let passed = 0;
  for (const url of urls) {
    await until(`${url} answers 503`, async () => {
      const status = await statusOf(url, "/v1/stats");
      if (status === 200) passed++;
      return status === 503;
    });
    await until(`${url} is not ready`, async () => (await statusOf(url, "/readyz")) === 503);
  }
  return passed;
}

/** Milliseconds until every node has answered one lookup again and reports that it is ready. */
async function recovery(): Promise<number> {
  const startedMs = performance.now();
  for (const url of urls) {
    await until(`${url} answers again`, async () => (await statusOf(url, "/v1/stats")) === 200);
    await until(`${url} is ready`, async () => (await statusOf(url, "/readyz")) === 200);
  }
  return performance.now() - startedMs;
}

async function statusOf(url: string, path: string, secret = key.secret): Promise<number> {
  const answer = await fetch(url + path, { headers: { "X-API-Key": secret } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Waits until the test's own store has found the new primary too. */
async function allCounted(): Promise<number> {
  let all = Number.NaN;
  await until("the test's store finds the primary", async () => {
    all = await countedIn(store, key.accountId).catch(() => Number.NaN);
    return !Number.isNaN(all);
  });
  return all;
}

/** Every answered request is counted. The counted ones without an answer were in flight when the server ended. */
async function expectCounted(report: LoadReport, others: number): Promise<void> {
  expect([...report.statuses.keys()].sort()).toEqual([200, 503]);
  expect([report.bare503, report.unanswered]).toEqual([0, 0]);
  const answered = (report.statuses.get(200) ?? 0) + others;
  const used = await allCounted();
  expect(used - counted).toBeGreaterThanOrEqual(answered);
  expect(used - counted - answered).toBeLessThanOrEqual(CONNECTIONS + urls.length);
  counted = used;
}

test(`the primary crashes under load and its standby is promoted, ${ROUNDS} times: every request counted, no revoked key usable, no restart`, async () => {
  const recoveries: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const revocable = await newKey(store, key.accountId);
    for (const url of urls) expect(await statusOf(url, "/v1/stats", revocable.secret)).toBe(200);
    const witness = new Witness();
    const traffic = startTraffic(witness);
    await traffic.answered;
    const revoked = await store.keys.revoke({ accountId: key.accountId, keyId: revocable.key.id, origin: OPERATOR });
    expect(revoked.ok).toBe(true);
    await postgres.crashPrimary();
    const passed = await outage();
    await postgres.promoteStandby();
    recoveries.push(await recovery());
    for (const url of urls) expect(await statusOf(url, "/v1/stats", revocable.secret)).toBe(403);
    expect(await witness.wrongReports()).toEqual([]);
    const report = await traffic.stop();
    // The earlier requests of the revoked key, one request of each node that found it recovered, and late ones.
    await expectCounted(report, 2 * urls.length + passed);
    await postgres.restoreStandby();
  }
  expect(recoveries.filter((ms) => ms > MAX_RECOVERY_MS)).toEqual([]);
});

test("the primary stops answering: the nodes switch to the promoted standby, and every request is counted", async () => {
  const traffic = steadyLoad({ urls, key: key.secret, connections: CONNECTIONS, pauseMs: PAUSE_MS });
  await traffic.answered;
  postgres.freezePrimary();
  const passed = await outage();
  await postgres.promoteStandby();
  await recovery();
  const report = await traffic.stop();
  await expectCounted(report, urls.length + passed);
  // The old primary is now the standby.
  await postgres.crashStandby();
  await postgres.restoreStandby();
});

test("an old primary that comes back is used by no node, running or restarted, and is reported", async () => {
  await postgres.crashPrimary();
  await postgres.promoteStandby();
  await recovery();
  await postgres.startOldPrimary();
  const restarted = await serveProgram({
    ...{ DATABASE_URL: postgres.url, SECRET, METRICS_PORT: "0" },
  });
  // On a busy machine a host may answer too late for the first search.
  const metrics = async () => await (await fetch(restarted.metricsUrl)).text();
  await until("it sees both hosts", async () => (await metrics()).includes("safety_store_writable_hosts 2"));
  const used = (await store.usage.month(key.accountId))?.used ?? 0;
  for (const url of [...urls, restarted.url]) expect(await statusOf(url, "/v1/stats")).toBe(200);
  const rows = await query(postgres.primaryUrl, `SELECT used FROM counters WHERE subject = ${key.accountId}`);
  expect(rows).toEqual([{ used: String(used + urls.length + 1) }]);
  await until("the log has both hosts", async () => restarted.log().includes("more than one host accepts writes"));
  await restarted.stop();
  const doctor = await safety({ DATABASE_URL: postgres.url, SECRET }, "doctor");
  expect([doctor.exitCode, doctor.out]).toEqual([1, expect.stringContaining("more than one host accepts writes")]);
  await postgres.crashStandby();
  await postgres.restoreStandby();
  counted = await allCounted();
});

test("a start with only a standby is refused, and `safety doctor` says that it is a standby", async () => {
  const environment = { DATABASE_URL: postgres.standbyUrl, SECRET, PORT: "0" };
  const started = await safety(environment, "serve");
  expect([started.exitCode, started.note]).toEqual([1, expect.stringContaining("is a standby and accepts no writes")]);
  const { exitCode, out } = await safety(environment, "doctor");
  expect([exitCode, out]).toEqual([1, expect.stringContaining("is a standby and accepts no writes")]);
});

test("the synchronous standby is missing: every request gets 503, no node is ready, and all continue when it is back", async () => {
  const witness = new Witness();
  const traffic = startTraffic(witness);
  await traffic.answered;
  await postgres.crashStandby();
  for (const url of urls) {
    await until(`${url} is not ready`, async () => (await statusOf(url, "/readyz")) === 503);
    expect(await statusOf(url, "/v1/stats")).toBe(503);
    expect(await statusOf(url, "/readyz")).toBe(503);
  }
  const { exitCode, out } = await safety({ DATABASE_URL: postgres.url, SECRET }, "doctor");
  expect([exitCode, out]).toEqual([1, expect.stringMatching(/cannot be written.*\n.*start the standby/)]);
  await postgres.restoreStandby();
  await recovery();
  expect(await witness.wrongReports()).toEqual([]);
  const report = await traffic.stop();
  expect(report.statuses.get(503) ?? 0).toBeGreaterThan(0);
  const used = await allCounted();
  expect(used - counted).toBeGreaterThanOrEqual(report.statuses.get(200) ?? 0);
});
