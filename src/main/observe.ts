import type { RequestEvent, RequestObserver } from "../api/handler.ts";
import { requestIdOf, traceparentOf } from "../http/path.ts";
import { problemAnswer } from "../http/problem.ts";
import { INTERNAL_ERROR } from "../http/refusal.ts";
import type { Metrics } from "./metrics.ts";
import type { ServiceLog } from "./service-log.ts";
import { systemClock } from "./system-clock.ts";
import type { Tracing } from "./tracing.ts";

export type Handler = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

interface WatchedRequest {
  readonly requestId: string;
  /** Receives the error, for the log: the response does not reveal it. */
  failed(error: unknown): void;
}

export type WatchedHandler = (
  request: Request,
  server: Bun.Server<undefined>,
  watched: WatchedRequest,
) => Response | Promise<Response>;

interface ObserverParts {
  readonly log: ServiceLog;
  readonly metrics: Metrics | null;
  readonly tracing: Tracing | null;
  readonly baseUrl: string;
  /** Requests that take longer are logged; 0 for none. */
  readonly slowRequestMs: number;
}

export class Observer implements RequestObserver {
  readonly #parts: ObserverParts;
  readonly #failedBudget = lineBudget(100);
  readonly #unavailableBudget = lineBudget(100);
  readonly #refusedBudget = lineBudget(10);
  readonly #slowBudget = lineBudget(10);
  readonly #storeBudget = lineBudget(1);

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  observes(status: number, durationMs: number): boolean {
    const { metrics, tracing } = this.#parts;
    return metrics !== null || tracing !== null || this.#lineFor(status, durationMs) !== null;
  }

  observe(event: RequestEvent): void {
    this.#parts.metrics?.request(event.pattern, event.status, event.durationMs);
    this.#parts.tracing?.record(event);
    this.#log(event);
  }

  /** Adds an id to each response, answers exceptions with 500, and reports the response under `pattern`. */
  watched(pattern: string, handler: WatchedHandler): Handler {
    return async (request, server) => {
      const startedMs = performance.now();
      const given = requestIdOf(request.headers);
      let error: unknown;
      const failed = (reason: unknown) => {
        error = reason;
      };
      const answer = async () => handler(request, server, { requestId: given, failed });
      const response = await answer().catch((reason: unknown) => {
        failed(reason);
        const { baseUrl } = this.#parts;
        return problemAnswer(INTERNAL_ERROR, { baseUrl, requestId: given, nowMs: systemClock.now() });
      });
      const requestId = response.headers.get("X-Request-Id") ?? given;
      response.headers.set("X-Request-Id", requestId);
      this.observe({
        requestId,
        method: request.method,
        pattern,
        status: response.status,
        code: null,
        keyId: null,
        durationMs: performance.now() - startedMs,
        traceparent: traceparentOf(request.headers),
        error,
      });
      return response;
    };
  }

  /** A batch that the store could not count. */
  storeFailed(error: unknown): void {
    const { log, metrics } = this.#parts;
    metrics?.storeFailed();
    const leftOut = this.#storeBudget();
    if (leftOut !== null) log.error({ failures: leftOut + 1, error }, "the store failed, requests are answered 503");
  }

  /** How a request is logged: at which level, as what, and how often; null if it is not. */
  #lineFor(status: number, durationMs: number) {
    const { log, slowRequestMs } = this.#parts;
    if (status === 500) return { write: log.error, message: "a request failed", budget: this.#failedBudget };
    if (status > 500)
      return { write: log.warn, message: "a request could not be handled", budget: this.#unavailableBudget };
    if (slowRequestMs > 0 && durationMs >= slowRequestMs)
      return { write: log.info, message: "a slow request", budget: this.#slowBudget };
    if (status === 403 || status === 429)
      return { write: log.info, message: "a refused request", budget: this.#refusedBudget };
    return log.debugs ? { write: log.debug, message: "request", budget: null } : null;
  }

  #log({ traceparent, ...event }: RequestEvent): void {
    const line = this.#lineFor(event.status, event.durationMs);
    const leftOut = line?.budget?.();
    if (line === null || leftOut === null) return;
    const traceId = traceparent?.split("-")[1];
    line.write(
      { ...event, ...(traceId === undefined ? {} : { traceId }), ...(leftOut ? { leftOut } : {}) },
      line.message,
    );
  }
}

const SECOND_MS = 1_000;

/**
 * Limits log lines per second: in an outage, thousands of requests would each write the same one. Returns, if a
 * line may be written, how many were suppressed since the last one; otherwise null.
 */
function lineBudget(linesPerSecond: number): () => number | null {
  let startedMs = Number.NEGATIVE_INFINITY;
  let written = 0;
  let leftOut = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs - startedMs >= SECOND_MS) {
      startedMs = nowMs;
      written = 0;
    }
    if (written >= linesPerSecond) {
      leftOut += 1;
      return null;
    }
    written += 1;
    const suppressed = leftOut;
    leftOut = 0;
    return suppressed;
  };
}
