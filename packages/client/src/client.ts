import { batchLimitOf, withPointersMovedBy } from "./batch.ts";
import { SetupError } from "./errors.ts";
import type { Limits } from "./limits.ts";
import { send, type TransportOptions } from "./transport.ts";
import type { BatchItem, CityRecord, CountyRecord, DatasetStatistics, Explanation, PlaceRecord } from "./types.ts";

export interface ClientOptions {
  /** Address of the service, such as `https://safety.example`, without `/v1`. */
  readonly baseUrl: string;
  /** `svc_live_…` or `svc_test_…`. Read it from the environment of your backend, never write it into code. */
  readonly apiKey: string;
  /** Longest wait for one answer, in milliseconds; 10,000 unless told. */
  readonly timeoutMs?: number;
  /** Attempts after the first one, for 429, 502, 503, 504 and connections that fail; 2 unless told. */
  readonly retries?: number;
  /** A refusal that asks for a longer wait than this is thrown at once, in milliseconds; 10,000 unless told. */
  readonly maxRetryWaitMs?: number;
  /** Names in one batch request. Learned from the service unless told. */
  readonly batchSize?: number;
  /** In place of the runtime's own `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, waiting included; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** The largest plan's number (interface 4.3): where the account's plan allows fewer, the first refusal tells how many. */
const FIRST_BATCH_SIZE = 100;

/** A client of the Safety Statistics Service. Make one and keep it: it remembers what it learns of your plan. */
export class SafetyClient {
  readonly #transport: TransportOptions;
  #batchSize: number;
  #limits: Limits | null = null;

  /** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
  constructor(options: ClientOptions) {
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
  get limits(): Limits | null {
    return this.#limits;
  }

  /** The record of a California city, in any spelling of its name; null where the dataset has none. One request. */
  async city(name: string, options: CallOptions = {}): Promise<CityRecord | null> {
    const answer = await this.#get<{ data: CityRecord | null }>(`/v1/safety/${segmentOf(name)}`, options);
    return answer.data;
  }

  /** What made a city's score: counts, rates, the formula with its numbers, an interval; null where there is none. One request. */
  async explain(city: string, options: CallOptions = {}): Promise<Explanation | null> {
    const answer = await this.#get<{ data: Explanation | null }>(`/v1/explain/${segmentOf(city)}`, options);
    return answer.data;
  }

  /** The summary of a California county, with or without the word "County"; null where there is none. One request. */
  async county(name: string, options: CallOptions = {}): Promise<CountyRecord | null> {
    const answer = await this.#get<{ data: CountyRecord | null }>(`/v1/safety/county/${segmentOf(name)}`, options);
    return answer.data;
  }

  /**
   * The city's record, or the record of its county where the city is absent from the dataset; null where neither has
   * one. One request, two for the fallback.
   */
  async cityOrCounty(city: string, county: string, options: CallOptions = {}): Promise<PlaceRecord | null> {
    const own = await this.city(city, options);
    if (own) return { kind: "city", record: own };
    const fallback = await this.county(county, options);
    return fallback && { kind: "county", record: fallback };
  }

  /**
   * One item for each name, in the same order, for any number of names: one request for as many as the plan allows in a
   * batch. The first refusal of a batch that is too large tells that number; it counts as a request.
   */
  async batch(names: Iterable<string>, options: CallOptions = {}): Promise<BatchItem[]> {
    const all = [...names];
    const items: BatchItem[] = [];
    while (items.length < all.length) {
      const cities = all.slice(items.length, items.length + this.#batchSize);
      try {
        const answer = await this.#call<{ results: BatchItem[] }>("/v1/safety/batch", { cities }, options);
        items.push(...answer.results);
      } catch (error) {
        const limit = batchLimitOf(error);
        if (limit === undefined || limit >= cities.length) throw withPointersMovedBy(items.length, error);
        this.#batchSize = limit;
      }
    }
    return items;
  }

  /** The dataset in numbers: cities, counties, data year, last update, grades. One request. */
  stats(options: CallOptions = {}): Promise<DatasetStatistics> {
    return this.#get<DatasetStatistics>("/v1/stats", options);
  }

  #get<Answer>(path: string, options: CallOptions): Promise<Answer> {
    return this.#call(path, undefined, options);
  }

  async #call<Answer>(path: string, body: unknown, { signal }: CallOptions): Promise<Answer> {
    return trusted<Answer>(await send(this.#transport, { path, body, signal }));
  }
}

/** The service keeps to its document, from which the types are made, so an answer of its own is not checked again. */
function trusted<Answer>(value: unknown): Answer {
  return value as Answer;
}

/**
 * A name as one segment of the path. A space in front, which the service drops, keeps a name that means something in a
 * path ("", ".", "..", "batch") from being taken for it.
 */
function segmentOf(name: string): string {
  const encoded = encodeURIComponent(name);
  return /^(\.{0,2}|batch)$/.test(encoded) ? `%20${encoded}` : encoded;
}

function addressOf(baseUrl: string): string {
  const problem = `baseUrl is the address of the service, such as https://safety.example, not "${baseUrl}"`;
  if (!/^https?:\/\//.test(baseUrl ?? "")) throw new SetupError(problem);
  return baseUrl.replace(/\/+$/, "");
}

function usableKey(apiKey: string): string {
  if (!/^svc_(live|test)_[\w-]+$/.test(apiKey ?? "")) {
    throw new SetupError("apiKey is no API key (svc_live_… or svc_test_…). Is the variable set that you read it from?");
  }
  if (apiKey.startsWith("svc_live_") && "document" in globalThis) {
    throw new SetupError(
      "This is a browser page, and whoever opens it could read your live key and use up your quota. Call the service " +
        "from your backend, and let the page ask your backend.",
    );
  }
  return apiKey;
}
