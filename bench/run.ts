import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chartOf } from "./chart.ts";
import { disturbance } from "./figures.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import { measurePart, measureStages, stagesOf } from "./plan.ts";
import { installRequirements } from "./requirements.ts";
import type { Results } from "./results.ts";
import { emptyResults, readSaved, saveResults } from "./saved.ts";
import { LOAD_CORE } from "./server-process.ts";
import { stepTimes } from "./step-times.ts";
import { stepsChartOf } from "./steps-chart.ts";
import { tablesOf } from "./tables.ts";
import { Workspace } from "./workspace.ts";

const ROOT = join(import.meta.dir, "..");
/** Where the results are kept while the benchmark runs; the folder is not in the repository. */
const SAVED = join(ROOT, "var", "bench");
/** Above this share, the figures show the machine's other work rather than the service. */
const MAX_DISTURBED_SHARE = 0.2;
const TABLES_START = "<!-- tables: written by npm run bench -- --publish -->";
const PICTURE = "![Requests per second: the service, constant answers and others doing the same job](benchmarks.svg)";
const STEPS_PICTURE =
  "![Where the time of a city lookup goes: the CPU time that each step from a constant answer to the whole service adds](benchmark-steps.svg)";
const TABLES_END = "<!-- end of the tables -->";

const options = readOptions(process.argv.slice(2));
if ("usage" in options) {
  console.error(options.usage);
  process.exit(2);
}
installRequirements();
// The benchmark itself belongs on the core of the load, away from the server.
Bun.spawnSync(["taskset", "-cp", String(LOAD_CORE), String(process.pid)]);
const results = await measureAll(options);
console.log(`\n${tablesOf(results)}`);
write(results, SAVED);
const { disturbed, all } = disturbance(results);
const isTrusted = disturbed <= all * MAX_DISTURBED_SHARE;
if (options.publish && isTrusted) publish(results, join(ROOT, "docs"));
if (options.publish && !isTrusted) console.error(`Not published: ${disturbed} of ${all} measurements were disturbed.`);
if (results.failed.length > 0) process.exitCode = 1;

/** Measures the requested parts that are not saved yet, and saves after each stage. */
async function measureAll(asked: BenchOptions): Promise<Results> {
  const workspace = await Workspace.open();
  try {
    return await measureStages(stagesOf(asked.parts), {
      before: readSaved(SAVED, asked) ?? emptyResults(asked),
      measure: (part) => measurePart(part, workspace, asked),
      onStage: (found) => saveResults(SAVED, found),
    });
  } finally {
    await workspace.close();
  }
}

function write(found: Results, folder: string): void {
  mkdirSync(folder, { recursive: true });
  saveResults(folder, found);
  writeFileSync(join(folder, "benchmarks.svg"), chartOf(found));
  const times = stepTimes(found.steps);
  if (times.length > 0) writeFileSync(join(folder, "benchmark-steps.svg"), stepsChartOf(found, times));
  console.log(`Written to ${folder}`);
}

/** Writes the results into docs/, their tables into its page, and two of the ratios into README.md. */
function publish(found: Results, folder: string): void {
  write(found, folder);
  const page = join(folder, "benchmarks.md");
  const text = readFileSync(page, "utf8");
  const [start, end] = [text.indexOf(TABLES_START), text.indexOf(TABLES_END)];
  if (start === -1 || end === -1) throw new Error(`${page} has no place for the tables`);
  const pictures = stepTimes(found.steps).length > 0 ? `${PICTURE}\n\n${STEPS_PICTURE}` : PICTURE;
  const shown = `${pictures}\n\n${tablesOf(found)}\nEvery single measurement: [benchmarks.json](benchmarks.json).`;
  const published = `${text.slice(0, start)}${TABLES_START}\n\n${shown}\n\n${text.slice(end)}`;
  writeFileSync(page, published);
}
