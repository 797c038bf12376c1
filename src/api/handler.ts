import type { Admission, Asker } from "../access/admission.ts";
import type { ClientAddress } from "../access/allowed-addresses.ts";
import type { Decision } from "../access/decision.ts";
import { type KeyDigest, readKeyHeader } from "../access/key.ts";
import type { Clock } from "../base/clock.ts";
import type { FairQueue } from "../base/fair-queue.ts";
import type { ProblemCode } from "../domain/problem.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { type AdmittedStamp, createAnswers } from "../http/answer.ts";
import { readJson } from "../http/body.ts";
import { namesInPath, requestIdOf, searchOf, traceparentOf } from "../http/path.ts";
import { problemAnswer, type Refusal } from "../http/problem.ts";
import { decisionRefusal, headerRefusal, INTERNAL_ERROR } from "../http/refusal.ts";
import type { Served } from "../lookup/served.ts";
import type { Answered, BatchOperation, Operation, TakeTurn } from "./operation.ts";
import { keepReady, type ReadyAnswer, readyFor } from "./ready-answers.ts";
import { type Route, routeOf } from "./router.ts";

interface ApiOptions {
  /** Returns the current datasets. A request keeps those that it started with. */
  readonly editions: () => Served;
  readonly admission: Pick<Admission, "decide">;
  /** For work that grows with its input. */
  readonly turns: FairQueue;
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly monotonicMs: () => number;
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly observer?: RequestObserver;
}

export interface RequestObserver {
  /** Whether anything reads the event of such a request. */
  observes(status: number, durationMs: number): boolean;
  observe(event: RequestEvent): void;
}

/** An answered request. It contains no client text: neither path nor key. */
export interface RequestEvent {
  readonly requestId: string;
  readonly method: string;
  /** `/v1/safety/{city}` and the like, `/v1/*` for an unknown path. */
  readonly pattern: string;
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

interface Exchange extends Asker {
  readonly request: Request;
  readonly address: ClientAddress | undefined;
  readonly requestId: string;
  readonly startedMs: number;
  /** The datasets when the request arrived: all of its answer is from one of them. */
  readonly editions: Served;
  readonly route: Route;
  readonly ready: ReadyAnswer | undefined;
  /** null for a key that cannot exist; before it was read, too. */
  digest: KeyDigest | null;
  /** Answers a request that waited for its decision. */
  answer?: (response: Response | Promise<Response>) => void;
  decision?: Decision;
  code?: ProblemCode;
  error?: unknown;
}

type Admitted = Extract<Decision, { readonly outcome: "admitted" }>;

/** The handler of `/v1` and `/v1/*`. Checks key, admission, route, method, body (decisions 3). Never rejects. */
export function createApi(
  options: ApiOptions,
): (request: Request, address?: ClientAddress) => Response | Promise<Response> {
  const { admission, turns, clock, monotonicMs, baseUrl, observer } = options;
  const answers = createAnswers(baseUrl);

  /** Not async, because most answers are ready with the decision, and need no promise of their own. */
  function handle(exchange: Exchange): Response | Promise<Response> {
    const { request, address } = exchange;
    try {
      const key = readKeyHeader(request.headers.get("x-api-key"));
      if (!key.ok) return report(refuse(headerRefusal(key.code, request), exchange), exchange);
      exchange.digest = key.digest;
      const { promise, resolve } = Promise.withResolvers<Response>();
      exchange.answer = resolve;
      admission.decide(key.digest, exchange.route.kind, address, exchange);
      return promise;
    } catch (error) {
      return fail(error, exchange);
    }
  }

  /** The method of all exchanges. */
  function decided(this: Exchange, decision: Decision, nowMs: number): void {
    this.answer?.(answerDecided(this, decision, nowMs));
  }

  function answerDecided(exchange: Exchange, decision: Decision, nowMs: number): Response | Promise<Response> {
    try {
      exchange.decision = decision;
      if (decision.outcome !== "admitted") {
        return report(refuse(decisionRefusal(decision, exchange.digest, exchange.address), exchange), exchange);
      }
      const answered = answerAdmitted(exchange, decision, nowMs);
      if (!(answered instanceof Promise)) return report(answered, exchange);
      return answered.then(
        (response) => report(response, exchange),
        (error: unknown) => fail(error, exchange),
      );
    } catch (error) {
      return fail(error, exchange);
    }
  }

  function answerAdmitted(exchange: Exchange, decision: Admitted, nowMs: number): Response | Promise<Response> {
    const { route, request, editions, ready } = exchange;
    if (ready !== undefined) return readyAnswer(exchange, ready, decision, nowMs);
    if (!route.found.ok) return refuse(route.found.refusal, exchange);
    const { operation } = route.found;
    if (operation.method === "POST") return answerBatch(operation, exchange, decision);
    const path = namesInPath(route.segments);
    if (!path.ok) return refuse(path.refusal, exchange);
    const answered = operation.answer(editions, { path: path.names, search: searchOf(request.url) }, turnOf(decision));
    if (answered instanceof Promise)
      return answered.then((late) => respond(exchange, operation, late, decision, clock.now()));
    if (answered.ok && answered.isReady === true) {
      const { answer } = answered;
      const lastModified = operation.lastModified(editions);
      keepReady(editions, request.url, { route, answer, lastModified });
    }
    return respond(exchange, operation, answered, decision, nowMs);
  }

  async function answerBatch(operation: BatchOperation, exchange: Exchange, decision: Admitted): Promise<Response> {
    const { request, editions } = exchange;
    const body = await readJson(request);
    if (!body.ok) return refuse(body.refusal, exchange);
    const read = await operation.readInput(body.value, decision.principal);
    if (!read.ok) return refuse(read.refusal, exchange);
    const answered = await operation.answer(editions, read.input, turnOf(decision));
    if (!answered.ok) return refuse(answered.refusal, exchange);
    return answers.batch(request, answered.answer.body, stampOf(exchange, decision, clock.now()));
  }

  function respond(
    exchange: Exchange,
    operation: Operation,
    answered: Answered<PrebuiltAnswer>,
    decision: Admitted,
    nowMs: number,
  ): Response {
    if (!answered.ok) return refuse(answered.refusal, exchange);
    const lastModified = operation.lastModified(exchange.editions);
    return readyAnswer(exchange, { answer: answered.answer, lastModified }, decision, nowMs);
  }

  function readyAnswer(
    exchange: Exchange,
    { answer, lastModified }: Pick<ReadyAnswer, "answer" | "lastModified">,
    decision: Admitted,
    nowMs: number,
  ): Response {
    return answers.ready(exchange.request, answer, lastModified, stampOf(exchange, decision, nowMs));
  }

  function turnOf({ principal: { keyId } }: Admitted): TakeTurn {
    return (work) => turns.run(work, { client: keyId });
  }

  function stampOf({ requestId }: Exchange, { allowance }: Admitted, nowMs: number): AdmittedStamp {
    return { requestId, allowance, nowMs };
  }

  function fail(error: unknown, exchange: Exchange): Response {
    exchange.error = error;
    return report(refuse(INTERNAL_ERROR, exchange), exchange);
  }

  function refuse(refusal: Refusal, exchange: Exchange): Response {
    exchange.code = refusal.code;
    const { request, requestId, decision } = exchange;
    const allowance = decision !== undefined && "allowance" in decision ? decision.allowance : undefined;
    const acceptEncoding = request.headers.get("accept-encoding");
    return problemAnswer(refusal, { baseUrl, requestId, allowance, nowMs: clock.now(), acceptEncoding });
  }

  function report(response: Response, exchange: Exchange): Response {
    const durationMs = monotonicMs() - exchange.startedMs;
    const { status } = response;
    if (!observer?.observes(status, durationMs)) return response;
    const { requestId, request, route, decision, code = null, error } = exchange;
    observer.observe({
      requestId,
      method: request.method,
      pattern: route.pattern,
      status,
      code,
      keyId: decision !== undefined && "principal" in decision ? decision.principal.keyId : null,
      durationMs,
      traceparent: traceparentOf(request.headers),
      error,
    });
    return response;
  }

  return (request, address) => {
    const editions = options.editions();
    const { url, method } = request;
    const ready = readyFor(editions, url, method);
    return handle({
      request,
      address,
      requestId: requestIdOf(request.headers),
      startedMs: monotonicMs(),
      editions,
      route: ready?.route ?? routeOf(url, method),
      ready,
      digest: null,
      decided,
    });
  };
}
