"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.NationClient = void 0;
const answer_ts_1 = require("./answer.js");
const misuse_ts_1 = require("./misuse.js");
class NationClient {
    #calls;
    constructor(calls) {
        this.#calls = calls;
    }
    city(state, city, options) {
        return this.#lookUp("us.city", "safety", [state, city], options);
    }
    explain(state, city, options) {
        return this.#lookUp("us.explain", "explain", [state, city], options);
    }
    history(state, city, options) {
        return this.#lookUp("us.history", "history", [state, city], options);
    }
    peers(state, city, options) {
        return this.#lookUp("us.peers", "peers", [state, city], options);
    }
    months(state, city, options) {
        return this.#lookUp("us.months", "months", [state, city], options);
    }
    areas(state, county, options) {
        return this.#lookUp("us.areas", "areas", [state, county], options);
    }
    areasOf(state, options) {
        const hasAreas = (value) => value instanceof Object && "areas" in value;
        return this.#calls.call(`/v1/us/areas/${encodeURIComponent(state)}`, hasAreas, options);
    }
    explainAreas(state, county, options) {
        return this.#lookUp("us.explainAreas", "areas/explain", [state, county], options);
    }
    areasHistory(state, county, options) {
        return this.#lookUp("us.areasHistory", "areas/history", [state, county], options);
    }
    areasMonths(state, county, options) {
        return this.#lookUp("us.areasMonths", "areas/months", [state, county], options);
    }
    async areasBatch(counties, options) {
        const all = (0, misuse_ts_1.listFor)("us.areasBatch", '[{ state: "MD", county: "Howard County" }]', counties);
        return this.#calls.inBatches(all, async (asked) => {
            const isAnswer = (0, answer_ts_1.isBatchOf)(asked.length);
            return (await this.#calls.call("/v1/us/safety/batch", isAnswer, options, { places: asked })).results;
        });
    }
    async batch(places, options) {
        const all = (0, misuse_ts_1.listFor)("us.batch", '[{ state: "TX", city: "Austin" }]', places);
        return this.#calls.inBatches(all, async (asked) => {
            const isAnswer = (0, answer_ts_1.isBatchOf)(asked.length);
            return (await this.#calls.call("/v1/us/safety/batch", isAnswer, options, { places: asked })).results;
        });
    }
    async locate(query, options) {
        return (await this.locateOrSuggest(query, options)).data;
    }
    async locateOrSuggest(query, options) {
        (0, misuse_ts_1.checkQuery)("us.locate", '{ zip: "78701" }', query);
        const search = this.#calls.searchOf({ ...query });
        return this.#calls.call(`/v1/us/locate${search}`, answer_ts_1.isLookUp, options);
    }
    async locateBatch(queries, options) {
        return this.#calls.inBatches((0, misuse_ts_1.listFor)("us.locateBatch", '[{ zip: "78701" }]', queries), async (asked) => {
            const isAnswer = (0, answer_ts_1.isBatchOf)(asked.length);
            return (await this.#calls.call("/v1/us/locate/batch", isAnswer, options, { queries: asked })).results;
        });
    }
    async *places(query = {}, options) {
        (0, misuse_ts_1.checkQuery)("us.places", '{ q: "springfield" }', query);
        for (let cursor; cursor !== null;) {
            const search = this.#calls.searchOf({ limit: 100, ...query, cursor });
            const page = await this.#calls.call(`/v1/us/places${search}`, answer_ts_1.isPageOf, options);
            yield* page.places;
            cursor = page.next;
        }
    }
    states(options) {
        return this.#calls.call("/v1/us/states", answer_ts_1.isStates, options);
    }
    stats(options) {
        return this.#calls.call("/v1/us/stats", answer_ts_1.isStatistics, options);
    }
    async #lookUp(method, kind, names, options) {
        const path = names.map((name) => this.#calls.segmentOf((0, misuse_ts_1.nameFor)(method, name))).join("/");
        return (await this.#calls.call(`/v1/us/${kind}/${path}`, answer_ts_1.isLookUp, options)).data;
    }
}
exports.NationClient = NationClient;
