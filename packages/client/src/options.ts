import { SetupError } from "./errors.ts";

export interface ClientOptions {
  /** Address of the service, such as `https://safety.example`, without `/v1`. */
  readonly baseUrl: string;
  /** `svc_live_…` or `svc_test_…`. Read it from the environment of your backend, never write it into code. */
  readonly apiKey: string;
  /** Timeout of one attempt in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Retries after 429 with `Retry-After`, 502, 503, 504, failed connections, and timeouts. Default: 2. */
  readonly retries?: number;
  /** Longest wait before a retry in milliseconds; an error that asks for a longer one is thrown immediately. Default: 10,000. */
  readonly maxRetryWaitMs?: number;
  /** Names in one batch request. By default the client takes it from the service. */
  readonly batchSize?: number;
  /** Replaces the runtime's `fetch`. */
  readonly fetch?: Fetch;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The limit of the largest plan (contract 4.3). If the account's plan allows fewer, the first error says how many. */
const FIRST_BATCH_SIZE = 100;
/** The longest delay that timers support; a longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws SetupError when the options cannot work, or when a live key is used in a browser page. */
export function usableOptions(options: ClientOptions): Required<ClientOptions> {
  const given: unknown = options;
  if (typeof given !== "object" || given === null) {
    throw new SetupError('Pass options, such as { baseUrl: "https://safety.example", apiKey }.');
  }
  const { fetch = globalThis.fetch } = options;
  if (typeof fetch !== "function") throw new SetupError("fetch must be a function, and this runtime has none.");
  return {
    baseUrl: addressOf(options.baseUrl),
    apiKey: usableKey(options.apiKey),
    timeoutMs: wholeNumber("timeoutMs", options.timeoutMs ?? 10_000, 1, MAX_TIMER_MS),
    retries: wholeNumber("retries", options.retries ?? 2, 0, 100),
    maxRetryWaitMs: wholeNumber("maxRetryWaitMs", options.maxRetryWaitMs ?? 10_000, 0, MAX_TIMER_MS),
    batchSize: wholeNumber("batchSize", options.batchSize ?? FIRST_BATCH_SIZE, 1, 10_000),
    fetch,
  };
}

/** The message does not repeat the value, which may be the key by mistake. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const path = url?.pathname.replace(/\/+$/, "") ?? "";
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new SetupError("baseUrl must be the URL of a service, such as https://safety.example. Is the variable set?");
  }
  if (path.endsWith("/v1")) throw new SetupError("baseUrl must be the URL of the service without /v1 at the end.");
  return url.origin + path;
}

function usableKey(apiKey: string): string {
  if (!/^svc_(live|test)_[\w-]+$/.test(apiKey ?? "")) {
    throw new SetupError("apiKey must be an API key (svc_live_… or svc_test_…). Is the variable set?");
  }
  if (apiKey.startsWith("svc_live_") && "document" in globalThis) {
    throw new SetupError(
      "This is a browser page: anyone who opens it could read your live key and use up your quota. Call the service " +
        "from your backend, and let the page ask your backend.",
    );
  }
  return apiKey;
}

function wholeNumber(name: string, value: number, from: number, to: number): number {
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new SetupError(`${name} must be a whole number from ${from} to ${to}, not ${value}.`);
}
