"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.usableOptions = usableOptions;
const errors_ts_1 = require("./errors.js");
const FIRST_BATCH_SIZE = 100;
const MAX_TIMER_MS = 2 ** 31 - 1;
function usableOptions(options) {
    const given = options;
    if (typeof given !== "object" || given === null) {
        throw new errors_ts_1.SetupError('Pass options, such as { baseUrl: "https://safety.example", apiKey }.');
    }
    const { fetch = globalThis.fetch } = options;
    if (typeof fetch !== "function")
        throw new errors_ts_1.SetupError("fetch must be a function, and this runtime has none.");
    return {
        baseUrl: addressOf(options.baseUrl),
        apiKey: usableKey(options.apiKey),
        timeoutMs: wholeNumber("timeoutMs", options.timeoutMs ?? 10_000, 1, MAX_TIMER_MS),
        retries: wholeNumber("retries", options.retries ?? 2, 0, 100),
        maxRetryWaitMs: wholeNumber("maxRetryWaitMs", options.maxRetryWaitMs ?? 10_000, 0, MAX_TIMER_MS),
        batchSize: wholeNumber("batchSize", options.batchSize ?? FIRST_BATCH_SIZE, 1, 10_000),
        fetch,
    };
}
function addressOf(baseUrl) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    const path = url?.pathname.replace(/\/+$/, "") ?? "";
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
        throw new errors_ts_1.SetupError("baseUrl must be the URL of a service, such as https://safety.example. Is the variable set?");
    }
    if (path.endsWith("/v1"))
        throw new errors_ts_1.SetupError("baseUrl must be the URL of the service without /v1 at the end.");
    return url.origin + path;
}
function usableKey(apiKey) {
    if (!/^svc_(live|test)_[\w-]+$/.test(apiKey ?? "")) {
        throw new errors_ts_1.SetupError("apiKey must be an API key (svc_live_… or svc_test_…). Is the variable set?");
    }
    if (apiKey.startsWith("svc_live_") && "document" in globalThis) {
        throw new errors_ts_1.SetupError("This is a browser page: anyone who opens it could read your live key and use up your quota. Call the service " +
            "from your backend, and let the page ask your backend.");
    }
    return apiKey;
}
function wholeNumber(name, value, from, to) {
    if (Number.isInteger(value) && value >= from && value <= to)
        return value;
    throw new errors_ts_1.SetupError(`${name} must be a whole number from ${from} to ${to}, not ${value}.`);
}
