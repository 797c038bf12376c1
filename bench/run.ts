import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureBeside } from "./beside.ts";
import { chartOf } from "./chart.ts";
import { CASES, compare, type Rounds, RUN_CASES } from "./comparison.ts";
import { disturbance } from "./figures.ts";
import { measureGeographyMemory } from "./geography-memory.ts";
import { describeMachine } from "./machine.ts";
import type { Measurement } from "./measure.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import {
  measureConnections,
  measureKeys,
  measurePlaces,
  measureProcesses,
  measureSoak,
  measureStart,
} from "./parts.ts";
import { installRequirements } from "./requirements.ts";
import type { Results } from "./results.ts";
import { resetDays, withBenchStore } from "./seed.ts";
import { LOAD_CORE } from "./server-process.ts";
import { measureSteps } from "./steps.ts";
import { stepsChartOf, timeParts } from "./steps-chart.ts";
import { tablesOf } from "./tables.ts";
import { Workspace } from "./workspace.ts";

const ROOT = join(import.meta.dir, "..");
/** Beyond it, the figures tell of the machine's other work. */
const MAX_DISTURBED_SHARE = 0.2;
const TABLES_START = "<!-- tables: written by npm run bench -- --publish -->";
/** Rounds of each of the three whole runs of the floor and the city look-up. */
const RUN_ROUNDS = 3;
const BESIDE_ROUNDS = 3;
const FEW_ROUNDS = 3;
const PICTURE = "![Requests a second: the service, constant answers and others doing the same job](benchmarks.svg)";
const STEPS_PICTURE =
  "![Where the time of a city look-up goes, from HTTP over headers and admission to the whole](benchmark-steps.svg)";
const TABLES_END = "<!-- end of the tables -->";

const options = readOptions(process.argv.slice(2));
if ("usage" in options) {
  console.error(options.usage);
  process.exit(2);
}
installRequirements();
// The benchmark itself belongs on the core of the load, away from the server.
Bun.spawnSync(["taskset", "-cp", String(LOAD_CORE), String(process.pid)]);
const workspace = await Workspace.open();
try {
  const results = await measureAll(workspace, options);
  console.log(`\n${tablesOf(results)}`);
  const { disturbed, all } = disturbance(results);
  const isTrusted = disturbed <= all * MAX_DISTURBED_SHARE;
  if (options.publish && !isTrusted)
    console.error(`Not published: ${disturbed} of ${all} measurements were disturbed.`);
  write(results, options.publish && isTrusted);
} finally {
  await workspace.close();
}

async function measureAll(workspace: Workspace, options: BenchOptions): Promise<Results> {
  const { parts, rounds, seconds } = options;
  const told = async <Part>(name: string, work: () => Promise<Part>): Promise<Part> => {
    console.error(`${new Date().toISOString().slice(11, 19)} ${name}`);
    return await work();
  };
  const runs: Rounds[] = [];
  const addRun = async () => {
    if (parts.has("runs")) runs.push(await told("run", () => measureRun(workspace, seconds)));
  };
  const measuredAt = new Date().toISOString();
  await addRun();
  const first = {
    ...(parts.has("start") ? await told("start", () => measureStart(workspace)) : {}),
    ...(parts.has("cases") ? await told("cases", () => measureCases(workspace, options)) : {}),
  };
  await addRun();
  const rest = {
    ...(parts.has("beside")
      ? { beside: await told("beside", () => measureBeside(workspace, Math.min(rounds, BESIDE_ROUNDS), seconds)) }
      : {}),
    ...(parts.has("steps") ? { steps: await told("steps", () => measureSteps(workspace)) } : {}),
    ...(parts.has("memory") ? { geographyMemory: await told("memory", () => measureGeographyMemory(workspace)) } : {}),
    ...(parts.has("soak") ? await told("soak", () => measureSoak(workspace)) : {}),
    ...(parts.has("connections")
      ? {
          connections: await told("connections", () =>
            measureConnections(workspace, Math.min(rounds, FEW_ROUNDS), seconds),
          ),
        }
      : {}),
    ...(parts.has("places") ? { places: await told("places", () => measurePlaces(workspace, rounds, seconds)) } : {}),
    ...(parts.has("processes")
      ? { processes: await told("processes", () => measureProcesses(workspace, rounds, seconds)) }
      : {}),
    ...(parts.has("keys") ? await told("keys", () => measureKeys(workspace, rounds, seconds)) : {}),
  };
  await addRun();
  return {
    measuredAt,
    machine: describeMachine(),
    rounds,
    seconds,
    ...first,
    ...rest,
    ...(parts.has("runs") ? { runs } : {}),
  };
}

async function measureRun(workspace: Workspace, seconds: number): Promise<Rounds> {
  return await compare({
    cases: RUN_CASES,
    rounds: RUN_ROUNDS,
    seconds,
    start: (name) => workspace.start(name),
    loads: workspace.loads,
    beforeCase: async () => {},
    onMeasured: (round, id, measurement) => console.error(progress(round, id, measurement)),
  });
}

async function measureCases(workspace: Workspace, { cases: ids, rounds, seconds }: BenchOptions) {
  const cases = CASES.filter(({ id }) => ids.has(id));
  return {
    cases: await compare({
      cases,
      rounds,
      seconds,
      start: (name) => workspace.start(name),
      loads: workspace.loads,
      beforeCase: async ({ load, alongside = [] }) => {
        if ([load, ...alongside].includes("test key")) await withBenchStore(workspace.sqliteUrl, resetDays);
      },
      onMeasured: (round, id, measurement) => console.error(progress(round, id, measurement)),
    }),
  };
}

function progress(round: number, id: string, { requestsPerSecond, p99Ms, otherCpu, disturbed }: Measurement): string {
  const noise = disturbed ? `, disturbed: others used ${Math.round(otherCpu * 100)} % of a core` : "";
  return `  round ${round + 1} ${id}: ${Math.round(requestsPerSecond)} requests/s, p99 ${p99Ms} ms${noise}`;
}

/** Into docs/ on demand, where the tables of the page are replaced too; else into a folder that is not kept. */
function write(results: Results, publish: boolean): void {
  const folder = publish ? join(ROOT, "docs") : join(ROOT, "var", "bench");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "benchmarks.json"), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, "benchmarks.svg"), chartOf(results));
  const times = timeParts(results);
  if (times) writeFileSync(join(folder, "benchmark-steps.svg"), stepsChartOf(results, times));
  if (publish) {
    const page = join(folder, "benchmarks.md");
    const text = readFileSync(page, "utf8");
    const [start, end] = [text.indexOf(TABLES_START), text.indexOf(TABLES_END)];
    if (start === -1 || end === -1) throw new Error(`${page} has no place for the tables`);
    const pictures = times ? `${PICTURE}\n\n${STEPS_PICTURE}` : PICTURE;
    const shown = `${pictures}\n\n${tablesOf(results)}\nEvery single measurement: [benchmarks.json](benchmarks.json).`;
    writeFileSync(page, `${text.slice(0, start)}${TABLES_START}\n\n${shown}\n\n${text.slice(end)}`);
  }
  console.log(`Written to ${folder}`);
}
