import type { IsAnswer } from "./answer.ts";
import {
  ConnectionError,
  isProblem,
  type ProblemError,
  problemError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
import { type Limits, limitsOf } from "./limits.ts";
import type { ClientOptions } from "./options.ts";
import { retryWaitMs, wait } from "./wait.ts";

export interface TransportOptions extends Required<Omit<ClientOptions, "batchSize">> {
  readonly onLimits: (limits: Limits) => void;
}

interface Call<Answer> {
  readonly path: string;
  /** Sent as JSON with POST. Without a body the request is a GET. */
  readonly body?: unknown;
  readonly isAnswer: IsAnswer<Answer>;
  readonly signal: AbortSignal | undefined;
}

type Failure = ProblemError | ConnectionError | UnexpectedAnswerError;

/** The result of one attempt. `retryAfter`: the header's value if the request may be retried. */
type Outcome<Answer> =
  | { readonly ok: true; readonly value: Answer }
  | { readonly ok: false; readonly error: Failure; readonly mayRetry: boolean; readonly retryAfter: string | null };

/** Statuses that the service does not count, and gateway errors that never reached it. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Sends a request and returns its answer. All operations only read, so failed attempts are retried. If a connection
 * breaks after the service counted the request, the retry is counted again.
 */
export async function send<Answer>(options: TransportOptions, call: Call<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(options, call);
    if (outcome.ok) return outcome.value;
    const waitMs = retryWaitMs(attempt, outcome.retryAfter, Date.now());
    if (!outcome.mayRetry || attempt >= options.retries || waitMs > options.maxRetryWaitMs) throw outcome.error;
    await wait(waitMs, call.signal);
  }
}

async function attemptOnce<Answer>(options: TransportOptions, call: Call<Answer>): Promise<Outcome<Answer>> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
  try {
    // Not called as a method: some runtimes reject a `fetch` with another `this`.
    const { fetch } = options;
    const response = await fetch(options.baseUrl + call.path, { ...requestOf(options.apiKey, call), signal });
    const limits = limitsOf(response.headers);
    if (limits) options.onLimits(limits);
    return outcomeOf(response, await response.text(), call.isAnswer);
  } catch (cause) {
    if (call.signal?.aborted) throw call.signal.reason;
    const error = timeout.aborted
      ? new TimeoutError(`No answer from ${options.baseUrl} within ${options.timeoutMs} ms`, { cause })
      : new ConnectionError(`No answer from ${options.baseUrl}: ${messageOf(cause)}`, { cause });
    return { ok: false, error, mayRetry: true, retryAfter: null };
  }
}

function requestOf(apiKey: string, { body }: Call<unknown>): RequestInit {
  const headers = { "X-API-Key": apiKey, Accept: "application/json" };
  // Redirects are not followed: they would send the key to another server.
  if (body === undefined) return { headers, redirect: "manual" };
  return {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    redirect: "manual",
  };
}

function outcomeOf<Answer>(response: Response, text: string, isAnswer: IsAnswer<Answer>): Outcome<Answer> {
  const { status, headers } = response;
  const value = parse(text);
  if (response.ok && isAnswer(value)) return { ok: true, value };
  const retryAfter = headers.get("retry-after");
  // Without `Retry-After` a limit lasts more than an hour.
  const mayRetry = RETRIED_STATUSES.has(status) || (status === 429 && retryAfter !== null);
  if (isProblem(value, status)) return { ok: false, error: problemError(value), mayRetry, retryAfter };
  const error = new UnexpectedAnswerError(
    `The answer (status ${status}) is not from the service. Check baseUrl, including http or https.`,
    status,
  );
  return { ok: false, error, mayRetry, retryAfter };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
