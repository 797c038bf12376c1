export class SafetyError extends Error {
}
export class SetupError extends SafetyError {
    name = "SetupError";
}
export class ConnectionError extends SafetyError {
    name = "ConnectionError";
}
export class TimeoutError extends ConnectionError {
    name = "TimeoutError";
}
export class UnexpectedAnswerError extends SafetyError {
    name = "UnexpectedAnswerError";
    status;
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}
export class ProblemError extends SafetyError {
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
export class KeyError extends ProblemError {
    name = "KeyError";
}
export class LimitError extends ProblemError {
    name = "LimitError";
    get resetsAt() {
        return new Date(this.problem.resets_at);
    }
}
export class InputError extends ProblemError {
    name = "InputError";
    get errors() {
        return "errors" in this.problem ? (this.problem.errors ?? []) : [];
    }
}
export class ServerError extends ProblemError {
    name = "ServerError";
}
const STATUSES = new Set([400, 401, 403, 404, 405, 413, 415, 429, 500, 503]);
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
