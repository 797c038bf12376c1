import type { InputFault, Problem, ProblemOf } from "./types.ts";
/** Everything that the client throws, but for the reason of an `AbortSignal` that you passed in. */
export declare abstract class SafetyError extends Error {
}
/** The client cannot be made like this: no base address, no key, or a live key in a browser page. */
export declare class SetupError extends SafetyError {
    readonly name = "SetupError";
}
/** No answer: the address is wrong, the server is down, or the connection broke. `cause` has the runtime's error. */
export declare class ConnectionError extends SafetyError {
    readonly name: string;
}
/** No answer within `timeoutMs`. */
export declare class TimeoutError extends ConnectionError {
    readonly name = "TimeoutError";
}
/** An answer that is not the service's: a redirect, the page of a proxy, JSON of another program. */
export declare class UnexpectedAnswerError extends SafetyError {
    readonly name = "UnexpectedAnswerError";
    readonly status: number;
    constructor(message: string, status: number);
}
/** The service refused the request and said why (RFC 9457). Always one of the four classes below. */
export declare abstract class ProblemError<Body extends Problem = Problem> extends SafetyError {
    /** The answer's body. */
    readonly problem: Body;
    constructor(problem: Body);
    get code(): Body["code"];
    get status(): Body["status"];
    /** Say it when you write to the operator. */
    get requestId(): string;
}
/** 401 and 403: the key is missing, malformed, unknown, revoked or expired, or its account is suspended. */
export declare class KeyError extends ProblemError<ProblemOf<401 | 403>> {
    readonly name = "KeyError";
}
/** 429: a quota or the burst is used up, for longer than the client waits by itself (`maxRetryWaitMs`). */
export declare class LimitError extends ProblemError<ProblemOf<429>> {
    readonly name = "LimitError";
    /** When the full limit is there again. */
    get resetsAt(): Date;
}
/** 400, 404, 405, 413 and 415: the request itself is at fault; sending it again gives the same answer. */
export declare class InputError extends ProblemError<ProblemOf<400 | 404 | 405 | 413 | 415>> {
    readonly name = "InputError";
    /** What is wrong where: by JSON pointer in a batch (`/cities/3` is the fourth name that you passed in), else by parameter. */
    get errors(): readonly InputFault[];
}
/** 500 and 503: the service is at fault. */
export declare class ServerError extends ProblemError<ProblemOf<500 | 503>> {
    readonly name = "ServerError";
}
/** Enough to tell the service's problems (RFC 9457) from the error of a gateway. */
export declare function isProblem(value: unknown, status: number): value is Problem;
export declare function problemError(problem: Problem): ProblemError;
