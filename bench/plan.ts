import { messageOf } from "../src/domain/message.ts";
import { measureBeside } from "./beside.ts";
import type { LoadName } from "./cases.ts";
import { CASES, compare, measureRun, type Rounds, RUN_CASES } from "./comparison.ts";
import { measureGeographyMemory } from "./geography-memory.ts";
import type { Measurement } from "./measure.ts";
import type { BenchOptions, Part } from "./options.ts";
import {
  measureConnections,
  measureKeys,
  measurePlaces,
  measureProcesses,
  measureSoak,
  measureStart,
} from "./parts.ts";
import type { Results } from "./results.ts";
import { resetDays, withBenchStore } from "./seed.ts";
import { measureSteps } from "./steps.ts";
import type { Workspace } from "./workspace.ts";

/** Rounds of each of the three whole runs. */
const RUN_ROUNDS = 3;
/** Rounds of the parts without a close target. */
const FEW_ROUNDS = 3;

/** Processes of each step, and rounds of each process. */
const STEP_EXTENT = { whole: { processes: 3, rounds: 3 }, quick: { processes: 1, rounds: 1 } } as const;

/** The stages of the benchmark, in order. The whole runs are at the start, in the middle, and at the end. */
const STAGES = [
  { id: "run 1", part: "runs" },
  { id: "start", part: "start" },
  { id: "cases", part: "cases" },
  { id: "run 2", part: "runs" },
  { id: "beside", part: "beside" },
  { id: "steps", part: "steps" },
  { id: "memory", part: "memory" },
  { id: "soak", part: "soak" },
  { id: "connections", part: "connections" },
  { id: "places", part: "places" },
  { id: "processes", part: "processes" },
  { id: "keys", part: "keys" },
  { id: "run 3", part: "runs" },
] as const satisfies readonly { id: string; part: Part }[];
type Stage = (typeof STAGES)[number];

/** The results that a stage adds. */
type Found = Partial<Omit<Results, "runs">> & { readonly run?: Rounds };

export function stagesOf(parts: ReadonlySet<Part>): readonly Stage[] {
  return STAGES.filter(({ part }) => parts.has(part));
}

export interface StageContext {
  /** Empty results, or those of an earlier run, whose stages are not measured again. */
  readonly before: Results;
  readonly measure: (part: Part) => Promise<Found>;
  /** Called after each stage, with all results so far. */
  readonly onStage: (results: Results) => void;
}

/** Measures the stages in order. A failed stage is listed in the results, and the others are still measured. */
export async function measureStages(stages: readonly Stage[], context: StageContext): Promise<Results> {
  const { before, measure, onStage } = context;
  let results = { ...before, failed: before.failed.filter((id) => !STAGES.some((stage) => stage.id === id)) };
  for (const { id, part } of stages) {
    if (results.measured.includes(id)) continue;
    console.error(`${new Date().toISOString().slice(11, 19)} ${id}`);
    try {
      const { run, failed = [], ...found } = await measure(part);
      results = {
        ...results,
        ...found,
        ...(run ? { runs: [...(results.runs ?? []), run] } : {}),
        measured: [...results.measured, id],
        failed: [...results.failed, ...failed],
      };
    } catch (error) {
      console.error(`${id} failed: ${messageOf(error)}`);
      results = { ...results, failed: [...results.failed, id] };
    }
    onStage(results);
  }
  return results;
}

export async function measurePart(part: Part, workspace: Workspace, options: BenchOptions): Promise<Found> {
  return await MEASURE[part](workspace, options);
}

const MEASURE: Readonly<Record<Part, (workspace: Workspace, options: BenchOptions) => Promise<Found>>> = {
  runs: async (workspace, { rounds }) => ({
    run: await measureRun({
      ...comparisonIn(workspace),
      start: workspace.startWithOwnStore.bind(workspace),
      cases: RUN_CASES,
      rounds: Math.min(rounds, RUN_ROUNDS),
    }),
  }),
  start: measureStart,
  cases: async (workspace, { cases: ids, rounds, seconds }) => {
    const cases = CASES.filter(({ id }) => ids.has(id));
    const { failed, rounds: measured } = await compare({ ...comparisonIn(workspace), cases, rounds, seconds });
    return { cases: measured, failed };
  },
  beside: async (workspace, { rounds, seconds }) => ({
    beside: await measureBeside(workspace, Math.min(rounds, FEW_ROUNDS), seconds),
  }),
  steps: async (workspace, { quick }) => ({
    steps: await measureSteps({
      start: workspace.startStep.bind(workspace),
      filesOf: (id) => workspace.loads[id === "bun" ? "constant" : id === "floor" ? "floor" : "city"],
      ...STEP_EXTENT[quick ? "quick" : "whole"],
    }),
  }),
  memory: async (workspace, { quick }) => ({
    geographyMemory: await measureGeographyMemory(workspace, quick ? 1 : undefined),
  }),
  soak: measureSoak,
  connections: async (workspace, { rounds, seconds }) => ({
    connections: await measureConnections(workspace, Math.min(rounds, FEW_ROUNDS), seconds),
  }),
  places: async (workspace, { rounds }) => ({ places: await measurePlaces(workspace, rounds) }),
  processes: async (workspace, { rounds, seconds }) => ({
    processes: await measureProcesses(workspace, Math.min(rounds, FEW_ROUNDS), seconds),
  }),
  keys: measureKeys,
};

function comparisonIn(workspace: Workspace) {
  return {
    start: workspace.start.bind(workspace),
    filesOf: (load: LoadName) => workspace.loads[load],
    beforeCase: async ({ load, alongside = [] }: (typeof CASES)[number]) => {
      if ([load, ...alongside].includes("test key")) await withBenchStore(workspace.sqliteUrl, resetDays);
    },
    onMeasured: (round: number, id: string, measurement: Measurement) =>
      console.error(progress(round, id, measurement)),
  };
}

function progress(round: number, id: string, { requestsPerSecond, p99Ms, otherCpu, disturbed }: Measurement): string {
  const noise = disturbed ? `, disturbed: others used ${Math.round(otherCpu * 100)}% of a core` : "";
  return `  round ${round + 1} ${id}: ${Math.round(requestsPerSecond)} requests/s, p99 ${p99Ms} ms${noise}`;
}
