"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ServerError = exports.InputError = exports.LimitError = exports.KeyError = exports.ProblemError = exports.UnexpectedAnswerError = exports.TimeoutError = exports.ConnectionError = exports.SetupError = exports.SafetyError = void 0;
exports.isProblem = isProblem;
exports.problemError = problemError;
class SafetyError extends Error {
}
exports.SafetyError = SafetyError;
class SetupError extends SafetyError {
    name = "SetupError";
}
exports.SetupError = SetupError;
class ConnectionError extends SafetyError {
    name = "ConnectionError";
}
exports.ConnectionError = ConnectionError;
class TimeoutError extends ConnectionError {
    name = "TimeoutError";
}
exports.TimeoutError = TimeoutError;
class UnexpectedAnswerError extends SafetyError {
    name = "UnexpectedAnswerError";
    status;
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}
exports.UnexpectedAnswerError = UnexpectedAnswerError;
class ProblemError extends SafetyError {
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
    get requestId() {
        return this.problem.request_id;
    }
}
exports.ProblemError = ProblemError;
class KeyError extends ProblemError {
    name = "KeyError";
}
exports.KeyError = KeyError;
class LimitError extends ProblemError {
    name = "LimitError";
    get resetsAt() {
        return new Date(this.problem.resets_at);
    }
}
exports.LimitError = LimitError;
class InputError extends ProblemError {
    name = "InputError";
    get errors() {
        return "errors" in this.problem ? (this.problem.errors ?? []) : [];
    }
}
exports.InputError = InputError;
class ServerError extends ProblemError {
    name = "ServerError";
}
exports.ServerError = ServerError;
const STATUSES = new Set([400, 401, 403, 404, 405, 413, 415, 429, 500, 503]);
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
