import manifest from "../../package.json" with { type: "json" };
import { Admission } from "../access/admission.ts";
import { RefusedTally } from "../access/refused.ts";
import type { AuthSettings } from "../accounts/auth.ts";
import type { SignUpPolicy } from "../accounts/sign-up-policy.ts";
import { createApi } from "../api/handler.ts";
import { FairQueue } from "../base/fair-queue.ts";
import { Lazy } from "../base/lazy.ts";
import { EDITIONS } from "../editions/table.ts";
import { createHealth } from "../http/health.ts";
import { headRefusal, targetRefusal } from "../http/path.ts";
import type { ServiceStatus } from "../site/http/services.ts";
import type { Site } from "../site/site.ts";
import { isUnavailable, storeFault, withStoreFault } from "../store/faults.ts";
import { BackgroundJobs } from "./background-jobs.ts";
import { backupTime } from "./backup-record.ts";
import { clientAddress } from "./client-address.ts";
import { type Config, isPublic } from "./config.ts";
import { downloadFolders } from "./download-folders.ts";
import { type Handler, Observer, type WatchedHandler } from "./observe.ts";
import type { ServiceParts } from "./parts.ts";
import { publicFiles } from "./public-files.ts";
import { ReadinessReport } from "./readiness-report.ts";
import { systemClock, systemTimers } from "./system-clock.ts";

export type Service = ReturnType<typeof createService>;

/** The whole service behind one port. */
export function createService(parts: ServiceParts) {
  const { config, editions, store, plans, log, metrics, tracing } = parts;
  const { baseUrl } = config;
  const clock = systemClock;
  const observer = new Observer({ log, metrics, tracing, baseUrl, slowRequestMs: config.SLOW_REQUEST_MS });
  const refused = new RefusedTally(clock);
  const admission = new Admission({
    store: metrics?.measured(store.admission) ?? store.admission,
    clock,
    plans,
    maxWaiting: config.MAX_WAITING,
    refused,
    timers: systemTimers,
    onStoreError(error) {
      observer.storeFailed(error);
      readiness.storeFailed(error);
    },
  });
  // Work that grows with its input shares the event loop with lookups (docs/admission.md).
  const { monotonicMs } = systemTimers;
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
  const clients = new Lazy(async () => (await import("./client-files.ts")).loadClientFiles());
  const startedAtMs = clock.now();
  const status = async () => {
    const { states, nations } = editions.current;
    const datasets = [...states.map(({ records }) => records), ...nations.map(({ nation }) => nation)];
    const [fault, { sinceMs }] = [await readiness.fault(), readiness];
    return {
      ...{ fault, sinceMs, startedAtMs },
      version: manifest.version,
      datasets: datasets.map(({ edition: { title }, version, dataYear: year }) => ({ title, version, year })),
    };
  };
  const site = new Lazy(() => loadSite(parts, { status, turns }));
  const mcp = new Lazy(async () => {
    const { createMcp } = await import("../mcp/mcp-handler.ts");
    return createMcp({ editions: () => editions.current, admission, turns, clock, baseUrl, version: manifest.version });
  });
  const backgroundJobs = new BackgroundJobs(parts, refused);
  const readiness = new ReadinessReport({ store, needsAccounts: isPublic(config.BASE_URL), log });
  const health = createHealth({ fault: () => readiness.fault(), baseUrl, clock });
  metrics?.watch({
    waiting: () => admission.waiting(),
    dataset: (name) => editions.current.of(EDITIONS[name]),
    isSnapshotRefused: (name) => editions.isRefused(name),
    lastBackupAtMs: backupTime(config.DATABASE_URL),
    ready: async () => (await readiness.fault()) === null,
    refused: () => refused.totals,
    store: () => store.use(),
    clock: () => backgroundJobs.clock,
    unsentEmails: () => backgroundJobs.unsentEmails,
    secretDiffers: () => backgroundJobs.secretDiffers,
  });

  const addressOf = (request: Request, server: Bun.Server<undefined>) => () =>
    clientAddress(request, server, config.TRUST_PROXY);
  const answerMessage = observer.watched("/mcp", async (request, server) =>
    (await mcp.get())(request, addressOf(request, server)),
  );
  const routes: Readonly<Record<string, Handler>> = {
    ...publicFiles(config, clients),
    "/mcp": answerMessage,
    // Several clients add a slash to every URL.
    "/mcp/": answerMessage,
    "/healthz": health.live,
    "/readyz": health.ready,
  };
  const pages = observer.watched("pages", pageHandler(site, config));
  const checked = Object.entries(routes).map(([path, handler]) => [path, withValidHead(withValidTarget(handler))]);
  // The API itself refuses invalid encodings, after it has checked the key (decisions 3).
  const v1 = withValidHead((request, server) => api(request, addressOf(request, server)));
  const all: Readonly<Record<string, Handler>> = { ...Object.fromEntries(checked), "/v1": v1, "/v1/*": v1 };
  return {
    routes: all,
    /** Every request that no route handles. */
    fetch: withValidHead(withValidTarget(pages)),
    /** Reports not ready from now on, so load balancers stop sending requests. Requests are still answered. */
    drain: () => readiness.drain(),
    /** Waits for background work and closes all parts. Rejects if one of them cannot be closed. */
    async close() {
      // In reverse order; each is closed even if another fails.
      await using used = new AsyncDisposableStack();
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

/** A page may wait longer for its turn than an idle connection is kept. */
const MAX_PAGE_WAIT_S = 75;

/** The pages, loaded with the first request for one. */
function pageHandler(site: Lazy<Site>, config: Config): WatchedHandler {
  return (request, server, { requestId, failed }) =>
    withStoreFault(async () => {
      const mayWait = request.method === "GET" || request.method === "HEAD";
      if (mayWait) server.timeout(request, MAX_PAGE_WAIT_S);
      const address = () => clientAddress(request, server, config.TRUST_PROXY);
      const response = await (await site.get()).fetch(request, { address, requestId, failed });
      // Otherwise a client that reads nothing delays a stop by the longer time.
      if (mayWait) server.timeout(request, config.IDLE_TIMEOUT_S);
      return response;
    });
}

interface Shared {
  readonly status: () => Promise<ServiceStatus>;
  readonly turns: FairQueue;
}

async function loadSite(parts: ServiceParts, { status, turns }: Shared): Promise<Site> {
  const { createSite } = await import("../site/site.ts");
  const { config, editions, store, plans, log, secret } = parts;
  return createSite({
    settings: {
      plans,
      prices: config.PLAN_PRICES,
      retention: config.retention,
      baseUrl: config.baseUrl,
      contactEmail: config.CONTACT_EMAIL,
      signUpPolicy: signUpPolicy(config),
      incidentsUrl: config.STATUS_URL,
    },
    auth: authSettings(config, secret),
    clock: systemClock,
    thread: {
      start() {
        const preload = new URL("./lower-priority.ts", import.meta.url).href;
        return new Worker(new URL("./page-thread.ts", import.meta.url), { ref: false, smol: true, preload });
      },
      datasets: () => editions.files,
      folders: downloadFolders(),
    },
    status,
    turns,
    async account() {
      const [repositories, { CamelCasePlugin }, { createWebhookEndpoint }] = await Promise.all([
        store.repositories(),
        import("kysely"),
        import("../webhooks/endpoint.ts"),
      ]);
      const allowed = config.WEBHOOK_ALLOWED_NETWORKS;
      return {
        account: {
          ...repositories,
          webhookEndpoint: createWebhookEndpoint({ store: repositories.webhooks, secret, allowed }),
          editions: () => editions.current,
          sendsEmail: config.SMTP_URL !== undefined,
          clock: systemClock,
        },
        users: repositories.users,
        authDatabase: { db: repositories.database.withPlugin(new CamelCasePlugin()), type: store.dialect },
        log,
      };
    },
    // A page's error, or the store's underlying error if a library replaced it with its own.
    storeFaultBehind: (error) => [error, storeFault()].find(isUnavailable),
  });
}

function authSettings(config: Config, secret: string): AuthSettings {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = config;
  return {
    baseUrl: config.baseUrl,
    secret,
    signUpPolicy: signUpPolicy(config),
    known: {
      ...oauthClient("github", GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
      ...oauthClient("google", GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    },
    oidc: config.OIDC_PROVIDERS,
  };
}

function signUpPolicy({ SIGN_UP: who, SIGN_UP_DOMAINS: domains }: Config): SignUpPolicy {
  return { who, domains };
}

function oauthClient(provider: "github" | "google", clientId: string | undefined, clientSecret: string | undefined) {
  return clientId === undefined || clientSecret === undefined ? {} : { [provider]: { clientId, clientSecret } };
}
