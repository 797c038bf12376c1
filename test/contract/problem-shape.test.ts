import { describe, expect, test } from "bun:test";
import document from "../../openapi/openapi.json";
import { mintKey } from "../../src/access/key.ts";
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from "../../src/domain/problem.ts";
import { readReference, refusalExample } from "../../src/site/docs/reference-document.ts";
import { KEY, REFUSED_REQUESTS } from "../../src/site/docs/refused-examples.ts";
import { type Answer, releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey();

const LONG_NAME = "a".repeat(101);

/** Sends the request of the problem's page with a key that is in the state of the problem. */
type Send = (code: ProblemCode) => Promise<Answer>;

/** How each problem is caused: the first way sends the request of its page. */
const WAYS: Readonly<Record<ProblemCode, readonly [Send, ...Send[]]>> = {
  invalid_path: [sendPage, () => ask("/v1/safety/county/%00")],
  invalid_parameter: [sendPage, () => ask("/v1/explain/Irvine?a=1&a=2")],
  name_too_long: [sendPage, () => server.batch(key, { cities: [LONG_NAME] })],
  invalid_json: [sendPage, () => server.batch(key, "")],
  invalid_body: [sendPage, () => server.batch(key, "[]")],
  batch_too_large: [sendPage],
  key_missing: [sendPage, () => server.request("/v1/nothing", { method: "POST" })],
  key_malformed: [sendPage],
  key_misplaced: [sendPage, () => server.request(`/v1/stats?api_key=${key}`)],
  key_unknown: [
    (code) => sendPage(code, mintKey("live").key),
    () => server.request("/v1/stats", { key: "svc_live_none" }),
  ],
  key_revoked: [withRevokedKey],
  key_expired: [withExpiredKey],
  account_suspended: [withSuspendedAccount],
  address_not_allowed: [withRestrictedKey],
  path_unknown: [sendPage, () => ask("/v1/nothing"), () => ask("/v1/safety//"), () => ask("/v1")],
  method_not_allowed: [sendPage, () => ask("/v1/safety/batch")],
  body_too_large: [sendPage],
  unsupported_media_type: [sendPage],
  month_quota_exceeded: [async (code) => twice(code, await server.newKey({ limits: { monthlyRequests: 1 } }))],
  day_quota_exceeded: [withSpentTestKey],
  burst_exceeded: [
    async (code) => twice(code, await server.newKey({ limits: { burstCapacity: 1, burstPerSecond: 1 } })),
  ],
  internal_error: [withBrokenPlaces],
  store_unavailable: [withClosedStore],
  overloaded: [withCrowd],
};

describe("decisions 5: one error shape for every way an error can arise, and the example on its page is an answer", () => {
  test.each(PROBLEM_CODES)("%s", async (code) => {
    const example = refusalExample(await readReference(document), code, REFUSED_REQUESTS[code]);
    const problem = PROBLEMS[code];
    for (const [index, way] of WAYS[code].entries()) {
      const { status, headers, text } = await way(code);
      const body = JSON.parse(text);
      if (index === 0) expect(comparable(body)).toEqual(comparable(example));
      const hasReset = status === 429 && code !== "burst_exceeded";
      expect(headers.has("retry-after")).toBe([429, 503].includes(status) && !hasReset);
      expect([code, status, body.status, body.title]).toEqual([code, problem.status, problem.status, problem.title]);
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
    expect(JSON.stringify(server.events)).not.toMatch(/secret%zz|svc_live_/);
    expect(server.events.at(-1)).toMatchObject({
      method: "GET",
      pattern: "/v1/safety/{city}",
      status: 400,
      code: "invalid_path",
      keyId: expect.any(Number),
      durationMs: expect.any(Number),
    });
  });
});

/** A problem without what differs for each request, server, and day. */
function comparable(problem: unknown): unknown {
  const text = JSON.stringify(problem)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/(?<=address of this request, )[\d.]+(?=\.)/g, "ADDRESS")
    .replaceAll(/http[^"]+(?=\/errors\/)/g, "");
  const { limit: _, ...rest } = JSON.parse(text);
  return rest;
}

function ask(path: string): Promise<Answer> {
  return server.request(path, { key });
}

function sendPage(code: ProblemCode, secret = key, to = server): Promise<Answer> {
  const { method = "GET", path, headers, body } = REFUSED_REQUESTS[code];
  const sent = Object.entries(headers).map(([name, value]) => [name, value.replace(KEY, secret)] as const);
  const input = { method, headers: Object.fromEntries(sent) };
  return to.request(path, body === undefined ? input : { ...input, body });
}

/** The second of two requests with a new key whose limit is one request. */
async function twice(code: ProblemCode, { secret }: { readonly secret: string }): Promise<Answer> {
  await sendPage(code, secret);
  return sendPage(code, secret);
}

async function withRevokedKey(code: ProblemCode): Promise<Answer> {
  const issued = await server.newKey();
  await server.revoke(issued);
  return sendPage(code, issued.secret);
}

async function withExpiredKey(code: ProblemCode): Promise<Answer> {
  const { secret } = await server.newKey({ expiresAtMs: server.nowMs + 1_000 });
  server.advance(1_001);
  return sendPage(code, secret);
}

async function withSuspendedAccount(code: ProblemCode): Promise<Answer> {
  const issued = await server.newKey();
  await server.suspend(issued);
  return sendPage(code, issued.secret);
}

async function withRestrictedKey(code: ProblemCode): Promise<Answer> {
  const { secret, key } = await server.newKey();
  const origin = { via: "dashboard", address: null } as const;
  await server.store.keys.restrict({ accountId: key.accountId, keyId: key.id, origin }, "203.0.113.0/24");
  return sendPage(code, secret);
}

async function withSpentTestKey(code: ProblemCode): Promise<Answer> {
  const { secret } = await server.newKey({ type: "test" });
  for (let i = 0; i < 100; i++) await server.request("/v1/stats", { key: secret });
  return sendPage(code, secret);
}

async function withBrokenPlaces(code: ProblemCode): Promise<Answer> {
  server.places = {
    ...releasedPlaces,
    get stats(): never {
      throw new Error("broken");
    },
  };
  const answer = await sendPage(code);
  server.places = releasedPlaces;
  return answer;
}

async function withClosedStore(code: ProblemCode): Promise<Answer> {
  const closed = await TestServer.start();
  const { secret } = await closed.newKey();
  await closed.store.close();
  for (const path of ["/v1/safety/Irvine", "/v1/safety/county/Orange", "/v1/unknown", "/v1/safety/batch"]) {
    const method = path.endsWith("batch") ? "POST" : "GET";
    expect([path, (await closed.request(path, { key: secret, method })).status]).toEqual([path, 503]);
  }
  const answer = await sendPage(code, secret, closed);
  await closed.stop();
  return answer;
}

async function withCrowd(code: ProblemCode): Promise<Answer> {
  const crowded = await TestServer.start({ maxWaiting: 1 });
  const { secret } = await crowded.newKey({ plan: "enterprise" });
  const crowd = () => Promise.all(Array.from({ length: 50 }, () => sendPage(code, secret, crowded)));
  let refused: Answer | undefined;
  while (refused === undefined) refused = (await crowd()).find((answer) => answer.status !== 200);
  await crowded.stop();
  return refused;
}

test("a detail quotes what was sent without line ends and marks of direction, also those that JSON does not escape", async () => {
  const unseen = ["\n", "\0", "\u0085", "\u2028", "\u2029", "\u202e", "\u200b", "\ufeff", "\u{e0041}"];
  for (const character of unseen) {
    const state = encodeURIComponent(`a${character}b`);
    for (const path of [`/v1/us/safety/${state}/Austin`, `/v1/us/locate?name=Austin&state=${state}`]) {
      const { status, text } = await ask(path);
      const { detail } = JSON.parse(text);
      expect([path, status]).toEqual([path, 400]);
      expect(detail).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  }
  const { text } = await ask("/v1/us/safety/a%E2%80%AEb/Austin");
  expect(JSON.parse(text).detail).toContain('it is "a\\u202eb"');
});
