import { afterAll, describe, expect, test } from "bun:test";
import { PROBLEMS, type ProblemCode } from "../../src/domain/problem.ts";
import { type Answer, releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey();
afterAll(() => server.stop());

const LONG_NAME = "a".repeat(101);

/** At least one way to cause each problem. */
const WAYS: Readonly<Record<ProblemCode, readonly (() => Promise<Answer>)[]>> = {
  invalid_path: [() => ask("/v1/safety/%zz"), () => ask("/v1/safety/county/%00")],
  invalid_parameter: [() => ask("/v1/explain/Irvine?stat=CA"), () => ask("/v1/explain/Irvine?a=1&a=2")],
  name_too_long: [() => ask(`/v1/safety/${LONG_NAME}`), () => server.batch(key, { cities: [LONG_NAME] })],
  invalid_json: [() => server.batch(key, "{"), () => server.batch(key, "")],
  invalid_body: [() => server.batch(key, "[]"), () => server.batch(key, { cities: [1] })],
  batch_too_large: [() => server.batch(key, { cities: Array(26).fill("Irvine") })],
  key_missing: [() => server.request("/v1/stats"), () => server.request("/v1/nothing", { method: "POST" })],
  key_malformed: [() => server.request("/v1/stats", { key: "x" })],
  key_misplaced: [() => server.request(`/v1/stats?api_key=${key}`)],
  key_unknown: [() => server.request("/v1/stats", { key: "svc_live_none" })],
  key_revoked: [withRevokedKey],
  key_expired: [withExpiredKey],
  account_suspended: [withSuspendedAccount],
  path_unknown: [() => ask("/v1/nothing"), () => ask("/v1/safety//"), () => ask("/v1")],
  method_not_allowed: [() => ask("/v1/safety/batch"), () => server.request("/v1/stats", { key, method: "OPTIONS" })],
  body_too_large: [() => server.batch(key, "x".repeat(70_000))],
  unsupported_media_type: [() => server.batch(key, "{}", { "Content-Type": "text/plain" })],
  month_quota_exceeded: [async () => twice(await server.newKey({ limits: { monthlyRequests: 1 } }))],
  day_quota_exceeded: [withSpentTestKey],
  burst_exceeded: [async () => twice(await server.newKey({ limits: { burstCapacity: 1, burstPerSecond: 1 } }))],
  internal_error: [withBrokenPlaces],
  store_unavailable: [withClosedStore],
  overloaded: [withCrowd],
};

describe("decisions 5: one error shape for every way an error can arise", () => {
  test.each(Object.entries(WAYS))("%s", async (code, ways) => {
    for (const way of ways) {
      const { status, headers, text } = await way();
      const body = JSON.parse(text);
      const problem = Object.entries(PROBLEMS).find(([name]) => name === code)?.[1];
      expect([code, status, body.status, body.title]).toEqual([code, problem?.status, problem?.status, problem?.title]);
      expect(Object.keys(body).slice(0, 7)).toEqual([
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "code",
        "request_id",
      ]);
      expect(body.code).toBe(code);
      expect(new URL(body.type).pathname).toBe(`/errors/${code}`);
      expect(body.detail).toMatch(/^[A-Z].*\.$/);
      expect(body.request_id).toBe(headers.get("x-request-id"));
      expect(body.instance).toBe(`urn:uuid:${body.request_id}`);
      expect(headers.get("content-type")).toBe("application/problem+json");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("etag")).toBeNull();
      expect(text).not.toContain(key);
    }
  });

  test("a request that gets a problem is reported with its code and without its text", async () => {
    await ask("/v1/safety/secret%zz");
    expect(server.events.at(-1)).toMatchObject({
      method: "GET",
      pattern: "/v1/safety/{city}",
      status: 400,
      code: "invalid_path",
      keyId: expect.any(Number),
      durationMs: expect.any(Number),
    });
    expect(JSON.stringify(server.events)).not.toMatch(/secret%zz|svc_live_/);
  });
});

function ask(path: string): Promise<Answer> {
  return server.request(path, { key });
}

/** The second of two requests with a new key whose limit is one request. */
async function twice({ secret }: { readonly secret: string }): Promise<Answer> {
  await server.request("/v1/stats", { key: secret });
  return server.request("/v1/stats", { key: secret });
}

async function withRevokedKey(): Promise<Answer> {
  const issued = await server.newKey();
  await server.revoke(issued);
  return server.request("/v1/stats", { key: issued.secret });
}

async function withExpiredKey(): Promise<Answer> {
  const { secret } = await server.newKey({ expiresAtMs: server.nowMs + 1_000 });
  server.advance(1_001);
  return server.request("/v1/stats", { key: secret });
}

async function withSuspendedAccount(): Promise<Answer> {
  const issued = await server.newKey();
  await server.suspend(issued);
  return server.request("/v1/stats", { key: issued.secret });
}

async function withSpentTestKey(): Promise<Answer> {
  const { secret } = await server.newKey({ type: "test" });
  for (let i = 0; i < 100; i++) await server.request("/v1/stats", { key: secret });
  return server.request("/v1/stats", { key: secret });
}

async function withBrokenPlaces(): Promise<Answer> {
  server.places = {
    ...releasedPlaces,
    city: () => {
      throw new Error("broken");
    },
  };
  const answer = await ask("/v1/safety/atlantis");
  server.places = releasedPlaces;
  return answer;
}

async function withClosedStore(): Promise<Answer> {
  const closed = await TestServer.start();
  const { secret } = await closed.newKey();
  await closed.store.close();
  const answer = await closed.request("/v1/stats", { key: secret });
  await closed.stop();
  return answer;
}

async function withCrowd(): Promise<Answer> {
  const crowded = await TestServer.start({ maxWaiting: 1 });
  const { secret } = await crowded.newKey({ plan: "enterprise" });
  const crowd = () => Promise.all(Array.from({ length: 50 }, () => crowded.request("/v1/stats", { key: secret })));
  let refused: Answer | undefined;
  while (refused === undefined) refused = (await crowd()).find((answer) => answer.status !== 200);
  await crowded.stop();
  return refused;
}
