import { type IsAnswer, isBatchOf, isLookUp, isPageOf, isStates, isStatistics } from "./answer.ts";
import type { CallOptions } from "./call-options.ts";
import { checkQuery, listFor, nameFor } from "./misuse.ts";
import type {
  AreasBatchItem,
  CountyAreas,
  CountyAreasExplanation,
  CountyAreasHistory,
  CountyAreasMonths,
  CountyInState,
  NationBatchItem,
  NationExplanation,
  NationHistory,
  NationLocateAnswer,
  NationLocateItem,
  NationLocateQuery,
  NationLocation,
  NationMonths,
  NationPeers,
  NationPlace,
  NationPlacesQuery,
  NationRecord,
  NationStates,
  NationStatistics,
  PlaceInState,
  StateAreas,
} from "./types.ts";

/** What the client of the nation takes from `SafetyClient`. */
export interface Calls {
  call<Answer>(path: string, isAnswer: IsAnswer<Answer>, options?: CallOptions, body?: unknown): Promise<Answer>;
  inBatches<Asked, Item>(
    all: readonly Asked[],
    itemsFor: (asked: readonly Asked[]) => Promise<readonly Item[]>,
  ): Promise<Item[]>;
  segmentOf(name: string): string;
  searchOf(query: Readonly<Record<string, string | number | null | undefined>>): string;
}

/** The edition of the United States: cities and towns of 2,500 residents or more, by state. */
export class NationClient {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** The record of a place in a state (USPS code or name), compared with the nation; null if there is none. One request. */
  city(state: string, city: string, options?: CallOptions): Promise<NationRecord | null> {
    return this.#lookUp("us.city", "safety", [state, city], options);
  }

  /** What made a score; null if there is none. One request. */
  explain(state: string, city: string, options?: CallOptions): Promise<NationExplanation | null> {
    return this.#lookUp("us.explain", "explain", [state, city], options);
  }

  /** Each year since 2012; null if there is none. One request. */
  history(state: string, city: string, options?: CallOptions): Promise<NationHistory | null> {
    return this.#lookUp("us.history", "history", [state, city], options);
  }

  /** The five next larger and smaller places, in the state and in the nation; null if the place has no grade. One request. */
  peers(state: string, city: string, options?: CallOptions): Promise<NationPeers | null> {
    return this.#lookUp("us.peers", "peers", [state, city], options);
  }

  /** Reported offenses by month after the record's year, or null. One request. */
  months(state: string, city: string, options?: CallOptions): Promise<NationMonths | null> {
    return this.#lookUp("us.months", "months", [state, city], options);
  }

  /** What the county's departments police, with their figures; null if none has any. One request. */
  areas(state: string, county: string, options?: CallOptions): Promise<CountyAreas | null> {
    return this.#lookUp("us.areas", "areas", [state, county], options);
  }

  /** All areas of a state with figures, by county. One request. */
  areasOf(state: string, options?: CallOptions): Promise<StateAreas> {
    const hasAreas = (value: unknown): value is StateAreas => value instanceof Object && "areas" in value;
    return this.#calls.call(`/v1/us/areas/${encodeURIComponent(state)}`, hasAreas, options);
  }

  /** How the figures of a county's departments came about; null if none has any. One request. */
  explainAreas(state: string, county: string, options?: CallOptions): Promise<CountyAreasExplanation | null> {
    return this.#lookUp("us.explainAreas", "areas/explain", [state, county], options);
  }

  /** The years of a county's departments; null if there are none. One request. */
  areasHistory(state: string, county: string, options?: CallOptions): Promise<CountyAreasHistory | null> {
    return this.#lookUp("us.areasHistory", "areas/history", [state, county], options);
  }

  /** Reported offenses by month of a county's departments; null if there are none. One request. */
  areasMonths(state: string, county: string, options?: CallOptions): Promise<CountyAreasMonths | null> {
    return this.#lookUp("us.areasMonths", "areas/months", [state, county], options);
  }

  /** The areas of any number of counties, one item for each, in the same order. */
  async areasBatch(counties: Iterable<CountyInState>, options?: CallOptions): Promise<AreasBatchItem[]> {
    const all = listFor("us.areasBatch", '[{ state: "MD", county: "Howard County" }]', counties);
    return this.#calls.inBatches(all, async (asked) => {
      const isAnswer = isBatchOf<AreasBatchItem>(asked.length);
      return (await this.#calls.call("/v1/us/safety/batch", isAnswer, options, { places: asked })).results;
    });
  }

  /** One item for each place, named or by GEOID, in the same order, for any number of places, as in `SafetyClient.batch()`. */
  async batch(places: Iterable<PlaceInState>, options?: CallOptions): Promise<NationBatchItem[]> {
    const all = listFor("us.batch", '[{ state: "TX", city: "Austin" }]', places);
    return this.#calls.inBatches(all, async (asked) => {
      const isAnswer = isBatchOf<NationBatchItem>(asked.length);
      return (await this.#calls.call("/v1/us/safety/batch", isAnswer, options, { places: asked })).results;
    });
  }

  /**
   * The place at a point, in a ZIP code, or of a name, an address, or a GEOID, with its record if it has one; null if
   * nothing is found. One request.
   */
  async locate(query: NationLocateQuery, options?: CallOptions): Promise<NationLocation | null> {
    return (await this.locateOrSuggest(query, options)).data;
  }

  /** The same, but if nothing is found, with the places that may be meant and a hint. One request. */
  async locateOrSuggest(query: NationLocateQuery, options?: CallOptions): Promise<NationLocateAnswer> {
    checkQuery("us.locate", '{ zip: "78701" }', query);
    const search = this.#calls.searchOf({ ...query });
    return this.#calls.call(`/v1/us/locate${search}`, isLookUp<NationLocateAnswer>, options);
  }

  /** One item for each query, in the same order, for any number of queries, as in `SafetyClient.locateBatch()`. */
  async locateBatch(queries: Iterable<NationLocateQuery>, options?: CallOptions): Promise<NationLocateItem[]> {
    return this.#calls.inBatches(listFor("us.locateBatch", '[{ zip: "78701" }]', queries), async (asked) => {
      const isAnswer = isBatchOf<NationLocateItem>(asked.length);
      return (await this.#calls.call("/v1/us/locate/batch", isAnswer, options, { queries: asked })).results;
    });
  }

  /** All matching places, as in `SafetyClient.places()`. One request for each `limit` places. */
  async *places(query: NationPlacesQuery = {}, options?: CallOptions): AsyncGenerator<NationPlace, void, undefined> {
    checkQuery("us.places", '{ q: "springfield" }', query);
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const search = this.#calls.searchOf({ limit: 100, ...query, cursor });
      const page = await this.#calls.call(`/v1/us/places${search}`, isPageOf<NationPlace>, options);
      yield* page.places;
      cursor = page.next;
    }
  }

  /** The coverage of each state. One request. */
  states(options?: CallOptions): Promise<NationStates> {
    return this.#calls.call("/v1/us/states", isStates<NationStates>, options);
  }

  /** Statistics of the dataset. One request. */
  stats(options?: CallOptions): Promise<NationStatistics> {
    return this.#calls.call("/v1/us/stats", isStatistics<NationStatistics>, options);
  }

  async #lookUp<Found>(
    method: string,
    kind: string,
    names: readonly string[],
    options?: CallOptions,
  ): Promise<Found | null> {
    const path = names.map((name) => this.#calls.segmentOf(nameFor(method, name))).join("/");
    return (await this.#calls.call(`/v1/us/${kind}/${path}`, isLookUp<{ readonly data: Found | null }>, options)).data;
  }
}
