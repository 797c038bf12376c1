import type { RequestEvent } from "../api/handler.ts";
import { problemAnswer } from "../api/problem.ts";
import { INTERNAL_ERROR } from "../api/refusal.ts";
import { requestIdOf, traceparentOf } from "../api/request-id.ts";
import { systemClock } from "./clock.ts";
import { LineBudget } from "./line-budget.ts";
import type { ServiceLog } from "./log.ts";
import type { Metrics } from "./metrics.ts";
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

export class Observer {
  readonly #parts: ObserverParts;
  readonly #failedBudget = new LineBudget(100);
  readonly #refusedBudget = new LineBudget(10);
  readonly #storeBudget = new LineBudget(1);

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  /** Whether successful requests are reported anywhere. */
  get observesAll(): boolean {
    const { log, metrics, tracing } = this.#parts;
    return metrics !== null || tracing !== null || log.debugs;
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
      const response = await this.#answer(handler, request, server, { requestId: given, failed });
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

  async #answer(
    handler: WatchedHandler,
    request: Request,
    server: Bun.Server<undefined>,
    watched: WatchedRequest,
  ): Promise<Response> {
    try {
      return await handler(request, server, watched);
    } catch (error) {
      watched.failed(error);
      const { baseUrl } = this.#parts;
      return problemAnswer(INTERNAL_ERROR, { baseUrl, requestId: watched.requestId, nowMs: systemClock.now() });
    }
  }

  /** A batch that the store could not count. */
  storeFailed(error: unknown): void {
    const { log, metrics } = this.#parts;
    metrics?.storeFailed();
    const leftOut = this.#storeBudget.take();
    if (leftOut !== null) log.error({ failures: leftOut + 1, error }, "the store failed, requests are answered 503");
  }

  /** Logs requests that failed, were refused, or were slow. */
  #log(request: RequestEvent): void {
    const { log, slowRequestMs } = this.#parts;
    const { error, traceparent, ...event } = request;
    const isFailed = event.status >= 500;
    const isSlow = slowRequestMs > 0 && event.durationMs >= slowRequestMs;
    const isRefused = event.status === 429 || event.status === 403;
    if (!isFailed && !isRefused && !isSlow && !log.debugs) return;
    const traceId = traceparent?.split("-")[1];
    const line = { ...event, ...(traceId === undefined ? {} : { traceId }) };
    const budget = isFailed ? this.#failedBudget : isRefused && !isSlow ? this.#refusedBudget : null;
    const leftOut = budget === null ? 0 : budget.take();
    if (leftOut === null) return;
    const counted = leftOut > 0 ? { ...line, leftOut } : line;
    if (event.status === 500) log.error({ ...counted, error }, "a request failed");
    else if (isFailed) log.warn({ ...counted, error }, "a request could not be handled");
    else if (isSlow) log.info(counted, "a slow request");
    else if (isRefused) log.info(counted, "a refused request");
    else log.debug(counted, "request");
  }
}
