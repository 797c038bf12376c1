import type { PlanTable } from "../domain/plan.ts";
import type { ServingStore } from "../store/store.ts";
import type { Config } from "./config.ts";
import type { LiveEditions } from "./live-dataset.ts";
import type { Metrics } from "./metrics.ts";
import type { ServiceLog } from "./service-log.ts";
import type { Tracing } from "./tracing.ts";

/** How often what waits in the store is sent. */
export interface SendingEvery {
  readonly emailsMs: number;
  readonly webhooksMs: number;
}

export const SENDING_EVERY: SendingEvery = { emailsMs: 1_000, webhooksMs: 2_000 };

export interface ServiceParts {
  readonly config: Config;
  readonly editions: LiveEditions;
  readonly store: ServingStore;
  readonly plans: PlanTable;
  readonly log: ServiceLog;
  /** Signs sessions and links. */
  readonly secret: string;
  /** Without a metrics port, nothing is recorded. */
  readonly metrics: Metrics | null;
  /** null if there is no collector. */
  readonly tracing: Tracing | null;
  readonly sendingEvery: SendingEvery;
}
