import type { AdmissionTime } from "./admission-growth.ts";
import type { BesideResults } from "./beside.ts";
import type { Rounds } from "./comparison.ts";
import type { GeographyMemory } from "./geography-memory.ts";
import type { GrowthResult } from "./growth.ts";
import type { Machine } from "./machine.ts";
import type { SoakSlice } from "./soak.ts";
import type { StepResult } from "./steps.ts";

/** All results of one run. Parts that were not requested are missing. */
export interface Results {
  /** RFC 3339, UTC. */
  readonly measuredAt: string;
  /** The version of the program, as git names it. */
  readonly commit: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly seconds: number;
  /** True where everything was small, to try the benchmark itself: the figures say nothing. */
  readonly quick: boolean;
  /** The completed stages. A resumed run measures the others. */
  readonly measured: readonly string[];
  /** Stages and cases that ended with an error, and so have no figures. */
  readonly failed: readonly string[];
  readonly cases?: Rounds;
  /** Cases that took turns, in three whole runs: at the start, in the middle, and at the end. */
  readonly runs?: readonly Rounds[];
  /** The servers from a constant answer to the whole service. */
  readonly steps?: readonly StepResult[];
  readonly beside?: BesideResults;
  /** One of each process. */
  readonly geographyMemory?: readonly GeographyMemory[];
  /** Milliseconds from start to first 200, one a start. */
  readonly start?: Readonly<Record<"executable" | "sqlite" | "postgres", readonly number[]>>;
  /** Proportional set size in bytes after the first answers, before any load. */
  readonly idleMemoryBytes?: { readonly sqlite: number };
  readonly soak?: readonly SoakSlice[];
  readonly places?: readonly GrowthResult[];
  readonly connections?: readonly GrowthResult[];
  readonly processes?: readonly GrowthResult[];
  readonly keys?: { readonly sqlite: readonly GrowthResult[]; readonly postgres: readonly GrowthResult[] };
  readonly admission?: { readonly sqlite: AdmissionTime; readonly postgres: AdmissionTime };
}
