import { describe, expect, test } from "bun:test";
import {
  ConnectionError,
  InputError,
  KeyError,
  LimitError,
  ProblemError,
  SafetyClient,
  SafetyError,
  SetupError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../../packages/client/src/index.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveSite } from "../support/served-site.ts";

const site = await serveSite("sqlite", { PLAN_LIMITS: '{"pro":{"monthlyRequests":1}}' });
const apiKey = await issueKey(site.databaseUrl);

function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "nothing was thrown",
    (error: unknown) => error,
  );
}

test("an unknown key is a KeyError with the code, the request's id, and the whole problem", async () => {
  const client = new SafetyClient({ baseUrl: site.url, apiKey: "svc_live_unknown" });
  const error = await thrownBy(client.city("Irvine"));
  expect(error).toBeInstanceOf(KeyError);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ name: "KeyError", code: "key_unknown", status: 403 });
  expect(error).toMatchObject({ problem: { type: `${site.url}/errors/key_unknown` } });
  expect(String(error)).not.toContain("svc_live_unknown");
});

test("a used-up quota is a LimitError immediately, because it lasts longer than the client waits", async () => {
  const spent = await issueKey(site.databaseUrl, { email: "bob@example.com", plan: "pro" });
  const client = new SafetyClient({ baseUrl: site.url, apiKey: spent });
  await client.stats();
  const error = await thrownBy(client.stats());
  expect(error).toBeInstanceOf(LimitError);
  expect(error).toMatchObject({ code: "month_quota_exceeded", problem: { policy: "month", limit: 1 } });
  expect(error).toMatchObject({ resetsAt: expect.any(Date) });
  expect(client.limits).toMatchObject({ policy: "month", limit: 1, remaining: 0 });
});

test("an invalid name is an InputError", async () => {
  const client = new SafetyClient({ baseUrl: site.url, apiKey });
  const error = await thrownBy(client.city("x".repeat(101)));
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ code: "name_too_long", status: 400 });
});

describe("a wrong argument is a TypeError that says what the method takes, and nothing is sent", () => {
  const closed = new SafetyClient({ baseUrl: "http://127.0.0.1:9", apiKey: "svc_test_x", retries: 0 });
  // As in a program without a compiler.
  const call = (method: string, ...values: readonly unknown[]): Promise<unknown> =>
    Reflect.apply(Reflect.get(closed, method), closed, values);
  test.each([
    ["city", [undefined], 'city() takes a name, such as "Irvine", not undefined.'],
    ["city", [" "], 'city() takes a name, such as "Irvine", not an empty string.'],
    ["county", [null], 'county() takes a name, such as "Irvine", not null.'],
    ["explain", [7], 'explain() takes a name, such as "Irvine", not a number.'],
    ["explainCounty", [["Orange"]], 'explainCounty() takes a name, such as "Irvine", not an array.'],
    ["history", [{}], 'history() takes a name, such as "Irvine", not an object.'],
    ["countyHistory", [], 'countyHistory() takes a name, such as "Irvine", not undefined.'],
    ["cityOrCounty", ["Irvine"], 'cityOrCounty() takes a name, such as "Irvine", not undefined.'],
    ["locate", ["92618"], 'locate() takes an object, such as { zip: "92618" }, not a string.'],
    ["locateOrSuggest", [], 'locate() takes an object, such as { zip: "92618" }, not undefined.'],
    ["locateBatch", ["92618"], 'locateBatch() takes a list, such as [{ zip: "92618" }], not a string.'],
    ["explainBatch", [["Irvine"]], 'explainBatch() takes an object, such as { cities: ["Irvine"] }, not an array.'],
    [
      "historyBatch",
      [{ counties: "Orange" }],
      'historyBatch() takes a list, such as { counties: ["Orange"] }, not a string.',
    ],
    ["explainBatch", [{ cities: ["Irvine", 7] }], "explainBatch() takes names, but element 1 is a number."],
    ["batch", ["Irvine"], 'batch() takes a list, such as ["Irvine"], not a string.'],
    ["batch", [undefined], 'batch() takes a list, such as ["Irvine"], not undefined.'],
    ["batch", [["Irvine", 7]], "batch() takes names, but element 1 is a number."],
  ])("%s(%j)", async (method, values, message) => {
    const error = await thrownBy(call(method, ...values));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty("message", message);
  });

  test("places(text), when the loop starts", async () => {
    const places: unknown = "holly";
    const loop: AsyncGenerator<unknown> = Reflect.apply(closed.places, closed, [places]);
    expect(await thrownBy(loop.next())).toBeInstanceOf(TypeError);
  });

  test("a client without options", () => {
    expect(() => Reflect.construct(SafetyClient, [])).toThrow(SetupError);
    expect(
      () => new SafetyClient({ baseUrl: "http://h", apiKey: "svc_test_x", fetch: Reflect.get({}, "none") }),
    ).not.toThrow();
    expect(() => Reflect.construct(SafetyClient, [{ baseUrl: "http://h", apiKey: "svc_test_x", fetch: 1 }])).toThrow(
      "fetch must be a function",
    );
  });
});

test("a connection failure is a ConnectionError with the cause", async () => {
  const closed = Bun.serve({ port: 0, fetch: () => new Response() });
  const baseUrl = closed.url.origin;
  await closed.stop(true);
  const error = await thrownBy(new SafetyClient({ baseUrl, apiKey, retries: 0 }).stats());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ name: "ConnectionError", cause: expect.any(Error) });
});

test("a server that does not answer in time is a TimeoutError", async () => {
  const silent = Bun.serve({ port: 0, fetch: () => Promise.withResolvers<Response>().promise });
  const client = new SafetyClient({ baseUrl: silent.url.origin, apiKey, timeoutMs: 50, retries: 0 });
  expect(await thrownBy(client.stats())).toBeInstanceOf(TimeoutError);
  await silent.stop(true);
});

test("a redirect is not followed, because it would send the key elsewhere", async () => {
  const keysSeen: (string | null)[] = [];
  const elsewhere = Bun.serve({
    port: 0,
    fetch(request) {
      keysSeen.push(request.headers.get("x-api-key"));
      return Response.json({});
    },
  });
  const redirecting = Bun.serve({ port: 0, fetch: () => Response.redirect(elsewhere.url.href) });
  const error = await thrownBy(new SafetyClient({ baseUrl: redirecting.url.origin, apiKey }).stats());
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect(error).toMatchObject({ status: 302 });
  expect(keysSeen).toEqual([]);
  await Promise.all([redirecting.stop(true), elsewhere.stop(true)]);
});

test("an abort ends the call with the reason of its signal", async () => {
  const client = new SafetyClient({ baseUrl: site.url, apiKey });
  const reason = new Error("the user went away");
  expect(await thrownBy(client.stats({ signal: AbortSignal.abort(reason) }))).toBe(reason);
});

/** A server that gives the same answer to all requests, and calls of a client to it. */
async function answeredBy(answer: () => Response, call: (client: SafetyClient) => Promise<unknown>) {
  let requests = 0;
  const server = Bun.serve({
    port: 0,
    fetch() {
      requests++;
      return answer();
    },
  });
  const thrown = await thrownBy(call(new SafetyClient({ baseUrl: server.url.origin, apiKey })));
  await server.stop(true);
  return { thrown, requests };
}

test("JSON from another program is an error, not a record or an endless batch", async () => {
  const values = [{}, null, [], "yes", { found: true }, { found: true, data: null }, { results: [] }, { results: "x" }];
  for (const value of values) {
    for (const call of [
      (client: SafetyClient) => client.city("Irvine"),
      (client: SafetyClient) => client.stats(),
      (client: SafetyClient) => client.batch(["Irvine"]),
    ]) {
      const { thrown, requests } = await answeredBy(() => Response.json(value), call);
      expect(thrown).toBeInstanceOf(UnexpectedAnswerError);
      expect(requests).toBe(1);
    }
  }
});

test("a gateway's own problem is not mistaken for one of the service", async () => {
  const problem = { status: 502, code: "bad_gateway", request_id: "1", detail: "no upstream" };
  const stats = (client: SafetyClient) => client.stats();
  expect((await answeredBy(() => Response.json(problem, { status: 421 }), stats)).thrown).toMatchObject({
    name: "UnexpectedAnswerError",
    status: 421,
  });
  expect((await answeredBy(() => Response.json(problem, { status: 400 }), stats)).thrown).toBeInstanceOf(
    UnexpectedAnswerError,
  );
});

test("half a character in a name makes it invalid", async () => {
  const client = new SafetyClient({ baseUrl: site.url, apiKey });
  expect(await client.city("Irvine\ud83d")).toBeNull();
  expect(await client.batch(["Irvine\ud83d"])).toEqual([{ city: "Irvine\ud83d", found: false, data: null }]);
});

test("a service below a path is reached, with or without a trailing slash", async () => {
  const proxy = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/safety/v1/")) return new Response("nothing here", { status: 404 });
      return fetch(site.url + pathname.slice("/safety".length), { headers: request.headers });
    },
  });
  for (const path of ["/safety", "/safety/", "/safety//"]) {
    const client = new SafetyClient({ baseUrl: proxy.url.origin + path, apiKey });
    expect(await client.city("irvine")).toMatchObject({ city: "Irvine" });
  }
  await proxy.stop(true);
});

test("an option that would make the client loop, hang, or never start is refused when the client is created", () => {
  for (const wrong of [
    { batchSize: 0 },
    { batchSize: Number.NaN },
    { batchSize: 2.5 },
    { retries: -1 },
    { retries: Number.NaN },
    { timeoutMs: 0 },
    { timeoutMs: Number.POSITIVE_INFINITY },
    { maxRetryWaitMs: Number.MAX_SAFE_INTEGER },
  ]) {
    const [name = ""] = Object.keys(wrong);
    const made = () => new SafetyClient({ baseUrl: site.url, apiKey, ...wrong });
    expect(made).toThrow(SetupError);
    expect(made).toThrow(`${name} must be a whole number`);
  }
});

test("an invalid URL is refused and not repeated, because it may be the key by mistake", () => {
  for (const baseUrl of [
    apiKey,
    "localhost:8080",
    "http://",
    "",
    `${site.url}/?key=${apiKey}`,
    `https://u:${apiKey}@h`,
  ]) {
    expect(() => new SafetyClient({ baseUrl, apiKey })).toThrow(SetupError);
    expect(() => new SafetyClient({ baseUrl, apiKey })).not.toThrow(apiKey);
  }
  expect(() => new SafetyClient({ baseUrl: `${site.url}/v1/`, apiKey })).toThrow("without /v1");
});

test("a client without a URL or a key throws when it is created, and never shows the key", () => {
  const made = (options: { baseUrl: string; apiKey: string }) => () => new SafetyClient(options);
  expect(made({ baseUrl: "safety.example", apiKey })).toThrow(SetupError);
  expect(made({ baseUrl: site.url, apiKey: "" })).toThrow("Is the variable set");
  expect(made({ baseUrl: site.url, apiKey: `${apiKey}\n` })).toThrow(SafetyError);
  expect(made({ baseUrl: site.url, apiKey: `secret ${apiKey}` })).not.toThrow(apiKey);
});
