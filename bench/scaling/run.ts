import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../postgres.ts";
import type { Results } from "../results.ts";
import { stepTimes } from "../step-times.ts";
import { type Check, checkSimulation } from "./check.ts";
import type { MeasuredCosts } from "./costs.ts";
import { describeCost, measureCosts } from "./measure.ts";
import { SCENARIOS } from "./scenarios.ts";
import { type FleetSettings, type ScenarioResult, simulate } from "./simulation.ts";

const PAGE = join(import.meta.dir, "../../docs/scaling.md");
const START = "<!-- figures: written by npm run bench:scaling -->";
const END = "<!-- end of the figures -->";

const BENCHMARK = join(import.meta.dir, "../../docs/benchmarks.json");
/** Between two machines of one data center. */
const NETWORK_US = 500;
/** The limits of `createAdmission`. */
const MAX_WAITING = 10_000;
const MAX_BATCH = 1_000;

const RESULT_HEAD = [
  "| fleet | decided | 503 | mean | p99 | requests per batch | busiest node | PostgreSQL's cores | hot row locked |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
];

const httpUs = publishedHttpUs();
const folder = mkdtempSync(join(tmpdir(), "safety-scaling-"));
chmodSync(folder, 0o755);
const postgres = await startPostgres(
  "scaling",
  folder,
  cpus().map((_, core) => core),
);
try {
  const url = await postgres.createDatabase("scaling");
  const { costs, digests } = await measureCosts(folder, postgres, url);
  const settings: FleetSettings = {
    costs,
    httpUs,
    networkUs: NETWORK_US,
    maxWaiting: MAX_WAITING,
    maxBatch: MAX_BATCH,
    warmUpUs: 2_000_000,
    measuredUs: 2_000_000,
    seed: 7,
  };
  const checks = await checkSimulation(url, digests, settings, cpus().length);
  const results = SCENARIOS.map((scenario) => resultLine(scenario.name, simulate(scenario, settings)));
  publish([costTable(costs), checkTable(checks), [...RESULT_HEAD, ...results].join("\n")].join("\n\n"));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A node's time for a lookup apart from its store, from the steps of the published benchmark. */
function publishedHttpUs(): number {
  const { steps }: Results = JSON.parse(readFileSync(BENCHMARK, "utf8"));
  const withoutStore = stepTimes(steps).find(({ id }) => id === "batch");
  if (withoutStore === undefined) throw new Error(`${BENCHMARK} has no steps: publish the benchmark first`);
  return withoutStore.cpuUs;
}

function publish(figures: string): void {
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.indexOf(START) + START.length, page.indexOf(END)];
  if (after < before) throw new Error(`${PAGE} has no place for the figures`);
  writeFileSync(PAGE, `${page.slice(0, before)}\n\n${figures}\n\n${page.slice(after)}`);
}

function costTable({ sqlite, node, postgres: server, commitUs }: MeasuredCosts): string {
  return [
    "| part | core time per batch, µs |",
    "|---|---|",
    `| embedded store, in total | ${describeCost(sqlite)} |`,
    `| node, with PostgreSQL | ${describeCost(node)} |`,
    `| PostgreSQL | ${describeCost(server)} |`,
    `| commit, with rows locked (waiting, not core time) | ${Math.round(commitUs)} |`,
    `| HTTP and lookup in a node (from the [benchmark](benchmarks.md#what-each-step-does)) | ${httpUs.toFixed(1)} per request |`,
    `| network round trip (assumed) | ${NETWORK_US} |`,
  ].join("\n");
}

function checkTable(checks: readonly Check[]): string {
  return [
    "| six saturated nodes, 200 requests per batch, 1,000 accounts | measured | simulated |",
    "|---|--:|--:|",
    ...checks.map(({ name, measured, simulated }) => `| ${name} | ${perSecond(measured)} | ${perSecond(simulated)} |`),
  ].join("\n");
}

function perSecond(requests: number): string {
  return `${Math.round(requests).toLocaleString("en-US")}/s`;
}

function resultLine(name: string, result: ScenarioResult): string {
  const cells = [
    name,
    perSecond(result.decidedPerSecond),
    percent(result.overloaded),
    `${result.meanMs.toFixed(1)} ms`,
    `${result.p99Ms.toFixed(1)} ms`,
    result.meanBatch.toFixed(1),
    percent(result.nodeBusy),
    percent(result.postgresBusy),
    percent(result.hotRowLocked),
  ];
  return `| ${cells.join(" | ")} |`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
