import type { PlanTable } from "../domain/plan.ts";
import type { ServingStore } from "../store/store.ts";
import type { Config } from "./config.ts";
import type { LiveAtlas } from "./live-atlas.ts";
import type { ServiceLog } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** What a start brings together, for `compose` to plug into each other. */
export interface ServiceParts {
  readonly config: Config;
  readonly atlas: LiveAtlas;
  readonly store: ServingStore;
  readonly plans: PlanTable;
  readonly log: ServiceLog;
  /** Signs sessions and links. */
  readonly secret: string;
  /** Where nobody reads metrics, nothing is recorded. */
  readonly metrics: Metrics | null;
  /** null where there is no collector. */
  readonly tracing: Tracing | null;
}
