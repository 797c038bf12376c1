import manifest from "../../package.json" with { type: "json" };
import { createAdmission } from "../access/admission.ts";
import { RefusedTally } from "../access/refused.ts";
import type { Mailer } from "../accounts/mail.ts";
import { createApi } from "../api/handler.ts";
import { createHealth } from "../api/health.ts";
import { headRefusal } from "../api/host.ts";
import { Lazy } from "../domain/lazy.ts";
import type { Log } from "../domain/log.ts";
import type { McpParts } from "../mcp/handler.ts";
import { BackgroundJobs } from "./background-jobs.ts";
import { lastBackupAtMs } from "./backup-record.ts";
import { systemClock } from "./clock.ts";
import { type Config, isPublic } from "./config.ts";
import type { Metrics } from "./metrics.ts";
import { type Handler, Observer } from "./observe.ts";
import type { ServiceParts } from "./parts.ts";
import { publicFiles } from "./public-files.ts";
import { ReadinessReport } from "./readiness.ts";
import { loadSite, pageHandler } from "./site-parts.ts";

/** The whole service behind one port. */
export interface Service {
  readonly routes: Readonly<Record<string, Handler>>;
  /** Every request that no route handles. */
  readonly fetch: Handler;
  /** Reports not ready from now on, so load balancers stop sending requests. Requests are still answered. */
  drain(): void;
  /** Waits for background work and closes all parts. Rejects if one of them cannot be closed. */
  close(): Promise<void>;
}

/** Connects the parts of the service. */
export function createService(parts: ServiceParts): Service {
  const { config, places, store, plans, log, metrics, tracing } = parts;
  const { baseUrl } = config;
  const clock = systemClock;
  const refused = new RefusedTally(clock);
  const admission = createAdmission({
    store: metrics?.measured(store.admission) ?? store.admission,
    clock,
    plans,
    maxWaiting: config.MAX_WAITING,
    refused,
    onStoreError: storeErrorReporter(log, metrics),
  });
  const observer = new Observer({ log, metrics, tracing, baseUrl, slowRequestMs: config.SLOW_REQUEST_MS });
  const api = createApi({
    places: () => places.current,
    admission,
    clock,
    monotonicMs: () => performance.now(),
    baseUrl,
    onRequest: (event) => observer.observe(event),
    observesAll: observer.observesAll,
    slowRequestMs: config.SLOW_REQUEST_MS,
  });
  const mailer = new Lazy(() => loadMailer(config, log, metrics));
  const clients = new Lazy(async () => (await import("./client-files.ts")).loadClientFiles());
  const site = new Lazy(() => loadSite(parts, { admission, mailer, clients }));
  const mcp = new Lazy(() =>
    loadMcp({ places: () => places.current, admission, clock, baseUrl, version: manifest.version }),
  );
  const pages = pageHandler(site, config);
  const files = publicFiles(config, () => places.current, clients);
  const backgroundJobs = new BackgroundJobs(parts, { mailer, refused });
  let draining = false;
  const readiness = new ReadinessReport({ store, needsAccounts: isPublic(config.BASE_URL), log });
  const fault = async () => (draining ? "This node is stopping." : await readiness.fault());
  const health = createHealth({ fault, baseUrl, clock });
  metrics?.watch({
    waiting: () => admission.waiting(),
    places: () => places.current,
    refusedSnapshots: () => places.refused,
    isSnapshotRefused: () => places.isRefused,
    lastBackupAtMs: backupTime(config),
    ready: async () => (await fault()) === null,
    refused: () => refused.totals,
    store: () => store.use(),
    clock: () => backgroundJobs.clock,
    secretDiffers: () => backgroundJobs.secretDiffers,
  });

  const routes: Readonly<Record<string, Handler>> = {
    ...files,
    "/v1": api,
    "/v1/*": api,
    "/mcp": observer.watched("/mcp", async (request) => (await mcp.get())(request)),
    "/healthz": health.live,
    "/readyz": health.ready,
  };
  return {
    routes: Object.fromEntries(Object.entries(routes).map(([path, handler]) => [path, withValidHead(handler)])),
    fetch: withValidHead(observer.watched("pages", pages)),
    drain() {
      draining = true;
    },
    async close() {
      // In reverse order; each is closed even if another fails.
      await using used = new AsyncDisposableStack();
      used.defer(async () => (await mailer.loaded)?.close());
      used.defer(async () => (await site.loaded)?.close());
      used.defer(() => backgroundJobs.close());
      used.defer(() => readiness.close());
    },
  };
}

function withValidHead(handler: Handler): Handler {
  return (request, server) => headRefusal(request.headers) ?? handler(request, server);
}

async function loadMcp(parts: McpParts) {
  const { createMcp } = await import("../mcp/handler.ts");
  return createMcp(parts);
}

async function loadMailer(config: Config, log: Log, metrics: Metrics | null): Promise<Mailer> {
  const { createMailer } = await import("../accounts/mail.ts");
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }, log);
  return metrics?.measuredMailer(mailer) ?? mailer;
}

/** PostgreSQL is backed up with its own tools, so the service does not know when. */
function backupTime({ DATABASE_URL }: Config): (() => Promise<number>) | null {
  if (DATABASE_URL.dialect !== "sqlite") return null;
  const { path } = DATABASE_URL;
  return () => lastBackupAtMs(path);
}

const STORE_ERROR_EVERY_MS = 1_000;

/**
 * While the store is unavailable every batch fails. Logs one line per second with the number of failures since the last
 * line.
 */
function storeErrorReporter(log: Log, metrics: Metrics | null): (error: unknown) => void {
  let failures = 0;
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    failures += 1;
    metrics?.storeFailed();
    if (performance.now() - loggedAtMs < STORE_ERROR_EVERY_MS) return;
    log.error({ failures, error }, "the store failed, requests are answered 503");
    loggedAtMs = performance.now();
    failures = 0;
  };
}
