import { afterAll, expect, test } from "bun:test";
import { startTracing } from "../../src/main/tracing.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

const received: {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: Span[] }[] }[];
}[] = [];

const collector = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/v1/traces": async (request) => {
      received.push(JSON.parse(await request.text()));
      return Response.json({});
    },
  },
});
const program = await serveProgram({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` });
const key = await issueKey(program.databaseUrl);
afterAll(() => collector.stop(true));

test("each request is a span of its caller's trace, with its route and id but no client text; a stop sends all spans", async () => {
  const [traceId, parentSpanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  const headers = { "X-API-Key": key, traceparent: `00-${traceId}-${parentSpanId}-01` };
  const answer = await fetch(`${program.url}/v1/safety/Irvine`, { headers });
  await fetch(`${program.url}/pricing`);
  await program.stop();

  const spans = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const of = (name: string) => spans.find((each) => each.name === name);
  const lookUp = of("GET /v1/safety/{city}");
  expect(lookUp).toMatchObject({ traceId, parentSpanId });
  expect(Number(lookUp?.endTimeUnixNano)).toBeGreaterThan(Number(lookUp?.startTimeUnixNano));
  const attributes = Object.fromEntries((lookUp?.attributes ?? []).map((each) => [each.key, each.value]));
  expect(attributes).toMatchObject({
    "http.response.status_code": { intValue: 200 },
    "safety.request_id": { stringValue: answer.headers.get("x-request-id") ?? "" },
  });
  expect(of("GET pages")?.parentSpanId ?? "").toBe("");
  expect(JSON.stringify(received)).toContain('"service.name"');
  for (const secret of ["Irvine", key]) expect(JSON.stringify(received)).not.toContain(secret);
});

test("spans that the collector refuses are counted, and the log says it once", async () => {
  await using refusing = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(null, { status: 400 }),
  });
  const alone = await serveProgram({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url.origin, METRICS_PORT: "0" });
  const lost = async () => {
    const text = await (await fetch(alone.metricsUrl)).text();
    return Number(/^safety_spans_lost_total (\d+)$/m.exec(text)?.[1]);
  };
  expect(await lost()).toBe(0);
  // Twice: the next failure is not logged again.
  for (const counted of [3, 6]) {
    for (let request = 0; request < 3; request++) await fetch(`${alone.url}/pricing`);
    await until("the spans are lost", async () => (await lost()) === counted);
  }
  expect(alone.log().split("does not take spans").length).toBe(2);
  await alone.stop();
});

test("spans for which there is no room while the collector hangs are counted", () => {
  let lost = 0;
  const hanging = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const log = { info() {}, warn() {}, error() {} };
  const count = (spans: number) => {
    lost += spans;
  };
  const tracing = startTracing({ endpoint: `http://127.0.0.1:${hanging.port}`, share: 1, log, lost: count });
  const event = { requestId: "x", method: "GET", pattern: "/v1/stats", status: 200, code: null, keyId: null };
  for (let request = 0; request < 5_000; request++) {
    tracing.record({ ...event, durationMs: 1, traceparent: null, error: undefined });
  }
  // 512 are on their way, and 2,048 wait.
  expect(lost).toBe(5_000 - 512 - 2_048);
  hanging.stop(true);
});

test("an unavailable collector affects no request and no stop", async () => {
  const alone = await serveProgram({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect((await fetch(`${alone.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${alone.url}/pricing`)).status).toBe(200);
  alone.kill("SIGTERM");
  expect(await alone.exited).toBe(0);
});
