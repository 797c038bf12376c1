import { expect, test } from "bun:test";
import { Observer } from "../../src/main/observe.ts";

interface Line {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

function observed({ debugs = false } = {}) {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message });
  const log = {
    debugs,
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
  const observer = new Observer({ log, metrics: null, tracing: null, baseUrl: "http://localhost", slowRequestMs: 50 });
  return { lines, observer };
}

const EVENT = {
  requestId: "d9428888-122b-41e1-b85c-61cd3cbb3210",
  method: "GET",
  pattern: "/v1/stats",
  status: 200,
  code: null,
  keyId: 7,
  durationMs: 1,
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  error: undefined,
} as const;

test("a fast request is not logged, a slow one is, with its id, trace, and duration", () => {
  const { lines, observer } = observed();
  observer.observe(EVENT);
  expect(lines).toEqual([]);
  observer.observe({ ...EVENT, durationMs: 50 });
  const { traceparent: _, error: __, ...fields } = EVENT;
  expect(lines).toEqual([
    {
      level: "info",
      message: "a slow request",
      fields: { ...fields, durationMs: 50, traceId: "4bf92f3577b34da6a3ce929d0e0e4736" },
    },
  ]);
});

test("a flood of slow requests writes ten lines a second", () => {
  const { lines, observer } = observed();
  for (let request = 0; request < 2_000; request++) observer.observe({ ...EVENT, durationMs: 1_500 });
  // The flood may last past the end of a second.
  expect(lines.length).toBeGreaterThanOrEqual(10);
  expect(lines.length).toBeLessThanOrEqual(20);
});

test("every request is logged at the level debug", () => {
  const { lines, observer } = observed({ debugs: true });
  observer.observe(EVENT);
  expect(lines).toMatchObject([{ level: "debug", message: "request", fields: { requestId: EVENT.requestId } }]);
});

test("a failed request is logged with its error", () => {
  const { lines, observer } = observed();
  const error = new Error("the page failed");
  observer.observe({ ...EVENT, status: 500, error });
  expect(lines).toMatchObject([
    {
      level: "error",
      message: "a request failed",
      fields: { requestId: EVENT.requestId, error },
    },
  ]);
});

test("of thousands of failing requests in a second, 100 are logged, and the next line counts the others", async () => {
  const { lines, observer } = observed();
  for (let count = 0; count < 5_000; count++) observer.observe({ ...EVENT, status: 503 });
  const inFirstSeconds = lines.length;
  expect(inFirstSeconds).toBeGreaterThanOrEqual(100);
  expect(inFirstSeconds).toBeLessThan(1_000);
  await Bun.sleep(1_050);
  observer.observe({ ...EVENT, status: 503 });
  const leftOut = lines.map(({ fields }) => Number(fields["leftOut"] ?? 0)).reduce((sum, count) => sum + count, 0);
  expect(lines.length + leftOut).toBe(5_001);
});

test("a request that failed is logged even while thousands of others get 503", () => {
  const { lines, observer } = observed();
  for (let count = 0; count < 5_000; count++) observer.observe({ ...EVENT, status: 503 });
  observer.observe({ ...EVENT, status: 500 });
  expect(lines.at(-1)?.message).toBe("a request failed");
});

test("an exception in a handler is answered 500 with an id that is in the log, and reveals no internals", async () => {
  const { lines, observer } = observed();
  const handler = observer.watched("pages", () => Promise.reject(new Error("no file may be opened at /srv/x")));
  await using server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request, self) => handler(request, self) });
  const answer = await fetch(server.url, { headers: { "X-Request-Id": EVENT.requestId } });
  expect([answer.status, answer.headers.get("x-request-id")]).toEqual([500, EVENT.requestId]);
  expect(await answer.text()).not.toContain("/srv/x");
  expect(lines).toMatchObject([{ fields: { requestId: EVENT.requestId, status: 500, pattern: "pages" } }]);
});
