"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SafetyClient = void 0;
const answer_ts_1 = require("./answer.js");
const batch_ts_1 = require("./batch.js");
const misuse_ts_1 = require("./misuse.js");
const nation_ts_1 = require("./nation.js");
const options_ts_1 = require("./options.js");
const transport_ts_1 = require("./transport.js");
const LOCATED = '{ zip: "92618" }';
const PAGE = 100;
class SafetyClient {
    us;
    #transport;
    #batchSize;
    #limits = null;
    constructor(options) {
        const { batchSize, ...transport } = (0, options_ts_1.usableOptions)(options);
        this.#batchSize = batchSize;
        this.#transport = {
            ...transport,
            onLimits: (limits) => {
                this.#limits = limits;
            },
        };
        this.us = new nation_ts_1.NationClient({
            call: (path, isAnswer, callOptions, body) => this.#call(path, isAnswer, callOptions, body),
            inBatches: (all, itemsFor) => this.#inBatches(all, itemsFor),
            segmentOf,
            searchOf,
        });
    }
    get limits() {
        return this.#limits;
    }
    city(name, options) {
        return this.#lookUp("city", "/v1/safety/", name, options);
    }
    county(name, options) {
        return this.#lookUp("county", "/v1/safety/county/", name, options);
    }
    explain(city, options) {
        return this.#lookUp("explain", "/v1/explain/", city, options);
    }
    explainCounty(name, options) {
        return this.#lookUp("explainCounty", "/v1/explain/county/", name, options);
    }
    history(city, options) {
        return this.#lookUp("history", "/v1/history/", city, options);
    }
    countyHistory(name, options) {
        return this.#lookUp("countyHistory", "/v1/history/county/", name, options);
    }
    async locate(query, options) {
        return (await this.locateOrSuggest(query, options)).data;
    }
    async locateOrSuggest(query, options) {
        (0, misuse_ts_1.checkQuery)("locate", LOCATED, query);
        return this.#call(`/v1/locate${searchOf(query)}`, answer_ts_1.isLookUp, options);
    }
    async *places(query = {}, options) {
        (0, misuse_ts_1.checkQuery)("places", '{ q: "holly" }', query);
        for (let cursor; cursor !== null;) {
            const page = await this.#call(`/v1/places${searchOf({ limit: PAGE, ...query, cursor })}`, answer_ts_1.isPageOf, options);
            yield* page.places;
            cursor = page.next;
        }
    }
    async cityOrCounty(city, county, options) {
        const [place, bare] = [(0, misuse_ts_1.nameFor)("cityOrCounty", city), (0, misuse_ts_1.nameFor)("cityOrCounty", county)];
        const name = `${place}, ${bare.replace(/\s+(?:county|co\.?)$/i, "")} County`;
        const found = await this.locate({ name }, options);
        if (found?.city)
            return { kind: "city", record: found.city };
        return found?.county ? { kind: "county", record: found.county } : null;
    }
    async locateBatch(queries, options) {
        return this.#inBatches((0, misuse_ts_1.listFor)("locateBatch", `[${LOCATED}]`, queries), async (asked) => {
            const body = { queries: asked };
            return (await this.#call("/v1/locate/batch", (0, answer_ts_1.isBatchOf)(asked.length), options, body)).results;
        });
    }
    async batch(names, options) {
        const all = (0, misuse_ts_1.listFor)("batch", '["Irvine"]', names);
        (0, misuse_ts_1.checkNames)("batch", all);
        return this.#inBatches(all, async (asked) => {
            const cities = asked.map((name) => name.trim());
            const answer = await this.#call("/v1/safety/batch", (0, answer_ts_1.isBatchOf)(asked.length), options, { cities });
            return answer.results.map((item, index) => ({ ...item, city: asked[index] ?? item.city }));
        });
    }
    explainBatch(names, options) {
        return this.#placeBatch("explainBatch", "/v1/explain/batch", names, options);
    }
    historyBatch(names, options) {
        return this.#placeBatch("historyBatch", "/v1/history/batch", names, options);
    }
    stats(options) {
        return this.#call("/v1/stats", answer_ts_1.isStatistics, options);
    }
    async #placeBatch(method, path, names, options) {
        (0, misuse_ts_1.checkQuery)(method, '{ cities: ["Irvine"] }', names);
        const { cities = [], counties = [] } = names;
        const lists = Object.entries({ cities, counties }).map(([list, given]) => {
            const all = (0, misuse_ts_1.listFor)(method, `{ ${list}: ["Orange"] }`, given);
            (0, misuse_ts_1.checkNames)(method, all);
            return [list, all];
        });
        const items = [];
        for (const [list, all] of lists) {
            const found = await this.#inBatches(all, async (asked) => {
                const body = { [list]: asked.map((name) => name.trim()) };
                const answer = await this.#call(path, (0, answer_ts_1.isBatchOf)(asked.length), options, body);
                return answer.results.map((item, index) => ({
                    ...item,
                    [list === "cities" ? "city" : "county"]: asked[index],
                }));
            });
            items.push(...found);
        }
        return items;
    }
    async #inBatches(all, itemsFor) {
        const items = [];
        while (items.length < all.length) {
            const asked = all.slice(items.length, items.length + this.#batchSize);
            try {
                items.push(...(await itemsFor(asked)));
            }
            catch (error) {
                const limit = (0, batch_ts_1.batchLimitOf)(error);
                if (limit === undefined || limit < 1 || limit >= asked.length)
                    throw (0, batch_ts_1.withPointersMovedBy)(items.length, error);
                this.#batchSize = limit;
            }
        }
        return items;
    }
    async #lookUp(method, path, name, options) {
        const isAnswer = answer_ts_1.isLookUp;
        return (await this.#call(path + segmentOf((0, misuse_ts_1.nameFor)(method, name)), isAnswer, options)).data;
    }
    #call(path, isAnswer, options, body) {
        return (0, transport_ts_1.send)(this.#transport, { path, body, isAnswer, signal: options?.signal });
    }
}
exports.SafetyClient = SafetyClient;
function segmentOf(name) {
    const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\uFFFD"));
    return /^(\.{1,2}|batch)$/.test(encoded) ? `%20${encoded}` : encoded;
}
function searchOf(query) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== null)
            parameters.set(name, String(value).trim());
    }
    return `?${parameters}`;
}
