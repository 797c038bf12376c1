"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.limitsOf = limitsOf;
function limitsOf(headers) {
    const policy = /^"([^"]+)"/.exec(headers.get("ratelimit-policy") ?? "")?.[1];
    const limit = headers.get("x-ratelimit-limit");
    const remaining = headers.get("x-ratelimit-remaining");
    const reset = headers.get("x-ratelimit-reset");
    if (policy === undefined || limit === null || remaining === null || reset === null)
        return null;
    return { policy, limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) };
}
