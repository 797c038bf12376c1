import manifest from "../../package.json" with { type: "json" };
import { Admission } from "../access/admission.ts";
import { RefusedTally } from "../access/refused.ts";
import { createApi } from "../api/handler.ts";
import { createHealth } from "../api/health.ts";
import { headRefusal, targetRefusal } from "../api/path.ts";
import { FairQueue } from "../domain/fair-queue.ts";
import { Lazy } from "../domain/lazy.ts";
import { BackgroundJobs } from "./background-jobs.ts";
import { backupTime } from "./backup-record.ts";
import { clientAddress } from "./client-address.ts";
import { isPublic } from "./config.ts";
import { loadSite, pageHandler } from "./load-site.ts";
import { type Handler, Observer } from "./observe.ts";
import type { ServiceParts } from "./parts.ts";
import { publicFiles } from "./public-files.ts";
import { ReadinessReport } from "./readiness-report.ts";
import { systemClock } from "./system-clock.ts";

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

export function createService(parts: ServiceParts): Service {
  const { config, editions, store, plans, log, metrics, tracing } = parts;
  const { baseUrl } = config;
  const clock = systemClock;
  const current = () => editions.current.california;
  const observer = new Observer({ log, metrics, tracing, baseUrl, slowRequestMs: config.SLOW_REQUEST_MS });
  const refused = new RefusedTally(clock);
  const admission = new Admission({
    store: metrics?.measured(store.admission) ?? store.admission,
    clock,
    plans,
    maxWaiting: config.MAX_WAITING,
    refused,
    onStoreError(error) {
      observer.storeFailed(error);
      readiness.storeFailed();
    },
  });
  // Work that grows with its input shares the event loop with lookups (docs/admission.md).
  const monotonicMs = () => performance.now();
  const turns = new FairQueue({ monotonicMs });
  const api = createApi({
    editions: () => editions.current,
    admission,
    turns,
    clock,
    monotonicMs,
    baseUrl,
    observer,
  });
  const mailer = new Lazy(async () => {
    const { createMailer } = await import("../accounts/mail.ts");
    const plain = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }, log);
    return metrics?.measuredMailer(plain) ?? plain;
  });
  const clients = new Lazy(async () => (await import("./client-files.ts")).loadClientFiles());
  const startedAtMs = clock.now();
  const status = async () => {
    const { version, dataYear: year } = current().records;
    const [fault, { sinceMs }] = [await readiness.fault(), readiness];
    return { fault, sinceMs, startedAtMs, version: manifest.version, dataset: { version, year } };
  };
  const site = new Lazy(() => loadSite(parts, { mailer, status, turns }));
  const mcp = new Lazy(async () => {
    const { createMcp } = await import("../mcp/mcp-handler.ts");
    return createMcp({ editions: () => editions.current, admission, turns, clock, baseUrl, version: manifest.version });
  });
  const backgroundJobs = new BackgroundJobs(parts, { mailer, refused });
  const readiness = new ReadinessReport({ store, needsAccounts: isPublic(config.BASE_URL), log });
  const health = createHealth({ fault: () => readiness.fault(), baseUrl, clock });
  metrics?.watch({
    waiting: () => admission.waiting(),
    places: current,
    isSnapshotRefused: () => editions.isRefused,
    lastBackupAtMs: backupTime(config.DATABASE_URL),
    ready: async () => (await readiness.fault()) === null,
    refused: () => refused.totals,
    store: () => store.use(),
    clock: () => backgroundJobs.clock,
    secretDiffers: () => backgroundJobs.secretDiffers,
  });

  const addressOf = (request: Request, server: Bun.Server<undefined>) => () =>
    clientAddress(request, server, config.TRUST_PROXY);
  const routes: Readonly<Record<string, Handler>> = {
    ...publicFiles(config, clients),
    "/mcp": observer.watched("/mcp", async (request, server) => (await mcp.get())(request, addressOf(request, server))),
    "/healthz": health.live,
    "/readyz": health.ready,
  };
  const pages = observer.watched("pages", pageHandler(site, config));
  const checked = Object.entries(routes).map(([path, handler]) => [path, withValidHead(withValidTarget(handler))]);
  // The API itself refuses invalid encodings, after it has checked the key (decisions 3).
  const v1 = withValidHead((request, server) => api(request, addressOf(request, server)));
  return {
    routes: { ...Object.fromEntries(checked), "/v1": v1, "/v1/*": v1 },
    fetch: withValidHead(withValidTarget(pages)),
    drain: () => readiness.drain(),
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

function withValidTarget(handler: Handler): Handler {
  return (request, server) => targetRefusal(request) ?? handler(request, server);
}

function withValidHead(handler: Handler): Handler {
  return (request, server) => headRefusal(request.headers) ?? handler(request, server);
}
