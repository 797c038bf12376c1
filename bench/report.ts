import { scaleBand, scaleLinear } from "d3-scale";
import type { Sample, Series } from "./measure.ts";
import { ratioOf, type Spread, spreadOf } from "./statistics.ts";

type Figure = Exclude<keyof Sample, "sentP99Ms">;

export interface LoadResults {
  readonly load: string;
  /** The first is the service, which the others are compared with. */
  readonly series: readonly Series[];
}

function spread({ samples }: Series, of: Figure): Spread {
  return spreadOf(samples.map((sample) => sample[of]));
}

/** How a figure of the service compares with that of another server: text for the table, "" for the service itself. */
function comparison([service]: readonly Series[], other: Series, of: Figure): string {
  if (service === undefined || service === other) return "";
  const values = ({ samples }: Series) => samples.map((sample) => sample[of]);
  return range(ratioOf(values(service), values(other)));
}

/** A Markdown table of all loads. */
export function tableOf(results: readonly LoadResults[]): string {
  const rows = results.flatMap(({ load, series }) =>
    series.map((one, index) => [
      index === 0 ? load : "",
      one.name,
      Math.round(spread(one, "requestsPerSecond").median).toLocaleString("en-US"),
      comparison(series, one, "requestsPerSecond"),
      spread(one, "cpuUsPerRequest").median.toFixed(1),
      comparison(series, one, "cpuUsPerRequest"),
      spread(one, "p50Ms").median.toFixed(2),
      spread(one, "p99Ms").median.toFixed(2),
      Math.round(spread(one, "memoryBytes").median / 1_000_000).toString(),
    ]),
  );
  const head = [
    "load",
    "server",
    "requests/s",
    "service is … times as fast",
    "CPU µs",
    "service's CPU to it",
    "p50 ms",
    "p99 ms",
    "MB",
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return line(head) + line(["---", "---", ...Array(7).fill("--:")]) + rows.map(line).join("");
}

/** Median and middle half, such as `5.4 (5.1 to 5.9)`. */
export function range({ median, from, to }: Spread): string {
  return `${figure(median)} (${figure(from)} to ${figure(to)})`;
}

/** Two significant digits below 10, otherwise whole. */
function figure(value: number): string {
  return value < 9.95 ? value.toPrecision(2) : Math.round(value).toString();
}

const WIDTH = 720;
const ROW = 32;
const MARGIN = { top: 56, right: 72, bottom: 12, left: 250 };

/** A bar chart of the requests per second of one load, as a self-contained SVG. A line shows the middle half. */
export function chartOf({ load, series }: LoadResults, machine: string): string {
  const bars = series
    .map((one, index) => ({
      name: one.name,
      isService: one.name.startsWith("this service"),
      index,
      ...spread(one, "requestsPerSecond"),
    }))
    .toSorted((a, b) => b.median - a.median);
  const height = MARGIN.top + bars.length * ROW + MARGIN.bottom;
  const x = scaleLinear([0, Math.max(...bars.map(({ to }) => to))], [MARGIN.left, WIDTH - MARGIN.right]);
  const y = scaleBand(
    bars.map(({ name }) => name),
    [MARGIN.top, height - MARGIN.bottom],
  ).padding(0.3);
  const rows = bars.map(({ name, isService, median, from, to }) => {
    const top = y(name) ?? 0;
    const middle = top + y.bandwidth() / 2;
    const end = (value: number) => x(value).toFixed(1);
    return `<text x="${MARGIN.left - 8}" y="${middle}" text-anchor="end" dominant-baseline="central">${Bun.escapeHTML(name)}</text>
<rect x="${MARGIN.left}" y="${top}" width="${(x(median) - MARGIN.left).toFixed(1)}" height="${y.bandwidth()}" fill="${isService ? "#2563eb" : "#8b95a1"}"/>
<path d="M${end(from)} ${middle}H${end(to)}M${end(from)} ${middle - 4}v8M${end(to)} ${middle - 4}v8" stroke="currentColor" fill="none"/>
<text x="${(x(Math.max(to, median)) + 6).toFixed(1)}" y="${middle}" dominant-baseline="central">${Math.round(median).toLocaleString("en-US")}</text>`;
  });
  const title = `Requests a second on one core: ${load}`;
  const words = bars.map(({ name, median }) => `${name}: ${Math.round(median)}`).join("; ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13">
<title id="title">${Bun.escapeHTML(title)}</title>
<desc id="desc">${Bun.escapeHTML(words)}</desc>
<style>text{fill:#16191d}svg{color:#16191d}@media(prefers-color-scheme:dark){text{fill:#e8eaed}svg{color:#e8eaed}}</style>
<text x="8" y="22" font-size="15" font-weight="600">${Bun.escapeHTML(title)}</text>
<text x="8" y="40" fill-opacity="0.7">${Bun.escapeHTML(`Median and middle half of the rounds, 64 connections, ${machine}`)}</text>
${rows.join("\n")}
</svg>
`;
}
