import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import manifest from "../../package.json" with { type: "json" };
import type { RequestEvent } from "../api/handler.ts";

interface TracingSettings {
  /** The collector's URL, without a signal's path. */
  readonly endpoint: string;
  /** Share of new traces that are recorded, 0 to 1. Other traces follow their parent's decision. */
  readonly share: number;
}

export type Tracing = ReturnType<typeof startTracing>;

/** How long a stop waits for a collector that does not respond. */
const HAND_OVER_MS = 2_000;

/** Sends a span for each request to an OpenTelemetry collector. Load this module only if there is one. */
export function startTracing({ endpoint, share }: TracingSettings) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ "service.name": "safety", "service.version": manifest.version }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
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
