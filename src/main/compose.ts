import manifest from "../../package.json" with { type: "json" };
import { createAdmission } from "../access/admission.ts";
import { createApi, type RequestEvent } from "../api/handler.ts";
import { createHealth } from "../api/health.ts";
import type { PlanTable } from "../domain/plan.ts";
import type { McpParts } from "../mcp/handler.ts";
import type { Store } from "../store/store.ts";
import { systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { LiveAtlas } from "./live-atlas.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { LazyPages } from "./pages.ts";

export interface ServiceParts {
  readonly config: Config;
  readonly atlas: LiveAtlas;
  readonly store: Store;
  readonly plans: PlanTable;
  readonly log: Log;
  /** Signs sessions and links. */
  readonly secret: string;
  /** Where nobody reads metrics, nothing is recorded. */
  readonly metrics: Metrics | null;
}

type Handler = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

/** The whole service behind one port. */
export interface Service {
  readonly routes: Readonly<Record<string, Handler>>;
  /** Everything that no route takes. */
  readonly fetch: Handler;
  /** From now on not ready, so that a balancer sends no more; requests are still answered. */
  drain(): void;
  close(): Promise<void>;
}

/** Who is plugged into whom. */
export function createService(parts: ServiceParts): Service {
  const { config, atlas, store, plans, log, metrics } = parts;
  const { baseUrl } = config;
  const clock = systemClock;
  const admission = createAdmission({
    store: metrics?.measured(store.admission) ?? store.admission,
    clock,
    plans,
    maxWaiting: config.MAX_WAITING,
    onStoreError: storeErrorReporter(log, metrics),
  });
  const api = createApi({
    atlas: () => atlas.current,
    admission,
    clock,
    monotonicMs: () => performance.now(),
    baseUrl,
    onRequest: (event) => {
      metrics?.request(event.pattern, event.status, event.durationMs);
      logRequest(log, event);
    },
  });
  const mcp = lazyMcp({ atlas: () => atlas.current, admission, clock, baseUrl, version: manifest.version });
  const pages = new LazyPages(parts, admission);
  let draining = false;
  const ready = async () => !draining && (await store.ready());
  const health = createHealth({ ready, baseUrl, clock });
  metrics?.watch({
    waiting: () => admission.waiting(),
    snapshot: () => atlas.current.snapshot,
    refusedSnapshots: () => atlas.refused,
    ready,
  });

  return {
    routes: { "/v1": api, "/v1/*": api, "/healthz": health.live, "/readyz": health.ready, "/mcp": mcp },
    async fetch(request, server) {
      const startedMs = performance.now();
      const response = await pages.fetch(request, server);
      metrics?.request("pages", response.status, performance.now() - startedMs);
      return response;
    },
    drain() {
      draining = true;
    },
    close: () => pages.close(),
  };
}

/** The tools for assistants, brought in with the first request for them. */
function lazyMcp(parts: McpParts): (request: Request) => Promise<Response> {
  let loading: Promise<(request: Request) => Promise<Response>> | undefined;
  return async (request) => {
    loading ??= import("../mcp/handler.ts").then(({ createMcp }) => createMcp(parts));
    return (await loading)(request);
  };
}

/** A request that was answered is no news; one that broke is. */
function logRequest(log: Log, { error, ...event }: RequestEvent): void {
  if (error !== undefined) log.error({ ...event, error: String(error) }, "a request broke");
  else log.debug(event, "request");
}

const STORE_ERROR_EVERY_MS = 1_000;

/** While the store is away every batch fails: one line a second says so, with the number of failures since the last. */
function storeErrorReporter(log: Log, metrics: Metrics | null): (error: unknown) => void {
  let failures = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    failures += 1;
    metrics?.storeFailed();
    if (performance.now() - toldAtMs < STORE_ERROR_EVERY_MS) return;
    log.error({ failures, error: String(error) }, "the store failed, requests are answered 503");
    toldAtMs = performance.now();
    failures = 0;
  };
}
