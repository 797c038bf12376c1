import type { Admission } from "../access/admission.ts";
import type { Allowance, Decision, Principal } from "../access/decision.ts";
import { type KeyDigest, readKeyHeader } from "../access/key.ts";
import type { Clock } from "../domain/clock.ts";
import type { ProblemCode } from "../domain/problem.ts";
import type { Geography } from "../places/geography.ts";
import type { Places } from "../places/places.ts";
import { createAnswers } from "./answer.ts";
import { namesIn } from "./batch.ts";
import { readBody } from "./body.ts";
import { requestTextOf } from "./path.ts";
import { problemAnswer, type Refusal } from "./problem-answer.ts";
import { keepAnswer } from "./recent-answers.ts";
import { decisionRefusal, headerRefusal, INTERNAL_ERROR } from "./refusal.ts";
import { requestIdOf, traceparentOf } from "./request-id.ts";
import type { AdmittedStamp } from "./stamp.ts";
import { type Target, targetOf, UNKNOWN_PATH } from "./target.ts";

export interface ApiOptions {
  /** Returns the current places. A request keeps the one that it started with. */
  readonly places: () => Places;
  /** The geography of the current places, loaded on first use. */
  readonly geography: () => Promise<Geography>;
  readonly admission: Admission;
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly monotonicMs: () => number;
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Called for every request that was refused with 403, 429, or 500 and above, or took at least `slowRequestMs`; if
   * `observesAll`, for every request.
   */
  readonly onRequest?: (event: RequestEvent) => void;
  /** False if nothing would read it; true by default. */
  readonly observesAll?: boolean;
  /** 0 by default: no request counts as slow. */
  readonly slowRequestMs?: number;
}

/** An answered request. It contains no client text: neither path nor key. */
export interface RequestEvent {
  readonly requestId: string;
  readonly method: string;
  /** `/v1/safety/{city}` and the like, `/v1/*` for an unknown path. */
  readonly pattern: Target["pattern"];
  readonly status: number;
  /** null if the answer is not a problem. */
  readonly code: ProblemCode | null;
  /** null if no known key was found. */
  readonly keyId: number | null;
  readonly durationMs: number;
  /** Its trace (W3C Trace Context); null if its header names none. */
  readonly traceparent: string | null;
  /** The error, for `internal_error`; otherwise undefined. */
  readonly error: unknown;
}

/** What is known about a request so far. */
interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  readonly startedMs: number;
  target?: Target;
  principal?: Principal;
  allowance?: Allowance;
  code?: ProblemCode;
  error?: unknown;
}

/** A request with a valid key header whose admission is decided. */
interface Decided {
  readonly places: Places;
  readonly target: Target;
  readonly digest: KeyDigest | null;
  readonly decision: Decision;
}

/**
 * The handler of everything under `/v1`, to be mounted at `/v1` and `/v1/*`. The order of its checks is that of
 * decisions 3: key, admission, route, method, body. It never rejects.
 */
export function createApi(options: ApiOptions): (request: Request) => Response | Promise<Response> {
  const { admission, clock, monotonicMs, baseUrl, onRequest, observesAll = true, slowRequestMs = 0 } = options;
  const answers = createAnswers();

  /**
   * Fills in `exchange` on the way, so that failures are logged with target and key. It is not async, because most
   * answers are ready with the decision, and need no promise of their own.
   */
  function respond(exchange: Exchange): Response | Promise<Response> {
    const { request } = exchange;
    try {
      const places = options.places();
      const target = targetOf(request.method, request.url, places);
      exchange.target = target;
      const key = readKeyHeader(request.headers.get("x-api-key"));
      if (!key.ok) return report(refuse(headerRefusal(key.code, request), exchange), exchange);
      const { digest } = key;
      return admission.admit(digest, target.kind).then(
        (decision) => answerDecided(exchange, { places, target, digest, decision }),
        (error: unknown) => fail(error, exchange),
      );
    } catch (error) {
      return fail(error, exchange);
    }
  }

  /** Answers a request whose admission is decided. */
  function answerDecided(
    exchange: Exchange,
    { places, target, digest, decision }: Decided,
  ): Response | Promise<Response> {
    const { request, requestId } = exchange;
    try {
      if ("principal" in decision) {
        exchange.principal = decision.principal;
        exchange.allowance = decision.allowance;
      }
      if (decision.outcome !== "admitted") return report(refuse(decisionRefusal(decision, digest), exchange), exchange);

      const { principal, allowance } = decision;
      const stamp: AdmittedStamp = { requestId, allowance, nowMs: clock.now() };
      switch (target.action) {
        case "answer":
          return report(answers.ready(request, target.answer, places.lastModified, stamp), exchange);
        case "read":
          return readAnswer(target, places, stamp, exchange).catch((error: unknown) => fail(error, exchange));
        case "batch":
          return batchAnswer(principal, places, stamp, exchange).catch((error: unknown) => fail(error, exchange));
        case "refuse":
          return report(refuse(target.refusal, exchange), exchange);
      }
    } catch (error) {
      return fail(error, exchange);
    }
  }

  async function readAnswer(
    { operation, input, kind, pattern }: Extract<Target, { action: "read" }>,
    places: Places,
    stamp: AdmittedStamp,
    exchange: Exchange,
  ): Promise<Response> {
    const { request } = exchange;
    const answered = await operation.answer({ places, geography: options.geography }, input);
    if (!answered.ok) return report(refuse(answered.refusal, exchange), exchange);
    if (answered.isRare !== true) {
      keepAnswer(places, requestTextOf(request.url), { kind, pattern, answer: answered.answer });
    }
    return report(answers.ready(request, answered.answer, places.lastModified, stamp), exchange);
  }

  async function batchAnswer(
    principal: Principal,
    places: Places,
    stamp: AdmittedStamp,
    exchange: Exchange,
  ): Promise<Response> {
    const { request } = exchange;
    const body = await readBody(request);
    if (!body.ok) return report(refuse(body.refusal, exchange), exchange);
    const batch = await namesIn(body.bytes, principal);
    if (!batch.ok) return report(refuse(batch.refusal, exchange), exchange);
    return report(answers.batch(request, places.batch(batch.names), stamp), exchange);
  }

  function fail(error: unknown, exchange: Exchange): Response {
    exchange.error = error;
    return report(refuse(INTERNAL_ERROR, exchange), exchange);
  }

  function refuse(refusal: Refusal, exchange: Exchange): Response {
    exchange.code = refusal.code;
    const { request, requestId, allowance } = exchange;
    const acceptEncoding = request.headers.get("accept-encoding");
    return problemAnswer(refusal, { baseUrl, requestId, allowance, nowMs: clock.now(), acceptEncoding });
  }

  function report(response: Response, exchange: Exchange): Response {
    const durationMs = monotonicMs() - exchange.startedMs;
    const isSlow = slowRequestMs > 0 && durationMs >= slowRequestMs;
    const { status } = response;
    if (!observesAll && status < 500 && status !== 429 && status !== 403 && !isSlow) return response;
    onRequest?.({
      requestId: exchange.requestId,
      method: exchange.request.method,
      pattern: exchange.target?.pattern ?? UNKNOWN_PATH,
      status,
      code: exchange.code ?? null,
      keyId: exchange.principal?.keyId ?? null,
      durationMs,
      traceparent: traceparentOf(exchange.request.headers),
      error: exchange.error,
    });
    return response;
  }

  return (request) => respond({ request, requestId: requestIdOf(request.headers), startedMs: monotonicMs() });
}
