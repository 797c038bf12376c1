"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ServerError = exports.InputError = exports.LimitError = exports.KeyError = exports.ProblemError = exports.UnexpectedAnswerError = exports.TimeoutError = exports.ConnectionError = exports.SetupError = exports.SafetyError = void 0;
exports.isProblem = isProblem;
exports.problemError = problemError;
/** Everything that the client throws, but for the reason of an `AbortSignal` that you passed in. */
class SafetyError extends Error {
}
exports.SafetyError = SafetyError;
/** The client cannot be made like this: no base address, no key, or a live key in a browser page. */
class SetupError extends SafetyError {
    name = "SetupError";
}
exports.SetupError = SetupError;
/** No answer: the address is wrong, the server is down, or the connection broke. `cause` has the runtime's error. */
class ConnectionError extends SafetyError {
    name = "ConnectionError";
}
exports.ConnectionError = ConnectionError;
/** No answer within `timeoutMs`. */
class TimeoutError extends ConnectionError {
    name = "TimeoutError";
}
exports.TimeoutError = TimeoutError;
/** An answer that is not the service's: a redirect, the page of a proxy, JSON of another program. */
class UnexpectedAnswerError extends SafetyError {
    name = "UnexpectedAnswerError";
    status;
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}
exports.UnexpectedAnswerError = UnexpectedAnswerError;
/** The service refused the request and said why (RFC 9457). Always one of the four classes below. */
class ProblemError extends SafetyError {
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
exports.ProblemError = ProblemError;
/** 401 and 403: the key is missing, malformed, unknown, revoked or expired, or its account is suspended. */
class KeyError extends ProblemError {
    name = "KeyError";
}
exports.KeyError = KeyError;
/** 429: a quota or the burst is used up, for longer than the client waits by itself (`maxRetryWaitMs`). */
class LimitError extends ProblemError {
    name = "LimitError";
    /** When the full limit is there again. */
    get resetsAt() {
        return new Date(this.problem.resets_at);
    }
}
exports.LimitError = LimitError;
/** 400, 404, 405, 413 and 415: the request itself is at fault; sending it again gives the same answer. */
class InputError extends ProblemError {
    name = "InputError";
    /** What is wrong where: by JSON pointer in a batch (`/cities/3` is the fourth name that you passed in), else by parameter. */
    get errors() {
        return "errors" in this.problem ? (this.problem.errors ?? []) : [];
    }
}
exports.InputError = InputError;
/** 500 and 503: the service is at fault. */
class ServerError extends ProblemError {
    name = "ServerError";
}
exports.ServerError = ServerError;
/** All that the service refuses with (contract 7); another status is that of a gateway. */
const STATUSES = new Set([400, 401, 403, 404, 405, 413, 415, 429, 500, 503]);
/** Enough to tell the service's problems (RFC 9457) from the error of a gateway. */
function isProblem(value, status) {
    if (typeof value !== "object" || value === null || !STATUSES.has(status))
        return false;
    return "code" in value && "request_id" in value && "status" in value && value.status === status;
}
function problemError(problem) {
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
