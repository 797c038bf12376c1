/** Everything that the client throws, but for the reason of an `AbortSignal` that you passed in. */
export class SafetyError extends Error {
}
/** The client cannot be made like this: no base address, no key, or a live key in a browser page. */
export class SetupError extends SafetyError {
    name = "SetupError";
}
/** No answer: the address is wrong, the server is down, or the connection broke. `cause` has the runtime's error. */
export class ConnectionError extends SafetyError {
    name = "ConnectionError";
}
/** No answer within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
    name = "TimeoutError";
}
/** An answer that is not the service's: a redirect, the page of a proxy, JSON of another program. */
export class UnexpectedAnswerError extends SafetyError {
    name = "UnexpectedAnswerError";
    status;
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}
/** The service refused the request and said why (RFC 9457). Always one of the four classes below. */
export class ProblemError extends SafetyError {
    /** The answer's body. */
    problem;
    constructor(problem) {
        super(`${problem.detail} (${problem.status} ${problem.code}, request ${problem.request_id})`);
        this.problem = problem;
    }
    get code() {
        return this.problem.code;
    }
    get status() {
        return this.problem.status;
    }
    /** Say it when you write to the operator. */
    get requestId() {
        return this.problem.request_id;
    }
}
/** 401 and 403: the key is missing, malformed, unknown, revoked or expired, or its account is suspended. */
export class KeyError extends ProblemError {
    name = "KeyError";
}
/** 429: a quota or the burst is used up, for longer than the client waits by itself (`maxRetryWaitMs`). */
export class LimitError extends ProblemError {
    name = "LimitError";
    /** When the full limit is there again. */
    get resetsAt() {
        return new Date(this.problem.resets_at);
    }
}
/** 400, 404, 405, 413 and 415: the request itself is at fault; sending it again gives the same answer. */
export class InputError extends ProblemError {
    name = "InputError";
    /** What is wrong where: by JSON pointer in a batch (`/cities/3` is the fourth name that you passed in), else by parameter. */
    get errors() {
        return "errors" in this.problem ? (this.problem.errors ?? []) : [];
    }
}
/** 500 and 503: the service is at fault. */
export class ServerError extends ProblemError {
    name = "ServerError";
}
/** All that the service refuses with (contract 7); another status is that of a gateway. */
const STATUSES = new Set([400, 401, 403, 404, 405, 413, 415, 429, 500, 503]);
/** Enough to tell the service's problems (RFC 9457) from the error of a gateway. */
export function isProblem(value, status) {
    if (typeof value !== "object" || value === null || !STATUSES.has(status))
        return false;
    return "code" in value && "request_id" in value && "status" in value && value.status === status;
}
export function problemError(problem) {
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
