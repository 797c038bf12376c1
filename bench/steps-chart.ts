import { scaleLinear } from "d3-scale";
import type { Rounds } from "./comparison.ts";
import type { Results } from "./results.ts";
import { median } from "./statistics.ts";

interface Part {
  readonly title: string;
  readonly us: number;
  readonly group: "runtime" | "service" | "rest";
}

const WIDTH = 720;
const ROW = 30;
const MARGIN = { top: 56, right: 72, bottom: 24, left: 300 } as const;
const FONT_SIZE = 13;
const COLORS = { runtime: "#8b95a1", service: "#2563eb", rest: "#b4bcc6" } as const;

/**
 * Where the CPU time of a city lookup goes, from the constant answer over the floor to the whole. undefined if a part
 * was not measured. The steps between the floor and the lookup are measured separately, so there is a remainder, which
 * is also shown.
 */
export function timeParts({ runs, steps }: Results): readonly Part[] | undefined {
  const [bun, floor, city] = [cpuUs(runs, "bun"), cpuUs(runs, "floor"), cpuUs(runs, "city")];
  if (bun === undefined || floor === undefined || city === undefined || steps === undefined) return undefined;
  const { targetUs, keyUs, storeUs, admissionUs, answerUs } = steps;
  const known = targetUs + keyUs + storeUs + admissionUs + answerUs;
  return [
    { title: "HTTP: a constant answer", us: bun, group: "runtime" },
    { title: "twelve headers, an id, a turn of the loop", us: floor - bun, group: "runtime" },
    { title: "the target by its path", us: targetUs, group: "service" },
    { title: "the key: form, checksum, digest", us: keyUs, group: "service" },
    { title: "admission: batch, burst, promise", us: admissionUs, group: "service" },
    { title: "admission: transaction in SQLite", us: storeUs, group: "service" },
    { title: "the answer: limits, entity tag", us: answerUs, group: "service" },
    { title: "what the steps apart do not explain", us: city - floor - known, group: "rest" },
    { title: "a city lookup", us: city, group: "service" },
  ];
}

/** The parts as a waterfall chart, a self-contained SVG. */
export function stepsChartOf(results: Results, parts: readonly Part[]): string {
  const height = MARGIN.top + parts.length * ROW + MARGIN.bottom;
  const spans = spansOf(parts);
  const x = scaleLinear()
    .domain([Math.min(0, ...spans.map(({ from, to }) => Math.min(from, to))), Math.max(...spans.map(({ to }) => to))])
    .range([MARGIN.left, WIDTH - MARGIN.right]);
  const rows = spans.map(({ title, us, group, from, to }, index) => {
    const middle = MARGIN.top + index * ROW + ROW / 2;
    const [left, right] = [x(Math.min(from, to)), x(Math.max(from, to))];
    const label = `<text x="${MARGIN.left - 8}" y="${middle}" text-anchor="end" dominant-baseline="central">${Bun.escapeHTML(title)}</text>`;
    const bar = `<rect x="${left.toFixed(1)}" y="${middle - 10}" width="${Math.max(1, right - left).toFixed(1)}" height="20" fill="${COLORS[group]}"/>`;
    return `${label}${bar}<text x="${(right + 6).toFixed(1)}" y="${middle}" dominant-baseline="central">${us.toFixed(1)} µs</text>`;
  });
  const title = "Where the time of a city lookup goes, microseconds of CPU";
  const source = `Whole cases: median of three runs, 64 connections; steps: apart, in a loop; ${results.machine.processor}`;
  const words = parts.map((part) => `${part.title}: ${part.us.toFixed(1)}`).join("; ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="${FONT_SIZE}">
<title id="title">${Bun.escapeHTML(title)}</title>
<desc id="desc">${Bun.escapeHTML(words)}</desc>
<style>text{fill:#16191d}svg{color:#16191d}@media(prefers-color-scheme:dark){text{fill:#e8eaed}svg{color:#e8eaed}}</style>
<text x="8" y="22" font-size="15" font-weight="600">${Bun.escapeHTML(title)}</text>
<text x="8" y="40" fill-opacity="0.7">${Bun.escapeHTML(source)}</text>
${rows.join("\n")}
</svg>
`;
}

/** Each part starts where the previous one ends; the last one, the total, starts at zero. */
function spansOf(parts: readonly Part[]): readonly (Part & { readonly from: number; readonly to: number })[] {
  let end = 0;
  return parts.map((part, index) => {
    const from = index === parts.length - 1 ? 0 : end;
    end = from + part.us;
    return { ...part, from, to: end };
  });
}

/** The server's CPU time per request: the median over all rounds of the three runs. */
function cpuUs(runs: readonly Rounds[] = [], id: string): number | undefined {
  const times = runs.flatMap((run) =>
    (run[id] ?? []).map(({ serverCpu, requestsPerSecond }) => (serverCpu * 1e6) / requestsPerSecond),
  );
  return times.length === 0 ? undefined : median(times);
}
