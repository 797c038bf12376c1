import type { InputFault, Problem, ProblemOf } from "./types.ts";

/** The base class of everything the client throws, except the reason of an `AbortSignal` that you passed in. */
export abstract class SafetyError extends Error {}

/** Invalid options: no base URL, no key, or a live key in a browser page. */
export class SetupError extends SafetyError {
  override readonly name = "SetupError";
}

/** No answer: the URL is wrong, the server is down, or the connection broke. `cause` has the runtime's error. */
export class ConnectionError extends SafetyError {
  override readonly name: string = "ConnectionError";
}

/** No answer within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError";
}

/** An answer that is not from this service: a redirect, a proxy's page, or another program's JSON. */
export class UnexpectedAnswerError extends SafetyError {
  override readonly name = "UnexpectedAnswerError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The service returned an error (RFC 9457). Always one of the four classes below. */
export abstract class ProblemError<Body extends Problem = Problem> extends SafetyError {
  /** The body of the answer. */
  readonly problem: Body;

  constructor(problem: Body) {
    super(`${problem.detail} (${problem.status} ${problem.code}, request ${problem.request_id})`);
    this.problem = problem;
  }

  get code(): Body["code"] {
    return this.problem.code;
  }
  get status(): Body["status"] {
    return this.problem.status;
  }
  /** Include it when you contact the operator. */
  get requestId(): string {
    return this.problem.request_id;
  }
}

/** 401 and 403: the key is missing, malformed, unknown, revoked, or expired, or its account is suspended. */
export class KeyError extends ProblemError<ProblemOf<401 | 403>> {
  override readonly name = "KeyError";
}

/** 429: a quota or the burst limit is exhausted, and the wait is longer than an hour or `maxRetryWaitMs`. */
export class LimitError extends ProblemError<ProblemOf<429>> {
  override readonly name = "LimitError";

  /** When the full limit is available again. */
  get resetsAt(): Date {
    return new Date(this.problem.resets_at);
  }
}

/** 400, 404, 405, 413, and 415: the request is invalid. Retrying it gives the same error. */
export class InputError extends ProblemError<ProblemOf<400 | 404 | 405 | 413 | 415>> {
  override readonly name = "InputError";

  /** The invalid parts: by JSON pointer in a batch (`/cities/3` is the fourth name that you passed in), otherwise by parameter. */
  get errors(): readonly InputFault[] {
    return "errors" in this.problem ? (this.problem.errors ?? []) : [];
  }
}

/** 500 and 503: the service failed. */
export class ServerError extends ProblemError<ProblemOf<500 | 503>> {
  override readonly name = "ServerError";
}

/** The error statuses of the service (contract 7). Any other status comes from a gateway. */
const STATUSES: ReadonlySet<number> = new Set<Problem["status"]>([400, 401, 403, 404, 405, 413, 415, 429, 500, 503]);

/** Distinguishes the service's errors (RFC 9457) from those of a gateway. */
export function isProblem(value: unknown, status: number): value is Problem {
  if (typeof value !== "object" || value === null || !STATUSES.has(status)) return false;
  return "code" in value && "request_id" in value && "status" in value && value.status === status;
}

export function problemError(problem: Problem): ProblemError {
  switch (problem.status) {
    case 401:
    case 403:
      return new KeyError(problem);
    case 429:
      return new LimitError(problem);
    case 500:
    case 503:
      return new ServerError(problem);
    default:
      return new InputError(problem);
  }
}
