import manifest from "../../package.json" with { type: "json" };
import { createAdmission } from "../access/admission.ts";
import type { Mailer } from "../accounts/mail.ts";
import { createApi, type RequestEvent } from "../api/handler.ts";
import { createHealth } from "../api/health.ts";
import { Lazy } from "../domain/lazy.ts";
import type { Log } from "../domain/log.ts";
import type { McpParts } from "../mcp/handler.ts";
import { BackgroundJobs } from "./background-jobs.ts";
import { systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { ServiceLog } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { loadSite, pageHandler } from "./pages.ts";
import type { ServiceParts } from "./parts.ts";
import { publicFiles } from "./public-files.ts";

type Handler = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

/** The whole service behind one port. */
export interface Service {
  readonly routes: Readonly<Record<string, Handler>>;
  /** Everything that no route takes. */
  readonly fetch: Handler;
  /** From now on not ready, so that a balancer sends no more; requests are still answered. */
  drain(): void;
  /** Waits for what goes on beside the requests, and lets all parts go. Rejects where one of them cannot be. */
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
    observesAll: metrics !== null || log.debugs,
  });
  const mailer = new Lazy(() => loadMailer(config, log));
  const site = new Lazy(() => loadSite(parts, admission, mailer));
  const mcp = new Lazy(() =>
    loadMcp({ atlas: () => atlas.current, admission, clock, baseUrl, version: manifest.version }),
  );
  const pages = pageHandler(site, config);
  const files = publicFiles(config, () => atlas.current);
  const backgroundJobs = new BackgroundJobs(parts, mailer);
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
    routes: {
      ...files,
      "/v1": api,
      "/v1/*": api,
      "/mcp": measured("/mcp", async (request) => (await mcp.get())(request), metrics),
      "/healthz": health.live,
      "/readyz": health.ready,
    },
    fetch: measured("pages", pages, metrics),
    drain() {
      draining = true;
    },
    async close() {
      // In the opposite order, each whatever becomes of the others.
      await using used = new AsyncDisposableStack();
      used.defer(async () => (await mailer.loaded)?.close());
      used.defer(async () => (await site.loaded)?.close());
      used.defer(() => backgroundJobs.close());
    },
  };
}

/** Tells the metrics of each answer, where anybody reads them. */
function measured(pattern: string, handler: Handler, metrics: Metrics | null): Handler {
  if (metrics === null) return handler;
  return async (request, server) => {
    const startedMs = performance.now();
    const response = await handler(request, server);
    metrics.request(pattern, response.status, performance.now() - startedMs);
    return response;
  };
}

async function loadMcp(parts: McpParts) {
  const { createMcp } = await import("../mcp/handler.ts");
  return createMcp(parts);
}

async function loadMailer(config: Config, log: Log): Promise<Mailer> {
  const { createMailer } = await import("../accounts/mail.ts");
  return createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }, log);
}

/** A request that was answered is no news; one that broke is. */
function logRequest(log: ServiceLog, { error, ...event }: RequestEvent): void {
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
