import { afterAll, expect, test } from "bun:test";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";

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

test("an unavailable collector affects no request and no stop", async () => {
  const alone = await serveProgram({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect((await fetch(`${alone.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${alone.url}/pricing`)).status).toBe(200);
  alone.kill("SIGTERM");
  expect(await alone.exited).toBe(0);
});
