import type { InputFault, Problem, ProblemOf } from "./types.ts";
/** The base class of everything the client throws, except the reason of an `AbortSignal` that you passed in. */
export declare abstract class SafetyError extends Error {
}
/** Invalid options: no base URL, no key, or a live key in a browser page. */
export declare class SetupError extends SafetyError {
    readonly name = "SetupError";
}
/** No answer: the URL is wrong, the server is down, or the connection broke. `cause` has the runtime's error. */
export declare class ConnectionError extends SafetyError {
    readonly name: string;
}
/** No answer within `timeoutMs`. */
export declare class TimeoutError extends ConnectionError {
    readonly name = "TimeoutError";
}
/** An answer that is not from this service: a redirect, a proxy's page, or another program's JSON. */
export declare class UnexpectedAnswerError extends SafetyError {
    readonly name = "UnexpectedAnswerError";
    readonly status: number;
    constructor(message: string, status: number);
}
/** The service returned an error (RFC 9457). Always one of the four classes below. */
export declare abstract class ProblemError<Body extends Problem = Problem> extends SafetyError {
    /** The body of the answer. */
    readonly problem: Body;
    constructor(problem: Body);
    get code(): Body["code"];
    get status(): Body["status"];
    /** Include it when you contact the operator. */
    get requestId(): string;
}
/** 401 and 403: the key is missing, malformed, unknown, revoked, or expired, or its account is suspended. */
export declare class KeyError extends ProblemError<ProblemOf<401 | 403>> {
    readonly name = "KeyError";
}
/** 429: a quota or the burst limit is exhausted, and the wait is longer than an hour or `maxRetryWaitMs`. */
export declare class LimitError extends ProblemError<ProblemOf<429>> {
    readonly name = "LimitError";
    /** When the full limit is available again. */
    get resetsAt(): Date;
}
/** 400, 404, 405, 413, and 415: the request is invalid. Retrying it gives the same error. */
export declare class InputError extends ProblemError<ProblemOf<400 | 404 | 405 | 413 | 415>> {
    readonly name = "InputError";
    /** The invalid parts: by JSON pointer in a batch (`/cities/3` is the fourth name that you passed in), otherwise by parameter. */
    get errors(): readonly InputFault[];
}
/** 500 and 503: the service failed. */
export declare class ServerError extends ProblemError<ProblemOf<500 | 503>> {
    readonly name = "ServerError";
}
/** Distinguishes the service's errors (RFC 9457) from those of a gateway. */
export declare function isProblem(value: unknown, status: number): value is Problem;
export declare function problemError(problem: Problem): ProblemError;
