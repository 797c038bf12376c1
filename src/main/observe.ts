import type { RequestEvent, RequestObserver } from "../api/handler.ts";
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

export class Observer implements RequestObserver {
  readonly #parts: ObserverParts;
  readonly #failedBudget = new LineBudget(100);
  readonly #refusedBudget = new LineBudget(10);
  readonly #storeBudget = new LineBudget(1);

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  observes(status: number, durationMs: number): boolean {
    const { metrics, tracing } = this.#parts;
    return metrics !== null || tracing !== null || this.#logs(status, durationMs);
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

  /** Requests that failed, were refused, or were slow are logged. */
  #logs(status: number, durationMs: number): boolean {
    return status >= 500 || isRefusal(status) || this.#isSlow(durationMs) || this.#parts.log.debugs;
  }

  #isSlow(durationMs: number): boolean {
    const { slowRequestMs } = this.#parts;
    return slowRequestMs > 0 && durationMs >= slowRequestMs;
  }

  #log(request: RequestEvent): void {
    const { error, traceparent, ...event } = request;
    if (!this.#logs(event.status, event.durationMs)) return;
    const { log } = this.#parts;
    const isFailed = event.status >= 500;
    const isSlow = this.#isSlow(event.durationMs);
    const isRefused = isRefusal(event.status);
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

function isRefusal(status: number): boolean {
  return status === 403 || status === 429;
}
