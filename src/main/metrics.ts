import { Counter, Gauge, Registry } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import type { AdmissionStore } from "../access/store.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { systemClock } from "./clock.ts";
import { Tally, TallyHistogram } from "./tally.ts";

/** Values that are read only at a scrape. */
export interface MetricsSources {
  /** Requests that wait for admission. */
  readonly waiting: () => number;
  readonly atlas: () => Pick<Atlas, "version" | "statistics">;
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
    const registers = [this.#registry];
    const routes = this.#routes;
    const registry = this.#registry;
    new Counter({
      name: "safety_requests_total",
      help: "Answered requests by route pattern and status",
      labelNames: ["route", "status"],
      registers,
      collect() {
        this.reset();
        for (const [route, { byStatus }] of routes) {
          for (const [status, count] of byStatus) this.inc({ route, status: String(status) }, count);
        }
      },
    });
    new TallyHistogram({
      name: "safety_request_duration_seconds",
      help: "Time from the request's headers to its answer, by route pattern",
      registry,
      label: "route",
      tallies: () => [...routes].map(([route, { durationsS }]) => [route, durationsS] as const),
    });
    new TallyHistogram({
      name: "safety_admission_batch_size",
      help: "Requests decided in one store transaction",
      registry,
      tallies: () => [["", this.#batchSizes]],
    });
    new TallyHistogram({
      name: "safety_admission_batch_duration_seconds",
      help: "Duration of one admission transaction",
      registry,
      tallies: () => [["", this.#batchDurationsS]],
    });
    const errors = () => this.#storeErrors;
    new Counter({
      name: "safety_store_errors_total",
      help: "Admission transactions that failed; their requests were answered 503",
      registers,
      collect() {
        this.reset();
        this.inc(errors());
      },
    });
    this.#registerMail(registers);
    registerProcess(registers);
  }

  #registerMail(registers: Registry[]): void {
    const counts = () => ({ sent: this.#sentEmails, refused: this.#refusedEmails });
    new Counter({
      name: "safety_emails_total",
      help: "Emails by outcome: sent, or refused by the mail server",
      labelNames: ["outcome"],
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(counts())) this.inc({ outcome }, count);
      },
    });
    const sweptAtMs = () => this.#noticesSweptAtMs;
    new Gauge({
      name: "safety_notices_swept_timestamp_seconds",
      help: "Last complete round of quota and expiry notices, Unix time",
      registers,
      collect() {
        this.set(sweptAtMs() / 1_000);
      },
    });
  }

  /** Adds the values read at a scrape; called once, when the service is running. */
  watch(sources: MetricsSources): void {
    registerSources([this.#registry], sources);
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
        const verdicts = store.admit(batch);
        if (!(verdicts instanceof Promise)) {
          record();
          return verdicts;
        }
        return verdicts.finally(record);
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

function registerSources(registers: Registry[], sources: MetricsSources): void {
  new Gauge({
    name: "safety_admission_waiting",
    help: "Requests whose admission is pending",
    registers,
    collect() {
      this.set(sources.waiting());
    },
  });
  new Gauge({
    name: "safety_ready",
    help: "1 if the service can take requests: the store responds and the service is not stopping",
    registers,
    async collect() {
      this.set((await sources.ready()) ? 1 : 0);
    },
  });
  new Gauge({
    name: "safety_snapshot_info",
    help: "The current dataset, always 1",
    labelNames: ["version", "data_year"],
    registers,
    collect() {
      const { version, statistics } = sources.atlas();
      this.reset();
      this.set({ version, data_year: String(statistics.data_year) }, 1);
    },
  });
  new Gauge({
    name: "safety_snapshot_data_year_end_timestamp_seconds",
    help: "End of the current dataset's data year, Unix time",
    registers,
    collect() {
      this.set(Date.UTC(sources.atlas().statistics.data_year + 1) / 1_000);
    },
  });
  new Gauge({
    name: "safety_snapshot_refused",
    help: "1 while the snapshot file is invalid and another one is served",
    registers,
    collect() {
      this.set(sources.isSnapshotRefused() ? 1 : 0);
    },
  });
  const { lastBackupAtMs } = sources;
  if (lastBackupAtMs !== null) {
    new Gauge({
      name: "safety_backup_timestamp_seconds",
      help: "Last backup of the embedded store, Unix time; 0 if there was none",
      registers,
      async collect() {
        this.set((await lastBackupAtMs()) / 1_000);
      },
    });
  }
  new Counter({
    name: "safety_snapshot_refused_total",
    help: "Invalid snapshot files that were refused",
    registers,
    collect() {
      this.reset();
      this.inc(sources.refusedSnapshots());
    },
  });
}

/** The standard names of Prometheus client libraries. */
function registerProcess(registers: Registry[]): void {
  new Gauge({
    name: "safety_build_info",
    help: "The program, always 1",
    labelNames: ["version", "runtime"],
    registers,
  }).set({ version: manifest.version, runtime: `bun ${Bun.version}` }, 1);
  new Gauge({ name: "process_start_time_seconds", help: "Start of the process, Unix time", registers }).set(
    Math.round(performance.timeOrigin / 1_000),
  );
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: "process_cpu_seconds_total",
    help: "User and system CPU time",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1_000_000);
    },
  });
}
