"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SafetyClient = void 0;
const answer_ts_1 = require("./answer.js");
const batch_ts_1 = require("./batch.js");
const options_ts_1 = require("./options.js");
const transport_ts_1 = require("./transport.js");
/** A client of the Safety Statistics Service. Make one and keep it: it remembers what it learns of your plan. */
class SafetyClient {
    #transport;
    #batchSize;
    #limits = null;
    /** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
    constructor(options) {
        const { batchSize, ...transport } = (0, options_ts_1.usableOptions)(options);
        this.#batchSize = batchSize;
        this.#transport = {
            ...transport,
            onLimits: (limits) => {
                this.#limits = limits;
            },
        };
    }
    /** Where the key stood after the last answer that told; null before. */
    get limits() {
        return this.#limits;
    }
    /** The record of a California city, in any spelling of its name; null where the dataset has none. One request. */
    city(name, options) {
        return this.#lookUp("/v1/safety/", name, options);
    }
    /** What made a city's score: counts, rates, the formula with its numbers, intervals, cautions; null where there is none. One request. */
    explain(city, options) {
        return this.#lookUp("/v1/explain/", city, options);
    }
    /** The summary of a California county, with or without the word "County"; null where there is none. One request. */
    county(name, options) {
        return this.#lookUp("/v1/safety/county/", name, options);
    }
    /**
     * The city's record, or the record of its county where the city is absent from the dataset; null where neither has
     * one. One request, two for the fallback.
     */
    async cityOrCounty(city, county, options) {
        const own = await this.city(city, options);
        if (own)
            return { kind: "city", record: own };
        const fallback = await this.county(county, options);
        return fallback && { kind: "county", record: fallback };
    }
    /**
     * One item for each name, in the same order, for any number of names: one request for as many as the plan allows in a
     * batch. The first refusal of a batch that is too large tells that number; it counts as a request. Where one request
     * fails for good the whole call does; those before it were counted.
     */
    async batch(names, options) {
        if (typeof names === "string")
            throw new TypeError('batch() takes a list of names, such as ["Irvine"], not one string.');
        const all = [...names];
        const items = [];
        while (items.length < all.length) {
            const asked = all.slice(items.length, items.length + this.#batchSize);
            const cities = asked.map((name) => name.trim());
            try {
                const answer = await this.#call("/v1/safety/batch", (0, answer_ts_1.isBatchOf)(cities.length), options, { cities });
                items.push(...answer.results.map((item, index) => ({ ...item, city: asked[index] ?? item.city })));
            }
            catch (error) {
                const limit = (0, batch_ts_1.batchLimitOf)(error);
                if (limit === undefined || limit < 1 || limit >= cities.length)
                    throw (0, batch_ts_1.withPointersMovedBy)(items.length, error);
                this.#batchSize = limit;
            }
        }
        return items;
    }
    /** The dataset in numbers: cities, counties, data year, last update, grades. One request. */
    stats(options) {
        return this.#call("/v1/stats", answer_ts_1.isStatistics, options);
    }
    async #lookUp(path, name, options) {
        const answer = await this.#call(path + segmentOf(name.trim()), (answer_ts_1.isLookUp), options);
        return answer.data;
    }
    /** A POST where there is a body. */
    #call(path, isAnswer, options, body) {
        return (0, transport_ts_1.send)(this.#transport, { path, body, isAnswer, signal: options?.signal });
    }
}
exports.SafetyClient = SafetyClient;
/**
 * A name as one segment of the path. A space in front, which the service drops, keeps a name that means something in a
 * path ("", ".", "..", "batch") from being taken for it.
 */
function segmentOf(name) {
    // Half a character cannot be encoded; it becomes one that no place has, as on its way in a batch.
    const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\uFFFD"));
    return /^(\.{0,2}|batch)$/.test(encoded) ? `%20${encoded}` : encoded;
}
