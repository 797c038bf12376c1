import { dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { errorCode, messageOf } from "../base/error-text.ts";
import type { Log } from "../base/log.ts";
import { recordFrom } from "../base/named-table.ts";
import { planTable } from "../domain/plan.ts";
import { EDITION_NAMES, EDITIONS, type EditionName } from "../editions/table.ts";
import { MAX_BODY_BYTES } from "../http/body.ts";
import type { Places } from "../lookup/served.ts";
import { describeAddress } from "../store/address.ts";
import { openServingStore } from "../store/open.ts";
import type { ServingStore } from "../store/store.ts";
import { createService, type Service } from "./compose.ts";
import { type Config, isPublic, LOOPBACK, localUrl } from "./config.ts";
import { CommandError } from "./exit.ts";
import { type DatasetFiles, LiveEditions } from "./live-dataset.ts";
import type { Metrics } from "./metrics.ts";
import type { Handler } from "./observe.ts";
import { SENDING_EVERY } from "./parts.ts";
import { DATASETS } from "./paths.ts";
import { sessionSecret } from "./secret.ts";
import { createLog } from "./service-log.ts";
import { systemClock } from "./system-clock.ts";

/** The runtime refuses larger bodies without a problem, and holds smaller ones: little above `MAX_BODY_BYTES`. */
const MAX_UNREAD_BYTES = MAX_BODY_BYTES * 1.25;

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the service and resolves once it answers requests. @throws if the dataset or the store cannot be used. */
export async function startServer(config: Config, sendingEvery = SENDING_EVERY) {
  const secret = await sessionSecret(config);
  const log = createLog(config.LOG_LEVEL);
  const plans = planTable(config.PLAN_LIMITS);
  const editions = new LiveEditions(datasetFiles(config), log);
  // Closes what is open in reverse order, even if one part fails: at the end, or if a later step fails,
  // because an open port would keep the process alive and answer 503.
  await using opened = new AsyncDisposableStack();
  const store = await openServingStore({ address: config.DATABASE_URL, clock: systemClock, plans, log });
  opened.defer(() => store.close());
  if (store.isNew) {
    const created = { store: describeAddress(config.DATABASE_URL) };
    if (isPublic(config.BASE_URL)) log.warn(created, "created a new store: is DATABASE_URL correct?");
    else log.info(created, "created a new store");
  }

  const metrics = await startMetrics(config);
  if (metrics !== null) opened.defer(metrics.stop);
  const tracing = await loadTracing(config, log, metrics?.recorder ?? null);
  if (tracing !== null) opened.defer(() => tracing.close());

  const server = listenOn("HOST and PORT", localUrl(config.HOST, config.PORT), () =>
    Bun.serve({
      hostname: config.HOST,
      port: config.PORT,
      idleTimeout: config.IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_UNREAD_BYTES,
      development: false,
      reusePort: false,
      fetch: () => new Response(null, { status: 503, headers: { "Retry-After": "1" } }),
    }),
  );
  opened.defer(() => server.stop(true));
  // If the system chose the port, it is known only now, and answers contain the service's own URL. Nothing from here to
  // `reload` waits, so no request is answered before the service exists.
  const url = localUrl(config.HOST, server.port ?? config.PORT);
  const baseUrl = config.BASE_URL ?? url;
  const service = createService({
    config: { ...config, baseUrl },
    editions,
    store,
    plans,
    log,
    secret,
    metrics: metrics?.recorder ?? null,
    tracing,
    sendingEvery,
  });
  opened.defer(() => service.close());
  server.reload({ routes: service.routes, fetch: service.fetch });
  // Done only after every port is open: the key is shown once, and a failed start would use it up unseen.
  const key = await firstKey(store, config);
  editions.watch();
  opened.defer(() => editions.close());
  opened.defer(() => server.stop());

  const kept = opened.move();
  const shownStore = describeAddress(config.DATABASE_URL);
  const { contract, all } = editions.current;
  const metricsUrl = metrics?.url ?? null;
  const { pid } = process;
  log.info(
    {
      version: manifest.version,
      pid,
      address: url,
      baseUrl,
      store: shownStore,
      dataset: contract.version,
      dataYear: contract.statistics.data_year,
      datasets: recordFrom(EDITION_NAMES.map((name) => [name, editions.current.of(EDITIONS[name]).version])),
      metricsUrl,
    },
    "started",
  );
  const cut = Promise.withResolvers<void>();
  return {
    /** Its local URL, for a person on this machine. */
    url,
    store: shownStore,
    datasets: all.map(datasetText),
    /** URL of the Prometheus metrics; null if they are off. */
    metricsUrl,
    /** The key created on a first start, to be shown once. */
    firstKey: key,
    reload: () => editions.reload(),
    /** Reports not ready but answers for `DRAIN_S`; then finishes what is in flight and closes. Never rejects. */
    async stop() {
      const startedMs = performance.now();
      log.info({ pid, drainS: config.DRAIN_S }, "stopping");
      service.drain();
      server.reload(lastAnswers(service));
      await Promise.race([Bun.sleep(config.DRAIN_S * 1_000), cut.promise]);
      void cut.promise.then(() => server.stop(true));
      await kept.disposeAsync().catch((error: unknown) => {
        log.error({ error: firstOf(error) }, "not everything could be closed at the end");
      });
      log.info({ pid, durationMs: Math.round(performance.now() - startedMs) }, "stopped");
    },
    /** Ends a stop early: closes all connections, including those with requests in flight. */
    stopAtOnce: () => cut.resolve(),
  };
}

/** The service of a drain: each answer closes its connection, so clients open the next one to another node. */
function lastAnswers({ routes, fetch }: Service): Pick<Service, "routes" | "fetch"> {
  const last =
    (handler: Handler): Handler =>
    async (request, server) => {
      const response = await handler(request, server);
      response.headers.set("Connection", "close");
      return response;
    };
  const entries = Object.entries(routes).map(([path, handler]) => [path, last(handler)] as const);
  return { routes: Object.fromEntries(entries), fetch: last(fetch) };
}

/** The program's own datasets need no copy: they cannot be lost. */
function datasetFiles(config: Config): Readonly<Record<EditionName, DatasetFiles>> {
  const { DATABASE_URL: store } = config;
  const folder = store.dialect === "sqlite" && store.path !== ":memory:" ? dirname(store.path) : null;
  return recordFrom(
    EDITION_NAMES.map((name) => {
      const { own, setting, copy } = DATASETS[name];
      const path = config[setting];
      if (path === undefined) return [name, { own, path: own, copyPath: null }];
      const copyPath = setting === "SNAPSHOT_PATH" ? config.SNAPSHOT_COPY : undefined;
      return [name, { own, path, copyPath: copyPath ?? (folder && join(folder, copy)) }];
    }),
  );
}

/** `California 2025: 434 cities, 58 counties (ca788f39733f710e)` */
function datasetText({ edition, version, statistics }: Places): string {
  const contents =
    "cities" in statistics
      ? `${statistics.cities} cities, ${statistics.counties} counties`
      : `${statistics.places} cities and towns`;
  return `${edition.title} ${statistics.data_year}: ${contents} (${version})`;
}

/** The first of several errors while closing. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}

/** Request spans, if a collector is set. The libraries are loaded only then. */
async function loadTracing(config: Config, log: Log, metrics: Metrics | null) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return null;
  const { startTracing } = await import("./tracing.ts");
  return startTracing({ endpoint, share, log, lost: (spans) => metrics?.spansLost(spans) });
}

/** The metrics port, if set. Its library is loaded only then. */
async function startMetrics(config: Config) {
  if (config.METRICS_PORT === undefined) return null;
  const { Metrics } = await import("./metrics.ts");
  const recorder = new Metrics();
  const { METRICS_HOST: hostname, METRICS_PORT: port } = config;
  const server = listenOn("METRICS_HOST and METRICS_PORT", localUrl(hostname, port), () =>
    Bun.serve({ hostname, port, development: false, reusePort: false, fetch: (request) => recorder.answer(request) }),
  );
  const url = `${localUrl(hostname, server.port ?? port)}/metrics`;
  return { recorder, url, stop: () => server.stop(true) };
}

/** @throws CommandError that names the settings to change, if the port cannot be opened. */
function listenOn<Server>(settings: string, address: string, serve: () => Server): Server {
  try {
    return serve();
  } catch (error) {
    const why = errorCode(error) === "EADDRINUSE" ? "another program is listening there" : messageOf(error);
    throw new CommandError(`Cannot listen on ${address}: ${why}. Change ${settings}.`);
  }
}

const LOCAL_EMAIL = "local@safety.localhost";

/**
 * On the first start with an embedded store that listens only on this machine, creates a local account with one test
 * key, so the first request needs no other step. Returns the key, to be shown once; null on every other start.
 */
async function firstKey(
  store: ServingStore,
  { HOST, BASE_URL }: Pick<Config, "HOST" | "BASE_URL">,
): Promise<string | null> {
  if (store.dialect !== "sqlite" || !LOOPBACK.includes(HOST) || isPublic(BASE_URL)) return null;
  if (await store.hasAccounts()) return null;
  const { accounts, keys } = await store.repositories();
  const origin = { via: "service", address: null } as const;
  // If several processes start at the same time, the store lets only one create the account and its key.
  const local = await accounts.create({ email: LOCAL_EMAIL, plan: "free", origin });
  if (!local.ok) return null;
  const made = await keys.create({
    accountId: local.account.id,
    type: "test",
    name: "first test key",
    expiresAtMs: null,
    origin,
  });
  return made.ok ? made.secret : null;
}
