import { ConnectionError, isProblem, problemError, TimeoutError, UnexpectedAnswerError, } from "./errors.js";
import { limitsOf } from "./limits.js";
import { retryWaitMs, wait } from "./wait.js";
const RETRIED_STATUSES = new Set([502, 503, 504]);
export async function send(options, call) {
    for (let attempt = 0;; attempt++) {
        const outcome = await attemptOnce(options, call);
        if (outcome.ok)
            return outcome.value;
        const waitMs = retryWaitMs(attempt, outcome.retryAfter, Date.now());
        if (!outcome.mayRetry || attempt >= options.retries || waitMs > options.maxRetryWaitMs)
            throw outcome.error;
        await wait(waitMs, call.signal);
    }
}
async function attemptOnce(options, call) {
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    try {
        const { fetch } = options;
        const response = await fetch(options.baseUrl + call.path, { ...requestOf(options.apiKey, call), signal });
        const limits = limitsOf(response.headers);
        if (limits)
            options.onLimits(limits);
        return outcomeOf(response, await response.text(), call.isAnswer);
    }
    catch (cause) {
        if (call.signal?.aborted)
            throw call.signal.reason;
        const error = timeout.aborted
            ? new TimeoutError(`No answer from ${options.baseUrl} within ${options.timeoutMs} ms`, { cause })
            : new ConnectionError(`No answer from ${options.baseUrl}: ${messageOf(cause)}`, { cause });
        return { ok: false, error, mayRetry: true, retryAfter: null };
    }
}
function requestOf(apiKey, { body }) {
    const headers = { "X-API-Key": apiKey, Accept: "application/json" };
    if (body === undefined)
        return { headers, redirect: "manual" };
    return {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        redirect: "manual",
    };
}
function outcomeOf(response, text, isAnswer) {
    const { status, headers } = response;
    const value = parse(text);
    if (response.ok && isAnswer(value))
        return { ok: true, value };
    const retryAfter = headers.get("retry-after");
    const mayRetry = RETRIED_STATUSES.has(status) || (status === 429 && retryAfter !== null);
    if (isProblem(value, status))
        return { ok: false, error: problemError(value), mayRetry, retryAfter };
    const error = new UnexpectedAnswerError(`The answer (status ${status}) is not from the service. Check baseUrl, including http or https.`, status);
    return { ok: false, error, mayRetry, retryAfter };
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function messageOf(cause) {
    return cause instanceof Error ? cause.message : String(cause);
}
