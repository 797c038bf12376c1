import { type IsAnswer, isBatchOf, isLookUp, isPageOf, isStatistics } from "./answer.ts";
import { batchLimitOf, withPointersMovedBy } from "./batch.ts";
import type { CallOptions } from "./call-options.ts";
import type { Limits } from "./limits.ts";
import { checkNames, checkQuery, listFor, nameFor } from "./misuse.ts";
import { NationClient } from "./nation.ts";
import { type ClientOptions, usableOptions } from "./options.ts";
import { send, type TransportOptions } from "./transport.ts";
import type {
  BatchItem,
  CityHistory,
  CityRecord,
  CountyExplanation,
  CountyHistory,
  CountyRecord,
  DatasetStatistics,
  ExplainItem,
  Explanation,
  HistoryItem,
  LocateAnswer,
  LocateItem,
  LocateQuery,
  Location,
  Place,
  PlaceRecord,
  PlacesQuery,
} from "./types.ts";

/** An array, a set, and so on, but not a string, which would be read letter by letter. */
export type Names = Iterable<string> & object;

/** Names of cities, of counties, or of both. */
export interface PlaceNames {
  readonly cities?: Names;
  readonly counties?: Names;
}

const LOCATED = '{ zip: "92618" }';

/** The largest page that the service allows, for the fewest requests. */
const PAGE = 100;

/** A client of the Safety Statistics Service. Create one and reuse it: it remembers the batch size of your plan. */
export class SafetyClient {
  /** The edition of the United States: cities and towns by state. */
  readonly us: NationClient;
  readonly #transport: TransportOptions;
  #batchSize: number;
  #limits: Limits | null = null;

  /** @throws SetupError when an option is invalid, or when a live key is used in a browser page. */
  constructor(options: ClientOptions) {
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

  /** The limits reported by the last answer that had them; null before. */
  get limits(): Limits | null {
    return this.#limits;
  }

  /** The record of a California city, in any spelling of its name; null if the dataset has none. One request. */
  city(name: string, options?: CallOptions): Promise<CityRecord | null> {
    return this.#lookUp("city", "/v1/safety/", name, options);
  }

  /** The summary of a California county, with or without the word "County"; null if there is none. One request. */
  county(name: string, options?: CallOptions): Promise<CountyRecord | null> {
    return this.#lookUp("county", "/v1/safety/county/", name, options);
  }

  /** What made a city's score: counts, rates, the formula with its numbers, intervals, and cautions; null if there is none. One request. */
  explain(city: string, options?: CallOptions): Promise<Explanation | null> {
    return this.#lookUp("explain", "/v1/explain/", city, options);
  }

  /** The same for a county. One request. */
  explainCounty(name: string, options?: CallOptions): Promise<CountyExplanation | null> {
    return this.#lookUp("explainCounty", "/v1/explain/county/", name, options);
  }

  /** Rates, score, and grade of a city for each year since 2010; null if the dataset has none. One request. */
  history(city: string, options?: CallOptions): Promise<CityHistory | null> {
    return this.#lookUp("history", "/v1/history/", city, options);
  }

  /** The same for a county. One request. */
  countyHistory(name: string, options?: CallOptions): Promise<CountyHistory | null> {
    return this.#lookUp("countyHistory", "/v1/history/county/", name, options);
  }

  /**
   * The record that applies at a point, in a ZIP code, or to a name; null for a point outside California and for an
   * unknown ZIP code or name. One request.
   */
  async locate(query: LocateQuery, options?: CallOptions): Promise<Location | null> {
    return (await this.locateOrSuggest(query, options)).data;
  }

  /** The same as `locate()`, but if nothing is found, with the places that may be meant and a hint. One request. */
  async locateOrSuggest(query: LocateQuery, options?: CallOptions): Promise<LocateAnswer> {
    checkQuery("locate", LOCATED, query);
    return this.#call(`/v1/locate${searchOf(query)}`, isLookUp<LocateAnswer>, options);
  }

  /**
   * All matching places, best match first if there is a `q`, otherwise by name. Each page of `limit` places is one
   * request, sent when the loop reaches it. If the dataset changes meanwhile, throws an `InputError`: start again.
   */
  async *places(query: PlacesQuery = {}, options?: CallOptions): AsyncGenerator<Place, void, undefined> {
    checkQuery("places", '{ q: "holly" }', query);
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await this.#call(
        `/v1/places${searchOf({ limit: PAGE, ...query, cursor })}`,
        isPageOf<Place>,
        options,
      );
      yield* page.places;
      cursor = page.next;
    }
  }

  /**
   * The record that applies to a place in a county: the city's for a city or its neighborhood, the county's for a
   * community on its land or a city without a record; null for an unknown place, or if neither has a record. One request.
   */
  async cityOrCounty(city: string, county: string, options?: CallOptions): Promise<PlaceRecord | null> {
    const [place, bare] = [nameFor("cityOrCounty", city), nameFor("cityOrCounty", county)];
    const name = `${place}, ${bare.replace(/\s+(?:county|co\.?)$/i, "")} County`;
    const found = await this.locate({ name }, options);
    if (found?.city) return { kind: "city", record: found.city };
    return found?.county ? { kind: "county", record: found.county } : null;
  }

  /**
   * One item for each query, in the same order, for any number of queries, in requests of the size that the plan allows,
   * as in `batch()`. An item that is not found has suggestions and a hint.
   */
  async locateBatch(queries: Iterable<LocateQuery>, options?: CallOptions): Promise<LocateItem[]> {
    return this.#inBatches(listFor("locateBatch", `[${LOCATED}]`, queries), async (asked) => {
      const body = { queries: asked };
      return (await this.#call("/v1/locate/batch", isBatchOf<LocateItem>(asked.length), options, body)).results;
    });
  }

  /**
   * One item for each name, in the same order, for any number of names. Each request sends as many names as the plan
   * allows. If the plan's limit is not known yet, the first batch that is too large returns it and counts as a request.
   * If a request fails after its retries, the whole call fails; earlier requests were counted.
   */
  async batch(names: Names, options?: CallOptions): Promise<BatchItem[]> {
    const all = listFor("batch", '["Irvine"]', names);
    checkNames("batch", all);
    return this.#inBatches(all, async (asked) => {
      const cities = asked.map((name) => name.trim());
      const answer = await this.#call("/v1/safety/batch", isBatchOf<BatchItem>(asked.length), options, { cities });
      return answer.results.map((item, index) => ({ ...item, city: asked[index] ?? item.city }));
    });
  }

  /**
   * What made the scores of any number of cities and counties: an item for each, first the cities, then the counties,
   * each in the same order. Cities and counties are requested apart, in batches as in `batch()`.
   */
  explainBatch(names: PlaceNames, options?: CallOptions): Promise<ExplainItem[]> {
    return this.#placeBatch("explainBatch", "/v1/explain/batch", names, options);
  }

  /** Each year since 2010 of any number of cities and counties, as in `explainBatch()`. */
  historyBatch(names: PlaceNames, options?: CallOptions): Promise<HistoryItem[]> {
    return this.#placeBatch("historyBatch", "/v1/history/batch", names, options);
  }

  /** Statistics of the dataset: cities, counties, data year, last update, and grades. One request. */
  stats(options?: CallOptions): Promise<DatasetStatistics> {
    return this.#call("/v1/stats", isStatistics<DatasetStatistics>, options);
  }

  async #placeBatch<Item extends ExplainItem | HistoryItem>(
    method: string,
    path: string,
    names: PlaceNames,
    options?: CallOptions,
  ): Promise<Item[]> {
    checkQuery(method, '{ cities: ["Irvine"] }', names);
    const { cities = [], counties = [] } = names;
    const lists = Object.entries({ cities, counties }).map(([list, given]) => {
      const all = listFor(method, `{ ${list}: ["Orange"] }`, given);
      checkNames(method, all);
      return [list, all] as const;
    });
    const items: Item[] = [];
    for (const [list, all] of lists) {
      const found = await this.#inBatches(all, async (asked) => {
        const body = { [list]: asked.map((name) => name.trim()) };
        const answer = await this.#call(path, isBatchOf<Item>(asked.length), options, body);
        return answer.results.map((item, index) => ({
          ...item,
          [list === "cities" ? "city" : "county"]: asked[index],
        }));
      });
      items.push(...found);
    }
    return items;
  }

  /** The items of all parts of a list, each as long as the plan allows. */
  async #inBatches<Asked, Item>(
    all: readonly Asked[],
    itemsFor: (asked: readonly Asked[]) => Promise<readonly Item[]>,
  ): Promise<Item[]> {
    const items: Item[] = [];
    while (items.length < all.length) {
      const asked = all.slice(items.length, items.length + this.#batchSize);
      try {
        items.push(...(await itemsFor(asked)));
      } catch (error) {
        const limit = batchLimitOf(error);
        if (limit === undefined || limit < 1 || limit >= asked.length) throw withPointersMovedBy(items.length, error);
        this.#batchSize = limit;
      }
    }
    return items;
  }

  async #lookUp<Found>(method: string, path: string, name: string, options?: CallOptions): Promise<Found | null> {
    const isAnswer = isLookUp<{ readonly data: Found | null }>;
    return (await this.#call(path + segmentOf(nameFor(method, name)), isAnswer, options)).data;
  }

  /** A POST if there is a body, otherwise a GET. */
  #call<Answer>(path: string, isAnswer: IsAnswer<Answer>, options?: CallOptions, body?: unknown): Promise<Answer> {
    return send(this.#transport, { path, body, isAnswer, signal: options?.signal });
  }
}

/**
 * A name as one path segment. Names with a meaning in a path (".", "..", "batch") get a leading space, which the service
 * ignores.
 */
function segmentOf(name: string): string {
  // A lone surrogate cannot be encoded. It becomes U+FFFD, as it does in a batch.
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\uFFFD"));
  return /^(\.{1,2}|batch)$/.test(encoded) ? `%20${encoded}` : encoded;
}

/** Trims text and leaves out parameters without a value. */
function searchOf(query: Readonly<Record<string, string | number | null | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value).trim());
  }
  return `?${parameters}`;
}
