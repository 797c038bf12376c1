import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import manifest from "../../package.json" with { type: "json" };
import type { RequestEvent } from "../api/handler.ts";
import type { Log } from "../base/log.ts";

interface TracingSettings {
  /** The collector's URL, without a signal's path. */
  readonly endpoint: string;
  /** Share of new traces that are recorded, 0 to 1. Other traces follow their parent's decision. */
  readonly share: number;
  readonly log: Log;
  /** Called with the number of spans that the collector did not get. */
  readonly lost: (spans: number) => void;
}

export type Tracing = ReturnType<typeof startTracing>;

/** How long a stop waits for a collector that does not respond. */
const HAND_OVER_MS = 2_000;

type ExportResult = Parameters<Parameters<SpanExporter["export"]>[1]>[0];
/** `ExportResultCode.SUCCESS` of a package that only the libraries depend on. */
const SUCCESS = 0;

/** Spans that wait for the collector; more are lost. */
const MAX_WAITING = 2_048;

/** Sends a span for each request to an OpenTelemetry collector. Load this module only if there is one. */
export function startTracing({ endpoint, share, log, lost }: TracingSettings) {
  let waiting = 0;
  let isFailing = false;
  const inner = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const ended = (spans: number, { code, error }: ExportResult) => {
    const hasFailed = code !== SUCCESS;
    if (hasFailed) lost(spans);
    if (hasFailed && !isFailing) log.warn({ error }, "the collector of traces does not take spans: they are lost");
    if (!hasFailed && isFailing) log.info({}, "the collector of traces takes spans again");
    isFailing = hasFailed;
  };
  const exporter: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length;
      inner.export(spans, (result) => {
        ended(spans.length, result);
        done(result);
      });
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  };
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ "service.name": "safety", "service.version": manifest.version }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING })],
  });
  const tracer = provider.getTracer("safety", manifest.version);
  return {
    record({ requestId, method, pattern, status, code, durationMs, traceparent }: RequestEvent): void {
      const endMs = performance.timeOrigin + performance.now();
      const attributes = {
        "http.request.method": method,
        "http.route": pattern,
        "http.response.status_code": status,
        "safety.request_id": requestId,
        ...(code === null ? {} : { "error.type": code }),
      };
      const options = { kind: SpanKind.SERVER, startTime: endMs - durationMs, attributes };
      const span = tracer.startSpan(`${method} ${pattern}`, options, parentOf(traceparent));
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      if (span.isRecording()) {
        // The library says nothing about a span that it has no room for.
        if (waiting < MAX_WAITING) waiting++;
        else lost(1);
      }
      span.end(endMs);
    },
    /** Sends the remaining spans. Never rejects. */
    close: (): Promise<void> => Promise.race([provider.shutdown().catch(() => {}), Bun.sleep(HAND_OVER_MS)]),
  };
}

/** The caller's span, if `traceparent` is well-formed. */
function parentOf(traceparent: string | null): Context {
  if (traceparent === null) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-");
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}
