import { describe, expect, test } from "bun:test";
import { PLANS } from "../../src/domain/plan.ts";
import { decisionRefusal } from "../../src/http/refusal.ts";
import { type Answer, TEST_START_MS, TestServer } from "../support/server.ts";

const server = await TestServer.start();

const DAY_END_MS = Date.UTC(2026, 2, 11);
const MONTH_END_MS = Date.UTC(2026, 3, 1);

function ask(key: string): Promise<Answer> {
  return server.request("/v1/stats", { key });
}

/** The five headers with the state of a key's limit. */
function limitHeaders({ headers }: Answer) {
  return {
    policy: headers.get("ratelimit-policy"),
    now: headers.get("ratelimit")?.replace(/;t=\d+$/, ""),
    limit: headers.get("x-ratelimit-limit"),
    remaining: headers.get("x-ratelimit-remaining"),
    reset: headers.get("x-ratelimit-reset"),
  };
}

function secondsLeft({ headers }: Answer): number {
  return Number(/;t=(\d+)$/.exec(headers.get("ratelimit") ?? "")?.[1]);
}

describe("5.4 and 8: a test key is limited to 100 requests per day", () => {
  test("100 are answered, the 101st gets 429, and the next day starts again", async () => {
    const { secret } = await server.newKey({ type: "test" });
    const statuses: number[] = [];
    for (let i = 0; i < 100; i++) statuses.push((await ask(secret)).status);
    expect(statuses).toEqual(Array(100).fill(200));

    const refused = await ask(secret);
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({
      code: "day_quota_exceeded",
      policy: "day",
      limit: 100,
      remaining: 0,
      resets_at: new Date(DAY_END_MS).toISOString(),
    });
    expect(limitHeaders(refused)).toEqual({
      policy: '"day";q=100',
      now: '"day";r=0',
      limit: "100",
      remaining: "0",
      reset: String(DAY_END_MS / 1000),
    });

    server.advance(DAY_END_MS - server.nowMs);
    expect((await ask(secret)).status).toBe(200);
  });

  test("8: it applies to all endpoints, and each kind of answer counts: 200, 304, 400, 404, 405, 415", async () => {
    const { secret: key } = await server.newKey({ type: "test" });
    const answers = [
      await server.request("/v1/safety/Irvine", { key }),
      await server.request("/v1/safety/county/Orange", { key }),
      await server.request("/v1/stats", { key, headers: { "If-None-Match": "*" } }),
      await server.request("/v1/safety/%zz", { key }),
      await server.request("/v1/nothing", { key }),
      await server.request("/v1/stats", { key, method: "DELETE" }),
      await server.request("/v1/safety/batch", { key, method: "POST", body: "{}" }),
      await server.batch(key, { cities: ["Irvine", "Oakland"] }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 304, 400, 404, 405, 415, 200]);
    const remaining = answers.map((answer) => Number(answer.headers.get("x-ratelimit-remaining")));
    expect(remaining).toEqual([99, 98, 97, 96, 95, 94, 93, 92]);
  });

  test("it never counts against the monthly quota", async () => {
    const { secret, key } = await server.newKey({ type: "test" });
    await ask(secret);
    expect(await server.store.usage.month(key.accountId)).toMatchObject({ used: 0 });
  });
});

test.each([
  ["city", "/v1/safety/Irvine", ""],
  ["county", "/v1/safety/county/Orange", ""],
  ["stats", "/v1/stats", ""],
  ["explain", "/v1/explain/Irvine", ""],
  ["history", "/v1/history/county/Orange", ""],
  ["places", "/v1/places?q=irvine", ""],
  ["locate", "/v1/locate?zip=92618", ""],
  ["batch", "/v1/safety/batch", '{"cities":[]}'],
  ["locate", "/v1/locate/batch", '{"queries":[]}'],
  ["other", "/v1/nothing", ""],
])("one request of the kind %s is counted for %s", async (kind, path, body) => {
  const { secret, key } = await server.newKey();
  await (body === "" ? server.request(path, { key: secret }) : server.post(path, secret, body));
  const [day] = await server.store.usage.daily(key.accountId, 0, server.nowMs + 1);
  expect(Object.entries(day?.counts ?? {}).filter(([, count]) => count > 0)).toEqual([[kind, 1]]);
});

describe("5.4 and 8: Live-key requests count against a monthly quota", () => {
  test("of the plan", async () => {
    for (const [plan, quota] of [
      ["free", 1_000],
      ["pro", 50_000],
      ["enterprise", 1_000_000],
    ] as const) {
      const { secret } = await server.newKey({ plan });
      const answer = await ask(secret);
      expect(limitHeaders(answer)).toEqual({
        policy: `"month";q=${quota}`,
        now: `"month";r=${quota - 1}`,
        limit: String(quota),
        remaining: String(quota - 1),
        reset: String(MONTH_END_MS / 1000),
      });
      expect(Math.abs(secondsLeft(answer) - (MONTH_END_MS - server.nowMs) / 1000)).toBeLessThan(2);
    }
  });

  test("used up: 429 with the reset time; a refusal counts nothing", async () => {
    const { secret, key } = await server.newKey({ limits: { monthlyRequests: 3 } });
    const statuses = [await ask(secret), await ask(secret), await ask(secret), await ask(secret)].map((a) => a.status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await ask(secret);
    expect(refused.json).toMatchObject({
      code: "month_quota_exceeded",
      policy: "month",
      limit: 3,
      remaining: 0,
      resets_at: new Date(MONTH_END_MS).toISOString(),
    });
    expect(refused.headers.get("retry-after")).toBeNull();
    expect(await server.store.usage.month(key.accountId)).toMatchObject({ used: 3, remaining: 0 });
  });

  test("decisions 4: an hour before the reset it has Retry-After, earlier it does not", async () => {
    const { secret } = await server.newKey({ limits: { monthlyRequests: 1 } });
    await ask(secret);
    server.advance(MONTH_END_MS - server.nowMs - 61 * 60_000);
    expect((await ask(secret)).headers.has("retry-after")).toBe(false);
    server.advance(2 * 60_000);
    const refused = await ask(secret);
    expect(Number(refused.headers.get("retry-after"))).toBe(secondsLeft(refused));
    server.advance(TEST_START_MS - server.nowMs);
  });
});

test.each([
  [1, "1"],
  [3_599_001, "3600"],
  [3_600_000, "3600"],
  [3_600_001, undefined],
  [689_736_000, undefined],
])("decisions 4: a wait of %d ms has Retry-After %p", (retryAfterMs, expected) => {
  const principal = {
    accountId: 1,
    keyId: 1,
    keyType: "live",
    plan: "free",
    limits: PLANS.free,
    allowed: null,
  } as const;
  const allowance = { policy: "month", limit: 1, remaining: 0, resetsAtMs: MONTH_END_MS } as const;
  const code = "month_quota_exceeded";
  const { headers, detail } = decisionRefusal({ outcome: "exhausted", code, principal, allowance, retryAfterMs });
  expect(headers?.["Retry-After"]).toBe(expected);
  expect(detail).toContain("2026-04-01T00:00:00.000Z");
});

test("decisions 4: the burst of a key: 429 with the burst as policy, and nothing counted", async () => {
  const { secret, key } = await server.newKey({ limits: { burstCapacity: 2, burstPerSecond: 1 } });
  await ask(secret);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(secret)));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.json).toMatchObject({ code: "burst_exceeded", policy: "burst", limit: 2, remaining: 0 });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(limitHeaders(answer)).toMatchObject({ policy: '"burst";q=2', now: '"burst";r=0', remaining: "0" });
  }
  expect(await server.store.usage.month(key.accountId)).toMatchObject({ used: 1 + answers.length - refused.length });
});
