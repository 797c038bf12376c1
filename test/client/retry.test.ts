import { expect, test } from "bun:test";
import { SafetyClient, UnexpectedAnswerError } from "../../packages/client/src/index.ts";
import { retryWaitMs } from "../../packages/client/src/wait.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveSite } from "../support/served-site.ts";
import { until } from "../support/until.ts";

const site = await serveSite("sqlite", { PLAN_LIMITS: '{"free":{"burstPerSecond":1,"burstCapacity":1}}' });
const apiKey = await issueKey(site.databaseUrl);

/** A gateway in front of the service that refuses the first requests, as while a process restarts. */
function gateway(refusals: readonly Response[]) {
  const waiting = [...refusals];
  const arrivals: number[] = [];
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      arrivals.push(performance.now());
      const { pathname } = new URL(request.url);
      return waiting.shift() ?? fetch(site.url + pathname, request);
    },
  });
  return { baseUrl: server.url.origin, arrivals, stop: () => server.stop(true) };
}

const turnedAway = (status: number, retryAfter?: string) =>
  new Response("busy", { status, headers: retryAfter === undefined ? {} : { "Retry-After": retryAfter } });

test("the client waits out the service's own 429 for too many requests at once", async () => {
  const statuses: number[] = [];
  const noting = async (input: string, init: RequestInit) => {
    const response = await fetch(input, init);
    statuses.push(response.status);
    return response;
  };
  const client = new SafetyClient({ baseUrl: site.url, apiKey, fetch: noting });
  let calls = 0;
  // Two at once are too many, unless a slow machine sends the second one a second later.
  await until("a request is refused", async () => {
    calls += 2;
    const answers = await Promise.all([client.stats(), client.stats()]);
    for (const answer of answers) expect(answer).toMatchObject({ data_year: expect.any(Number) });
    return statuses.includes(429);
  });
  expect(statuses.filter((status) => status === 200)).toHaveLength(calls);
});

test("a 503 is retried, but not before the seconds in its Retry-After", async () => {
  const { baseUrl, arrivals, stop } = gateway([turnedAway(503, "1")]);
  await new SafetyClient({ baseUrl, apiKey, retries: 3 }).stats();
  const [first = 0, second = 0] = arrivals;
  // A timer may fire a few milliseconds early.
  expect(second - first).toBeGreaterThan(990);
  await stop();
});

test.each([
  ["a permanent failure is tried once", [turnedAway(500)], 1, 500],
  ["retries end", [turnedAway(502), turnedAway(503), turnedAway(504)], 2, 503],
  ["a limit of more than an hour, a 429 without Retry-After, is tried once", [turnedAway(429)], 1, 429],
  ["a wait that is longer than the caller allows is not started", [turnedAway(503, "3600")], 1, 503],
] as const)("%s", async (_, refusals, tries, status) => {
  const { baseUrl, arrivals, stop } = gateway(refusals);
  const error = await new SafetyClient({ baseUrl, apiKey, retries: 1 }).stats().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect([error, arrivals.length]).toMatchObject([{ status }, tries]);
  await stop();
});

test("an abort ends the wait between two attempts", async () => {
  const { baseUrl, stop } = gateway([turnedAway(503, "9")]);
  const abort = new AbortController();
  const call = new SafetyClient({ baseUrl, apiKey }).stats({ signal: abort.signal });
  const reason = new Error("enough");
  setTimeout(() => abort.abort(reason), 100);
  expect(await call.catch((error: unknown) => error)).toBe(reason);
  await stop();
});

test("a wait follows Retry-After in seconds or as a date, grows without it, and has jitter", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  for (let round = 0; round < 100; round++) {
    expect(retryWaitMs(0, "2", nowMs)).toBeWithin(2_000, 2_250);
    expect(retryWaitMs(0, new Date(nowMs + 5_000).toUTCString(), nowMs)).toBeWithin(5_000, 5_250);
    expect(retryWaitMs(0, null, nowMs)).toBeWithin(125, 375);
    expect(retryWaitMs(3, null, nowMs)).toBeWithin(1_000, 3_000);
    expect(retryWaitMs(0, new Date(nowMs - 5_000).toUTCString(), nowMs)).toBeWithin(0, 250);
    expect(retryWaitMs(0, "1.5", nowMs)).toBeWithin(125, 375);
  }
  expect(new Set(Array.from({ length: 20 }, () => retryWaitMs(0, "2", nowMs))).size).toBeGreaterThan(1);
});
