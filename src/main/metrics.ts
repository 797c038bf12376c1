import { Counter, Gauge, Registry } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import type { AdmissionStore } from "../access/store.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { Places } from "../places/places.ts";
import { systemClock } from "./clock.ts";
import { Tally, TallyHistogram } from "./tally.ts";

/** Values that are read only at a scrape. */
export interface MetricsSources {
  /** Requests that wait for admission. */
  readonly waiting: () => number;
  readonly places: () => Pick<Places, "version" | "statistics">;
  /** Snapshots refused since startup. */
  readonly refusedSnapshots: () => number;
  /** Whether the current snapshot file was refused. */
  readonly isSnapshotRefused: () => boolean;
  /** When the embedded store was last backed up, 0 if never; null if the store is backed up by other tools. */
  readonly lastBackupAtMs: (() => Promise<number>) | null;
  readonly ready: () => Promise<boolean>;
}

/** A request takes microseconds of work and a transaction, so most buckets are below ten milliseconds. */
const DURATION_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

interface RouteTally {
  readonly byStatus: Map<number, number>;
  readonly durationsS: Tally;
}

type Samples = readonly (readonly [labels: Record<string, string>, value: number])[];
/** The value of a metric without labels, or a value for each set of labels. */
type Read = () => number | Samples | Promise<number>;

function samplesOf(values: number | Samples): Samples {
  return typeof values === "number" ? [[{}, values]] : values;
}

/** All metrics of this process, for Prometheus. Recording takes nanoseconds; formatting happens at the scrape. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #routes = new Map<string, RouteTally>();
  readonly #batchSizes = new Tally(BATCH_BOUNDS);
  readonly #batchDurationsS = new Tally(DURATION_BOUNDS_S);
  #storeErrors = 0;
  #sentEmails = 0;
  #refusedEmails = 0;
  /** A service that has just started has no overdue round. */
  #noticesSweptAtMs = systemClock.now();

  constructor() {
    const requests = () =>
      [...this.#routes].flatMap(([route, { byStatus }]) =>
        [...byStatus].map(([status, count]) => [{ route, status: String(status) }, count] as const),
      );
    this.#counter("safety_requests_total", "Answered requests by route pattern and status", requests, [
      "route",
      "status",
    ]);
    new TallyHistogram({
      name: "safety_request_duration_seconds",
      help: "Time from the request's headers to its answer, by route pattern",
      registry: this.#registry,
      label: "route",
      tallies: () => [...this.#routes].map(([route, { durationsS }]) => [route, durationsS] as const),
    });
    new TallyHistogram({
      name: "safety_admission_batch_size",
      help: "Requests decided in one store transaction",
      registry: this.#registry,
      tallies: () => [["", this.#batchSizes]],
    });
    new TallyHistogram({
      name: "safety_admission_batch_duration_seconds",
      help: "Duration of one admission transaction",
      registry: this.#registry,
      tallies: () => [["", this.#batchDurationsS]],
    });
    this.#counter(
      "safety_store_errors_total",
      "Admission transactions that failed; their requests were answered 503",
      () => this.#storeErrors,
    );
    const emails = () => [
      [{ outcome: "sent" }, this.#sentEmails] as const,
      [{ outcome: "refused" }, this.#refusedEmails] as const,
    ];
    this.#counter("safety_emails_total", "Emails by outcome: sent, or refused by the mail server", emails, ["outcome"]);
    this.#gauge(
      "safety_notices_swept_timestamp_seconds",
      "Last complete round of quota and expiry notices, Unix time",
      () => this.#noticesSweptAtMs / 1_000,
    );
    this.#registerProcess();
  }

  /** Adds the values read at a scrape; called once, when the service is running. */
  watch({ lastBackupAtMs, ...sources }: MetricsSources): void {
    this.#gauge("safety_admission_waiting", "Requests whose admission is pending", sources.waiting);
    this.#gauge(
      "safety_ready",
      "1 if the service can take requests: the store responds and the service is not stopping",
      async () => Number(await sources.ready()),
    );
    const snapshotInfo = () => {
      const { version, statistics } = sources.places();
      return [[{ version, data_year: String(statistics.data_year) }, 1] as const];
    };
    this.#gauge("safety_snapshot_info", "The current dataset, always 1", snapshotInfo, ["version", "data_year"]);
    this.#gauge(
      "safety_snapshot_data_year_end_timestamp_seconds",
      "End of the current dataset's data year, Unix time",
      () => Date.UTC(sources.places().statistics.data_year + 1) / 1_000,
    );
    this.#gauge("safety_snapshot_refused", "1 while the snapshot file is invalid and another one is served", () =>
      Number(sources.isSnapshotRefused()),
    );
    if (lastBackupAtMs !== null) {
      this.#gauge(
        "safety_backup_timestamp_seconds",
        "Last backup of the embedded store, Unix time; 0 if there was none",
        async () => (await lastBackupAtMs()) / 1_000,
      );
    }
    this.#counter(
      "safety_snapshot_refused_total",
      "Invalid snapshot files that were refused",
      sources.refusedSnapshots,
    );
  }

  /** The standard names of Prometheus client libraries. */
  #registerProcess(): void {
    const build = [[{ version: manifest.version, runtime: `bun ${Bun.version}` }, 1] as const];
    this.#gauge("safety_build_info", "The program, always 1", () => build, ["version", "runtime"]);
    this.#gauge("process_start_time_seconds", "Start of the process, Unix time", () => performance.timeOrigin / 1_000);
    this.#gauge("process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss());
    this.#counter("process_cpu_seconds_total", "User and system CPU time", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    });
  }

  /** A gauge that is read at the scrape. */
  #gauge(name: string, help: string, read: Read, labelNames: string[] = []): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        const samples = samplesOf(await read());
        this.reset();
        for (const [labels, value] of samples) this.set(labels, value);
      },
    });
  }

  /** A counter that is counted elsewhere and read at the scrape. */
  #counter(name: string, help: string, read: Read, labelNames: string[] = []): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        const samples = samplesOf(await read());
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value);
      },
    });
  }

  /** An answered request. `route` is a pattern, never a path: the set must stay small. */
  request(route: string, status: number, durationMs: number): void {
    let tally = this.#routes.get(route);
    if (tally === undefined) {
      tally = { byStatus: new Map(), durationsS: new Tally(DURATION_BOUNDS_S) };
      this.#routes.set(route, tally);
    }
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
    tally.durationsS.observe(durationMs / 1_000);
  }

  storeFailed(): void {
    this.#storeErrors += 1;
  }

  noticesSwept(): void {
    this.#noticesSweptAtMs = systemClock.now();
  }

  /** Wraps the mailer to count the outcome of each email. */
  measuredMailer(mailer: Mailer): Mailer {
    return {
      ...mailer,
      send: async (email) => {
        const taken = await mailer.send(email);
        if (taken) this.#sentEmails += 1;
        else this.#refusedEmails += 1;
        return taken;
      },
    };
  }

  /** Wraps the store to record the size and duration of each batch. */
  measured(store: AdmissionStore): AdmissionStore {
    return {
      admit: (batch) => {
        const startedMs = performance.now();
        const record = () => {
          this.#batchSizes.observe(batch.length);
          this.#batchDurationsS.observe((performance.now() - startedMs) / 1_000);
        };
        const decisions = store.admit(batch);
        if (!(decisions instanceof Promise)) {
          record();
          return decisions;
        }
        return decisions.finally(record);
      },
    };
  }

  /** `GET /metrics` in the text format of Prometheus; 404 for everything else. */
  async answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== "/metrics") return new Response(null, { status: 404 });
    return new Response(await this.#registry.metrics(), {
      headers: { "Content-Type": this.#registry.contentType, "Cache-Control": "no-store" },
    });
  }
}
