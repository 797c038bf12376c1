import { batchLimitOf, withPointersMovedBy } from "./batch.js";
import { SetupError } from "./errors.js";
import { send } from "./transport.js";
/** The largest plan's number (interface 4.3): where the account's plan allows fewer, the first refusal tells how many. */
const FIRST_BATCH_SIZE = 100;
/** A client of the Safety Statistics Service. Make one and keep it: it remembers what it learns of your plan. */
export class SafetyClient {
    #transport;
    #batchSize;
    #limits = null;
    /** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
    constructor(options) {
        this.#transport = {
            baseUrl: addressOf(options.baseUrl),
            apiKey: usableKey(options.apiKey),
            timeoutMs: options.timeoutMs ?? 10_000,
            retries: options.retries ?? 2,
            maxRetryWaitMs: options.maxRetryWaitMs ?? 10_000,
            fetch: options.fetch ?? globalThis.fetch,
            onLimits: (limits) => {
                this.#limits = limits;
            },
        };
        this.#batchSize = options.batchSize ?? FIRST_BATCH_SIZE;
    }
    /** Where the key stood after the last answer that told; null before. */
    get limits() {
        return this.#limits;
    }
    /** The record of a California city, in any spelling of its name; null where the dataset has none. One request. */
    async city(name, options = {}) {
        const answer = await this.#get(`/v1/safety/${segmentOf(name)}`, options);
        return answer.data;
    }
    /** What made a city's score: counts, rates, the formula with its numbers, an interval; null where there is none. One request. */
    async explain(city, options = {}) {
        const answer = await this.#get(`/v1/explain/${segmentOf(city)}`, options);
        return answer.data;
    }
    /** The summary of a California county, with or without the word "County"; null where there is none. One request. */
    async county(name, options = {}) {
        const answer = await this.#get(`/v1/safety/county/${segmentOf(name)}`, options);
        return answer.data;
    }
    /**
     * The city's record, or the record of its county where the city is absent from the dataset; null where neither has
     * one. One request, two for the fallback.
     */
    async cityOrCounty(city, county, options = {}) {
        const own = await this.city(city, options);
        if (own)
            return { kind: "city", record: own };
        const fallback = await this.county(county, options);
        return fallback && { kind: "county", record: fallback };
    }
    /**
     * One item for each name, in the same order, for any number of names: one request for as many as the plan allows in a
     * batch. The first refusal of a batch that is too large tells that number; it counts as a request.
     */
    async batch(names, options = {}) {
        const all = [...names];
        const items = [];
        while (items.length < all.length) {
            const cities = all.slice(items.length, items.length + this.#batchSize);
            try {
                const answer = await this.#call("/v1/safety/batch", { cities }, options);
                items.push(...answer.results);
            }
            catch (error) {
                const limit = batchLimitOf(error);
                if (limit === undefined || limit >= cities.length)
                    throw withPointersMovedBy(items.length, error);
                this.#batchSize = limit;
            }
        }
        return items;
    }
    /** The dataset in numbers: cities, counties, data year, last update, grades. One request. */
    stats(options = {}) {
        return this.#get("/v1/stats", options);
    }
    #get(path, options) {
        return this.#call(path, undefined, options);
    }
    async #call(path, body, { signal }) {
        return trusted(await send(this.#transport, { path, body, signal }));
    }
}
/** The service keeps to its document, from which the types are made, so an answer of its own is not checked again. */
function trusted(value) {
    return value;
}
/**
 * A name as one segment of the path. A space in front, which the service drops, keeps a name that means something in a
 * path ("", ".", "..", "batch") from being taken for it.
 */
function segmentOf(name) {
    const encoded = encodeURIComponent(name);
    return /^(\.{0,2}|batch)$/.test(encoded) ? `%20${encoded}` : encoded;
}
function addressOf(baseUrl) {
    const problem = `baseUrl is the address of the service, such as https://safety.example, not "${baseUrl}"`;
    if (!/^https?:\/\//.test(baseUrl ?? ""))
        throw new SetupError(problem);
    return baseUrl.replace(/\/+$/, "");
}
function usableKey(apiKey) {
    if (!/^svc_(live|test)_[\w-]+$/.test(apiKey ?? "")) {
        throw new SetupError("apiKey is no API key (svc_live_… or svc_test_…). Is the variable set that you read it from?");
    }
    if (apiKey.startsWith("svc_live_") && "document" in globalThis) {
        throw new SetupError("This is a browser page, and whoever opens it could read your live key and use up your quota. Call the service " +
            "from your backend, and let the page ask your backend.");
    }
    return apiKey;
}
