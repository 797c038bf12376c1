import { join } from "node:path";
import { Admission } from "../../src/access/admission.ts";
import type { ApiKey } from "../../src/accounts/keys.ts";
import { createApi, type RequestEvent } from "../../src/api/handler.ts";
import { createDocumentHandlers } from "../../src/api/openapi/serve.ts";
import { FairQueue } from "../../src/base/fair-queue.ts";
import { type KeyType, type LimitOverrides, type PlanName, planTable } from "../../src/domain/plan.ts";
import { UNITED_STATES } from "../../src/editions/united-states.ts";
import { readDataset } from "../../src/figures/file.ts";
import { readNation } from "../../src/figures/nation-file.ts";
import { createHealth } from "../../src/http/health.ts";
import { createNationPlaces } from "../../src/lookup/nation-places.ts";
import { type Served, servedFrom } from "../../src/lookup/served.ts";
import type { StatePlaces } from "../../src/lookup/state-places.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { checkAgainstDocument } from "./openapi-check.ts";
import { exchangeBytes, parseAnswer } from "./raw-http.ts";
import { placesOf } from "./sample-dataset.ts";
import { scratchFolder } from "./scratch.ts";
import { stopAtEnd } from "./stop-at-end.ts";

/** The released dataset. */
export const releasedDataset = readDataset(DATASETS.california.own);
export const releasedPlaces: StatePlaces = placesOf(releasedDataset);
export const releasedNation = createNationPlaces(readNation(DATASETS.unitedStates.own), UNITED_STATES, COUNTRY);
export const releasedEditions = servedFrom([releasedPlaces, releasedNation]);

/** The time at which the clock of every test server starts: the middle of a month and of a day, UTC. */
export const TEST_START_MS = Date.UTC(2026, 2, 10, 12);

const ORIGIN = { via: "command", address: null } as const;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if there is none. */
  readonly json: unknown;
}

export interface RequestInput {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit["body"]>;
}

export interface KeyInput {
  readonly type?: KeyType;
  readonly plan?: PlanName;
  readonly limits?: LimitOverrides;
  readonly expiresAtMs?: number;
}

/** A key, `secret`, with the ids that the store has for it. */
export interface IssuedKey {
  readonly secret: string;
  readonly key: ApiKey;
}

interface ServerSettings {
  readonly maxWaiting?: number;
}

let shared: Promise<TestServer> | undefined;

/** Without what tests may only do to a server of their own. */
type SharedServer = Omit<TestServer, "advance" | "places" | "nation" | "stop">;

/** The server that the files of a process share, and a new key of a new account. It ends with the process. */
export async function sharedServer(plan?: PlanName): Promise<{ readonly server: SharedServer; readonly key: string }> {
  shared ??= TestServer.open();
  const server = await shared;
  return { server, key: (await server.newKey(plan === undefined ? {} : { plan })).secret };
}

/** A server on its own port with its own store and clock, stopped at the end of the test or file. */
export class TestServer {
  readonly port: number;
  readonly url: string;
  readonly store: Store;
  /** Every event that the handler reported. */
  readonly events: RequestEvent[] = [];
  places = releasedPlaces;
  nation = releasedNation;
  readonly #server: Bun.Server<undefined>;
  readonly #clock: TestClock;
  #current = releasedEditions;
  #accounts = 0;

  static async start(settings: ServerSettings = {}): Promise<TestServer> {
    const server = await TestServer.open(settings);
    stopAtEnd(() => server.stop());
    return server;
  }

  /** Whoever opens it stops it. */
  static async open({ maxWaiting = 10_000 }: ServerSettings = {}): Promise<TestServer> {
    const clock = new TestClock();
    const plans = planTable();
    const path = join(scratchFolder("api"), "store.sqlite");
    return new TestServer(clock, await openStore({ address: { dialect: "sqlite", path }, clock, plans }), maxWaiting);
  }

  private constructor(clock: TestClock, store: Store, maxWaiting: number) {
    this.#clock = clock;
    this.store = store;
    this.#server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(null, { status: 503 }) });
    this.port = Number(this.#server.port);
    this.url = `http://127.0.0.1:${this.port}`;
    const baseUrl = this.url;
    const api = createApi({
      editions: () => this.#served(),
      admission: new Admission({ store: store.admission, clock, plans: planTable(), maxWaiting }),
      clock,
      turns: new FairQueue({ monotonicMs: () => performance.now() }),
      monotonicMs: () => performance.now(),
      baseUrl,
      observer: { observes: () => true, observe: (event) => this.events.push(event) },
    });
    const health = createHealth({
      fault: () =>
        store.probe().then(
          () => null,
          () => "The store is closed.",
        ),
      baseUrl,
      clock,
    });
    const openApi = createDocumentHandlers(baseUrl);
    const v1 = (request: Request, from: Bun.Server<undefined>) => api(request, () => from.requestIP(request)?.address);
    this.#server.reload({
      routes: {
        "/v1": v1,
        "/v1/*": v1,
        "/healthz": health.live,
        "/readyz": health.ready,
        "/openapi.json": openApi.json,
        "/openapi.yaml": openApi.yaml,
      },
      fetch: () => new Response(null, { status: 404 }),
    });
  }

  /** One and the same for the same places, as answers are kept for it. */
  #served(): Served {
    const { contract, nations } = this.#current;
    if (contract !== this.places || nations[0] !== this.nation) this.#current = servedFrom([this.places, this.nation]);
    return this.#current;
  }

  get nowMs(): number {
    return this.#clock.now();
  }

  advance(ms: number): void {
    this.#clock.offsetMs += ms;
  }

  /** A new key of a new account. */
  async newKey({ type = "live", plan = "free", limits = {}, expiresAtMs }: KeyInput = {}): Promise<IssuedKey> {
    this.#accounts += 1;
    const email = `holder-${this.#accounts}@example.com`;
    const { account } = await this.store.accounts.create({ email, plan, origin: ORIGIN });
    await this.store.accounts.changeLimits(account.id, limits, ORIGIN);
    const request = { accountId: account.id, type, name: "test", expiresAtMs: expiresAtMs ?? null, origin: ORIGIN };
    const created = await this.store.keys.create(request);
    if (!created.ok) throw new Error(created.reason);
    return { secret: created.secret, key: created.key };
  }

  async revoke({ key }: IssuedKey): Promise<void> {
    await this.store.keys.revoke({ accountId: key.accountId, keyId: key.id, origin: ORIGIN });
  }

  async suspend({ key }: IssuedKey): Promise<void> {
    await this.store.accounts.suspend(key.accountId, ORIGIN);
  }

  /** Sends a request and checks the answer against the OpenAPI document. */
  async request(path: string, { method = "GET", key, headers, body }: RequestInput = {}): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { ...(key === undefined ? {} : { "X-API-Key": key }), ...headers },
      redirect: "error",
      ...(body === undefined ? {} : { body }),
    });
    return checked(method, path, { status: response.status, headers: response.headers, body: await response.text() });
  }

  /** A POST with a body of JSON: a value, or its text or bytes. */
  post(path: string, key: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const isSent = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
    return this.request(path, {
      method: "POST",
      key,
      headers: { "Content-Type": "application/json", ...headers },
      body: isSent ? body : JSON.stringify(body),
    });
  }

  batch(key: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.post("/v1/safety/batch", key, body, headers);
  }

  /** Sends a request target byte for byte, without a client's normalization. */
  async rawRequest(target: string | Uint8Array, key: string, method = "GET"): Promise<Answer> {
    const rest = ` HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`;
    const received = await exchangeBytes(this.port, [
      Buffer.concat([Buffer.from(`${method} `), Buffer.from(target), Buffer.from(rest)]),
    ]);
    // The path in its URL form, except for "#": a request has no fragment, so it is an ordinary character there.
    const { pathname } = new URL(this.url + Buffer.from(target).toString().replaceAll("#", "%23"));
    return checked(method, pathname, parseAnswer(received));
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
    await this.store.close();
  }
}

/** Runs like the system clock, starting at `TEST_START_MS`, and can be moved forward. */
class TestClock {
  offsetMs = TEST_START_MS - performance.now();

  now(): number {
    return Math.floor(performance.now() + this.offsetMs);
  }
}

function checked(
  method: string,
  path: string,
  { status, headers, body }: { readonly status: number; readonly headers: Headers; readonly body: string },
): Answer {
  if (/^\/v1(\/|\?|$)/.test(path)) checkAgainstDocument({ method, path, status, headers, body });
  return {
    status,
    headers,
    text: body,
    json: body !== "" && headers.get("content-type")?.includes("json") ? JSON.parse(body) : undefined,
  };
}
