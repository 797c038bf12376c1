import { isBatchOf, isLookUp, isPageOf, isStatistics } from "./answer.js";
import { batchLimitOf, withPointersMovedBy } from "./batch.js";
import { checkNames, checkQuery, listFor, nameFor } from "./misuse.js";
import { NationClient } from "./nation.js";
import { usableOptions } from "./options.js";
import { send } from "./transport.js";
const LOCATED = '{ zip: "92618" }';
const PAGE = 100;
export class SafetyClient {
    us;
    #transport;
    #batchSize;
    #limits = null;
    constructor(options) {
        const { batchSize, ...transport } = usableOptions(options);
        this.#batchSize = batchSize;
        this.#transport = {
            ...transport,
            onLimits: (limits) => {
                this.#limits = limits;
            },
        };
        this.us = new NationClient({
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
        checkQuery("locate", LOCATED, query);
        return this.#call(`/v1/locate${searchOf(query)}`, isLookUp, options);
    }
    async *places(query = {}, options) {
        checkQuery("places", '{ q: "holly" }', query);
        for (let cursor; cursor !== null;) {
            const page = await this.#call(`/v1/places${searchOf({ limit: PAGE, ...query, cursor })}`, isPageOf, options);
            yield* page.places;
            cursor = page.next;
        }
    }
    async cityOrCounty(city, county, options) {
        const [place, bare] = [nameFor("cityOrCounty", city), nameFor("cityOrCounty", county)];
        const name = `${place}, ${bare.replace(/\s+(?:county|co\.?)$/i, "")} County`;
        const found = await this.locate({ name }, options);
        if (found?.city)
            return { kind: "city", record: found.city };
        return found?.county ? { kind: "county", record: found.county } : null;
    }
    async locateBatch(queries, options) {
        return this.#inBatches(listFor("locateBatch", `[${LOCATED}]`, queries), async (asked) => {
            const body = { queries: asked };
            return (await this.#call("/v1/locate/batch", isBatchOf(asked.length), options, body)).results;
        });
    }
    async batch(names, options) {
        const all = listFor("batch", '["Irvine"]', names);
        checkNames("batch", all);
        return this.#inBatches(all, async (asked) => {
            const cities = asked.map((name) => name.trim());
            const answer = await this.#call("/v1/safety/batch", isBatchOf(asked.length), options, { cities });
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
        return this.#call("/v1/stats", isStatistics, options);
    }
    async #placeBatch(method, path, names, options) {
        checkQuery(method, '{ cities: ["Irvine"] }', names);
        const { cities = [], counties = [] } = names;
        const lists = Object.entries({ cities, counties }).map(([list, given]) => {
            const all = listFor(method, `{ ${list}: ["Orange"] }`, given);
            checkNames(method, all);
            return [list, all];
        });
        const items = [];
        for (const [list, all] of lists) {
            const found = await this.#inBatches(all, async (asked) => {
                const body = { [list]: asked.map((name) => name.trim()) };
                const answer = await this.#call(path, isBatchOf(asked.length), options, body);
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
                const limit = batchLimitOf(error);
                if (limit === undefined || limit < 1 || limit >= asked.length)
                    throw withPointersMovedBy(items.length, error);
                this.#batchSize = limit;
            }
        }
        return items;
    }
    async #lookUp(method, path, name, options) {
        const isAnswer = isLookUp;
        return (await this.#call(path + segmentOf(nameFor(method, name)), isAnswer, options)).data;
    }
    #call(path, isAnswer, options, body) {
        return send(this.#transport, { path, body, isAnswer, signal: options?.signal });
    }
}
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
