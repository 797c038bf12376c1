"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.retryWaitMs = retryWaitMs;
exports.wait = wait;
const FIRST_BACKOFF_MS = 250;
function retryWaitMs(attempt, retryAfter, nowMs) {
    const spreadMs = Math.random() * FIRST_BACKOFF_MS * 2 ** attempt;
    return (retryAfterMs(retryAfter, nowMs) ?? (FIRST_BACKOFF_MS * 2 ** attempt) / 2) + spreadMs;
}
function retryAfterMs(value, nowMs) {
    if (value === null)
        return undefined;
    if (/^\d+$/.test(value))
        return Number(value) * 1000;
    const dateMs = /^[A-Z]/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
function wait(ms, signal) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted)
            return reject(signal.reason);
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, ms);
        signal?.addEventListener("abort", stop, { once: true });
    });
}
