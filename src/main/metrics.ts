import { Counter, Gauge, Histogram, Registry } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import type { AdmissionStore } from "../access/store.ts";
import type { EmailOutcome } from "../accounts/email-delivery.ts";
import type { UnsentEmails } from "../accounts/outbox.ts";
import { EDITION_NAMES, type EditionName } from "../editions/table.ts";
import { pathOf } from "../http/path.ts";
import type { ServerUse } from "../store/store.ts";
import { MAX_DESCRIPTORS, openDescriptors } from "./descriptors.ts";
import { systemClock } from "./system-clock.ts";

export interface ClockState {
  /** This node's clock minus the store's. */
  readonly offsetMs: number;
  /** How far in the future the window begins in which requests are counted; 0 if it has begun. */
  readonly windowAheadMs: number;
}

/** Values that are read only at a scrape. */
interface MetricsSources {
  readonly waiting: () => number;
  readonly dataset: (name: EditionName) => Dataset;
  readonly isSnapshotRefused: (name: EditionName) => boolean;
  /** null if the store is backed up by other tools. */
  readonly lastBackupAtMs: (() => Promise<number>) | null;
  readonly ready: () => Promise<boolean>;
  readonly refused: () => ReadonlyMap<string, number>;
  /** null for the embedded store. */
  readonly store: () => ServerUse | null;
  readonly clock: () => ClockState;
  readonly unsentEmails: () => UnsentEmails;
  readonly secretDiffers: () => boolean;
}

interface Dataset {
  readonly version: string;
  readonly statistics: { readonly data_year: number };
}

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [Labels, number];

/** A request takes microseconds of work and a transaction, so most buckets are below ten milliseconds. */
const DURATION_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: "safety_requests_total",
    help: "Answered requests by route pattern and status",
    labelNames: ["route", "status"],
    registers: [this.#registry],
  });
  readonly #durationsS = new Histogram({
    name: "safety_request_duration_seconds",
    help: "Time from the request's headers to its answer, by route pattern",
    labelNames: ["route"],
    buckets: DURATION_BOUNDS_S,
    registers: [this.#registry],
  });
  readonly #batchSizes = new Histogram({
    name: "safety_admission_batch_size",
    help: "Requests decided in one store transaction",
    buckets: BATCH_BOUNDS,
    registers: [this.#registry],
  });
  readonly #batchDurationsS = new Histogram({
    name: "safety_admission_batch_duration_seconds",
    help: "Duration of one admission transaction",
    buckets: DURATION_BOUNDS_S,
    registers: [this.#registry],
  });
  readonly #storeErrors = new Counter({
    name: "safety_store_errors_total",
    help: "Admission transactions that failed; their requests were answered 503",
    registers: [this.#registry],
  });
  readonly #lostSpans = new Counter({
    name: "safety_spans_lost_total",
    help: "Spans of traces that the collector did not take",
    registers: [this.#registry],
  });
  readonly #emails = new Counter({
    name: "safety_emails_total",
    help: "Attempts to send an email by outcome: sent, refused by the mail server, or given up after a day",
    labelNames: ["outcome"],
    registers: [this.#registry],
  });
  readonly #webhookAttempts = new Counter({
    name: "safety_webhook_attempts_total",
    help: "Attempts to send a webhook by outcome: delivered, or failed at the account holder's server",
    labelNames: ["outcome"],
    registers: [this.#registry],
  });
  /** A service that has just started has no overdue round. */
  #noticesSweptAtMs = systemClock.now();
  #webhooksSweptAtMs = systemClock.now();
  #emailsSweptAtMs = systemClock.now();

  constructor() {
    for (const outcome of ["sent", "refused", "given_up"]) this.#emails.inc({ outcome }, 0);
    for (const outcome of ["delivered", "failed"]) this.#webhookAttempts.inc({ outcome }, 0);
    this.#info("safety_build_info", "The program, always 1", ["version", "runtime"], () => ({
      version: manifest.version,
      runtime: `bun ${Bun.version}`,
    }));
    this.#readAll({
      safety_notices_swept_timestamp_seconds: [
        "Last complete round of quota and expiry notices, Unix time",
        () => this.#noticesSweptAtMs / 1_000,
      ],
      safety_webhooks_swept_timestamp_seconds: [
        "Last time that no webhook message was due, Unix time",
        () => this.#webhooksSweptAtMs / 1_000,
      ],
      safety_emails_swept_timestamp_seconds: [
        "Last time that no email was due, Unix time",
        () => this.#emailsSweptAtMs / 1_000,
      ],
      // The standard names. The library's own defaults add what this runtime lacks: a loop lag of 9,223,372,036 seconds,
      // and heap spaces of 0 bytes.
      process_start_time_seconds: ["Start of the process, Unix time", () => performance.timeOrigin / 1_000],
      process_resident_memory_bytes: ["Resident memory", () => process.memoryUsage.rss()],
      process_open_fds: ["Open file descriptors", () => openDescriptors() ?? 0],
      process_max_fds: ["Limit of open file descriptors", () => MAX_DESCRIPTORS ?? 0],
      process_cpu_seconds_total: [
        "User and system CPU time",
        () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000_000,
      ],
    });
  }

  /** Adds the values read at a scrape; called once, when the service runs. */
  watch({ lastBackupAtMs, ...sources }: MetricsSources): void {
    this.#ofDatasets("safety_snapshot_info", "The current datasets, always 1", ["version", "data_year"], (name) => {
      const { version, statistics } = sources.dataset(name);
      return [{ version, data_year: String(statistics.data_year) }, 1];
    });
    this.#ofDatasets(
      "safety_snapshot_data_year_end_timestamp_seconds",
      "End of the data year of the current datasets, Unix time",
      [],
      (name) => [{}, Date.UTC(sources.dataset(name).statistics.data_year + 1) / 1_000],
    );
    this.#ofDatasets(
      "safety_snapshot_refused",
      "1 while the dataset file is invalid and another one is served",
      [],
      (name) => [{}, Number(sources.isSnapshotRefused(name))],
    );
    this.#readAll({
      safety_admission_waiting: ["Requests whose admission is pending", sources.waiting],
      safety_ready: [
        "1 if the service can take requests: the store responds and the service is not stopping",
        async () => Number(await sources.ready()),
      ],
      safety_secret_differs: [
        "1 if another node of this store has another SECRET",
        () => Number(sources.secretDiffers()),
      ],
      safety_clock_offset_seconds: ["This node's clock minus the store's", () => sources.clock().offsetMs / 1_000],
      safety_counting_window_ahead_seconds: [
        "How far the window in which requests are counted begins in the future; 0 if the clock was never ahead",
        () => sources.clock().windowAheadMs / 1_000,
      ],
    });
    this.#read("safety_refused_total", "Requests that were not admitted, by problem code", ["code"], () =>
      [...sources.refused()].map(([code, count]) => [{ code }, count]),
    );
    this.#read(
      "safety_emails_unsent",
      "Emails in the store, as of the last minute: waiting for a first attempt, failing and tried again, or given up",
      ["state"],
      () => {
        const { waiting, failing, givenUp } = sources.unsentEmails();
        return Object.entries({ waiting, failing, given_up: givenUp }).map(([state, count]) => [{ state }, count]);
      },
    );
    if (lastBackupAtMs !== null) {
      this.#readAll({
        safety_backup_timestamp_seconds: [
          "Last backup of the embedded store, Unix time; 0 if there was none",
          async () => (await lastBackupAtMs()) / 1_000,
        ],
      });
    }
    if (sources.store() !== null) this.#watchServer(sources.store);
  }

  #watchServer(use: MetricsSources["store"]): void {
    this.#info(
      "safety_store_host_info",
      "The PostgreSQL host in use, always 1; empty while there is none",
      ["host"],
      () => ({
        host: use()?.host ?? "",
      }),
    );
    this.#readAll({
      safety_store_writable_hosts: [
        "Hosts of DATABASE_URL that accept writes; more than 1 is a split brain",
        () => use()?.writable ?? 0,
      ],
    });
    this.#read(
      "safety_store_connections",
      "Connections for pages and commands by state; waiting are callers that wait for one",
      ["state"],
      () => Object.entries(use()?.pool ?? {}).map(([state, count]) => [{ state }, count]),
    );
  }

  /** Metrics with one value each: help text and source by name. */
  #readAll(metrics: Readonly<Record<string, readonly [help: string, read: () => number | Promise<number>]>>): void {
    for (const [name, [help, read]] of Object.entries(metrics))
      this.#read(name, help, [], async () => [[{}, await read()]]);
  }

  /** A gauge that is always 1. */
  #info(name: string, help: string, labelNames: readonly string[], read: () => Labels): void {
    this.#read(name, help, labelNames, () => [[read(), 1]]);
  }

  /** A metric with a value for each dataset. */
  #ofDatasets(name: string, help: string, labelNames: readonly string[], read: (name: EditionName) => Sample): void {
    this.#read(name, help, ["dataset", ...labelNames], () =>
      EDITION_NAMES.map((dataset) => {
        const [labels, value] = read(dataset);
        return [{ dataset, ...labels }, value];
      }),
    );
  }

  /** A metric whose values are read at the scrape: a counter if its name says so. */
  #read(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void {
    const Metric = name.endsWith("_total") ? Counter : Gauge;
    new Metric({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      async collect() {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value);
      },
    });
  }

  /** An answered request. `route` is a pattern, never a path: the set must stay small. */
  request(route: string, status: number, durationMs: number): void {
    this.#requests.inc({ route, status });
    this.#durationsS.observe({ route }, durationMs / 1_000);
  }

  storeFailed(): void {
    this.#storeErrors.inc();
  }

  spansLost(spans: number): void {
    this.#lostSpans.inc(spans);
  }

  noticesSwept(): void {
    this.#noticesSweptAtMs = systemClock.now();
  }

  webhookAttempted(isTaken: boolean): void {
    this.#webhookAttempts.inc({ outcome: isTaken ? "delivered" : "failed" });
  }

  webhooksSwept(): void {
    this.#webhooksSweptAtMs = systemClock.now();
  }

  emailAttempted(outcome: EmailOutcome): void {
    this.#emails.inc({ outcome });
  }

  emailsSwept(): void {
    this.#emailsSweptAtMs = systemClock.now();
  }

  /** Wraps the store to record the size and duration of each batch. */
  measured(store: AdmissionStore): AdmissionStore {
    return {
      admit: (batch) => {
        const stopTimer = this.#batchDurationsS.startTimer();
        this.#batchSizes.observe(batch.length);
        const decisions = store.admit(batch);
        if (decisions instanceof Promise) return decisions.finally(() => stopTimer());
        stopTimer();
        return decisions;
      },
    };
  }

  /** `GET /metrics` in the text format of Prometheus; 404 for everything else. */
  async answer(request: Request): Promise<Response> {
    if (pathOf(request.url) !== "/metrics") return new Response(null, { status: 404 });
    return new Response(await this.#registry.metrics(), {
      headers: { "Content-Type": this.#registry.contentType, "Cache-Control": "no-store" },
    });
  }
}
