import { BESIDE_CASES, type BesideRound } from "./beside.ts";
import { CASES, REFERENCE } from "./comparison.ts";
import { cpuUs, disturbance, medianOf, ratioOf } from "./figures.ts";
import type { GrowthResult } from "./growth.ts";
import type { Results } from "./results.ts";
import { median } from "./statistics.ts";
import { microseconds, stepTimes } from "./step-times.ts";
import { isReached, type Target, targetsOf } from "./targets.ts";

interface Table {
  readonly title: string;
  /** The first column is text, the others are figures. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All that was measured, as Markdown tables that a terminal shows well too. */
export function tablesOf(results: Results): string {
  const tables = [
    targetTable(results),
    runTable(results),
    stepTable(results),
    caseTable(results),
    besideTable(results),
    startTable(results),
    soakTable(results),
    growthTable("City lookups by number of connections, SQLite", "connections", results.connections),
    growthTable("City lookups by number of places, SQLite (all but the first are synthetic)", "places", results.places),
    growthTable(
      "City lookups by number of processes, PostgreSQL, on both cores with the load",
      "processes",
      results.processes,
    ),
    growthTable("City lookups by number of keys, SQLite", "keys", results.keys?.sqlite),
    growthTable("City lookups by number of keys, PostgreSQL", "keys", results.keys?.postgres),
    admissionTable(results),
  ];
  const shown = tables.flatMap((table) => (table && table.rows.length > 0 ? [markdown(table)] : []));
  return [heading(results), ...shown].join("\n");
}

/** Where and when, and how far the figures can be trusted. */
function heading(results: Results): string {
  const { processor, cores, memoryGib, kernel, bun, node, postgres, nginx, wrk } = results.machine;
  const { disturbed, all } = disturbance(results);
  return `${results.measuredAt.slice(0, 10)}, ${processor}, ${cores} cores, ${memoryGib} GiB, Linux ${kernel}; Bun ${bun}, Node ${node}, PostgreSQL ${postgres}, nginx ${nginx}, wrk ${wrk}.
Commit ${results.commit.slice(0, 12)}. Up to ${results.rounds} rounds of ${results.seconds} seconds. ${disturbed} of ${all} measurements were disturbed by other processes.
${results.failed.length > 0 ? `Ended with an error, and so without figures: ${results.failed.join(", ")}.\n` : ""}${results.quick ? "A quick trial of the benchmark: the figures say nothing.\n" : ""}`;
}

function targetTable(results: Results): Table {
  return {
    title: "Targets",
    header: ["what", "wanted", "measured", ""],
    rows: targetsOf(results).flatMap((target) =>
      target.measured === undefined
        ? []
        : [[target.what, wanted(target), `${figure(target.measured)}${unit(target)}`, verdict(target)]],
    ),
  };
}

function caseTable({ cases }: Results): Table {
  const bun = "bun";
  return {
    title: "Cases",
    header: [
      "case",
      "requests/s",
      `to ${REFERENCE}`,
      `to ${bun}`,
      "p50 ms",
      "p99 ms",
      "p99 to node",
      "MB",
      "CPU",
      "load CPU",
    ],
    rows: CASES.filter(({ id }) => cases?.[id]?.length).map(({ id, title }) => [
      title,
      whole(medianOf(cases, id, "requestsPerSecond")),
      figure(ratioOf(cases, id, REFERENCE, "requestsPerSecond")),
      figure(ratioOf(cases, id, bun, "requestsPerSecond")),
      figure(medianOf(cases, id, "p50Ms")),
      figure(medianOf(cases, id, "p99Ms")),
      figure(ratioOf(cases, id, REFERENCE, "p99Ms")),
      whole((medianOf(cases, id, "memoryBytes") ?? 0) / 1e6),
      figure(medianOf(cases, id, "serverCpu")),
      figure(medianOf(cases, id, "loadCpu")),
    ]),
  };
}

/** The columns of the whole runs: ratios of two cases. */
const RUN_RATIOS = [
  { title: "to node", id: "city", reference: "node" },
  { title: "to bun", id: "city", reference: "bun" },
  { title: "to the floor", id: "city", reference: "floor" },
  { title: "to Fastify", id: "city", reference: "fastify" },
  { title: "city, PostgreSQL, to node", id: "cityPostgres", reference: "node" },
  { title: "batch of 100 to bun, 10 KB", id: "batch100", reference: "bun10k" },
] as const;

/** Whole runs side by side: how much the same program varies on the same machine. */
function runTable({ runs = [] }: Results): Table {
  return {
    title: "Three whole runs in alternating turns: at the start, in the middle, and at the end",
    header: ["run", "city, SQLite, requests/s", ...RUN_RATIOS.map(({ title }) => title)],
    rows: runs.map((run, index) => [
      String(index + 1),
      whole(medianOf(run, "city", "requestsPerSecond")),
      ...RUN_RATIOS.map(({ id, reference }) => figure(ratioOf(run, id, reference, "requestsPerSecond"))),
    ]),
  };
}

function stepTable({ steps = [] }: Results): Table {
  return {
    title: "City lookups step by step, from a constant answer to the whole service",
    header: ["what each server adds", "CPU µs per request", "more than before", "middle half", "p50 ms", "p99 ms"],
    rows: stepTimes(steps).map(({ id, adds, cpuUs: us, addedUs, middleHalfUs }) => {
      const cases = Object.fromEntries(steps.map(({ id: name, alone }) => [name, alone]));
      return [
        adds,
        microseconds(us),
        microseconds(addedUs),
        middleHalfUs.map(microseconds).join(" to "),
        figure(medianOf(cases, id, "p50Ms")),
        figure(medianOf(cases, id, "p99Ms")),
      ];
    }),
  };
}

function besideTable({ beside = {} }: Results): Table {
  return {
    title: "City lookups at 64 connections, with and without another load",
    header: ["other load", "its answers/s", "lookups/s", "without it", "p99 ms", "without it", "p99 ratio"],
    rows: BESIDE_CASES.filter(({ id }) => beside[id]?.length).map(({ id, title }) => {
      const rounds = beside[id] ?? [];
      const of = (value: (round: BesideRound) => number) => median(rounds.map(value));
      return [
        title,
        whole(of(({ otherPerSecond }) => otherPerSecond)),
        whole(of((round) => round.beside.requestsPerSecond)),
        whole(of(({ alone }) => alone.requestsPerSecond)),
        figure(of((round) => round.beside.p99Ms)),
        figure(of(({ alone }) => alone.p99Ms)),
        figure(of((round) => round.beside.p99Ms / round.alone.p99Ms)),
      ];
    }),
  };
}

function startTable({ start, idleMemoryBytes }: Results): Table | undefined {
  if (!start || !idleMemoryBytes) return undefined;
  return {
    title: "Start to first 200",
    header: ["service", "median ms", "slowest ms", "idle MB"],
    rows: [
      ["one-file executable, SQLite", ...timesOf(start.executable), ""],
      ["from source, SQLite", ...timesOf(start.sqlite), whole(idleMemoryBytes.sqlite / 1e6)],
      ["from source, PostgreSQL", ...timesOf(start.postgres), ""],
    ],
  };
}

function timesOf(times: readonly number[]): readonly string[] {
  return [whole(median(times)), whole(Math.max(...times))];
}

function soakTable({ soak = [] }: Results): Table {
  return {
    title: "Soak",
    header: ["requests so far", "requests/s", "p99 ms", "MB"],
    rows: soak.map(({ requestsSoFar, requestsPerSecond, p99Ms, memoryNowBytes }) => [
      whole(requestsSoFar),
      whole(requestsPerSecond),
      figure(p99Ms),
      whole(memoryNowBytes / 1e6),
    ]),
  };
}

function growthTable(title: string, unitName: string, points: readonly GrowthResult[] = []): Table {
  const [first] = points;
  return {
    title,
    header: [unitName, "requests/s", "to the first", "p50 ms", "p99 ms", "MB", "CPU µs per request"],
    rows: points.map(({ size, rounds }) => {
      const cases = { point: rounds, first: first?.rounds ?? [] };
      return [
        whole(size),
        whole(medianOf(cases, "point", "requestsPerSecond")),
        figure(ratioOf(cases, "point", "first", "requestsPerSecond")),
        figure(medianOf(cases, "point", "p50Ms")),
        figure(medianOf(cases, "point", "p99Ms")),
        whole((medianOf(cases, "point", "memoryBytes") ?? 0) / 1e6),
        figure(cpuUs(rounds)),
      ];
    }),
  };
}

function admissionTable({ admission }: Results): Table | undefined {
  if (!admission) return undefined;
  const row = (name: string, { smallUs, largeUs, ratio }: typeof admission.sqlite) => [
    name,
    figure(smallUs),
    figure(largeUs),
    figure(ratio),
  ];
  return {
    title: "Admission only, batches of 64, microseconds per request",
    header: ["store", "100 keys", "1,000,000 keys, a year of usage", "ratio"],
    rows: [row("SQLite", admission.sqlite), row("PostgreSQL", admission.postgres)],
  };
}

function wanted({ bound, unit: name }: Target): string {
  const suffix = name ? ` ${name}` : "";
  return "atLeast" in bound ? `≥ ${bound.atLeast}${suffix}` : `≤ ${bound.atMost}${suffix}`;
}

function unit({ unit: name }: Target): string {
  return name ? ` ${name}` : "";
}

function verdict(target: Target): string {
  return isReached(target) ? "reached" : "missed";
}

function whole(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en-US");
}

/** Three significant digits. */
function figure(value: number | undefined): string {
  if (value === undefined) return "";
  return value >= 100
    ? whole(value)
    : value
        .toPrecision(3)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "");
}

function markdown({ title, header, rows }: Table): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, 3, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return `### ${title}\n\n${[line(header), rule, ...rows.map(line)].join("\n")}\n`;
}
