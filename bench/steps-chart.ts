import { scaleLinear } from "d3-scale";
import type { Results } from "./results.ts";
import { microseconds, type StepTime } from "./step-times.ts";
import type { Step } from "./steps.ts";

interface Bar {
  readonly title: string;
  readonly group: Step["group"] | "whole";
  readonly from: number;
  readonly to: number;
  /** The middle half of the measured ends; undefined for the whole. */
  readonly middleHalf?: readonly [from: number, to: number];
}

const WIDTH = 720;
const ROW = 30;
const MARGIN = { top: 56, right: 72, bottom: 36, left: 330 } as const;
const FONT_SIZE = 13;
const COLORS = { runtime: "#8b95a1", service: "#2563eb", store: "#0f766e", whole: "#b4bcc6" } as const;

/** A waterfall chart, a self-contained SVG: what each step adds, and the whole. */
export function stepsChartOf({ machine }: Results, times: readonly StepTime[]): string {
  const bars = barsOf(times);
  const height = MARGIN.top + bars.length * ROW + MARGIN.bottom;
  const x = scaleLinear()
    .domain([0, Math.max(...bars.map(({ to, from, middleHalf = [] }) => Math.max(to, from, ...middleHalf)))])
    .range([MARGIN.left, WIDTH - MARGIN.right]);
  const rows = bars.map(({ title, group, from, to, middleHalf }, index) => {
    const middle = MARGIN.top + index * ROW + ROW / 2;
    const [left, right] = [x(Math.min(from, to)), x(Math.max(from, to))];
    const whisker = middleHalf ? whiskerAt(x(middleHalf[0]), x(middleHalf[1]), middle) : "";
    const end = Math.max(right, x(middleHalf?.[1] ?? 0));
    const label = `<text x="${MARGIN.left - 8}" y="${middle}" text-anchor="end" dominant-baseline="central">${Bun.escapeHTML(title)}</text>`;
    const bar = `<rect x="${left.toFixed(1)}" y="${middle - 10}" width="${Math.max(1, right - left).toFixed(1)}" height="20" fill="${COLORS[group]}"${to < from ? ' fill-opacity="0.4"' : ""}/>`;
    return `${label}${bar}${whisker}<text x="${(end + 6).toFixed(1)}" y="${middle}" dominant-baseline="central">${microseconds(to - from)} µs</text>`;
  });
  const title = "Where the time of a city lookup goes: CPU time per request";
  const source = "Each server does one thing more than the one above; line: middle half of the rounds";
  const words = bars.map((bar) => `${bar.title}: ${microseconds(bar.to - bar.from)}`).join("; ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="${FONT_SIZE}">
<title id="title">${Bun.escapeHTML(title)}</title>
<desc id="desc">${Bun.escapeHTML(words)}</desc>
<style>text{fill:#16191d}svg{color:#16191d}@media(prefers-color-scheme:dark){text{fill:#e8eaed}svg{color:#e8eaed}}</style>
<text x="8" y="22" font-size="15" font-weight="600">${Bun.escapeHTML(title)}</text>
<text x="8" y="40" fill-opacity="0.7">${Bun.escapeHTML(source)}</text>
${rows.join("\n")}
<text x="8" y="${height - 10}" fill-opacity="0.7">${Bun.escapeHTML(machine.processor)}</text>
</svg>
`;
}

/** Each step starts where the previous one ends; the last bar is the whole. */
function barsOf(times: readonly StepTime[]): readonly Bar[] {
  const steps = times.map(({ adds, group, cpuUs: to, addedUs, middleHalfUs: [low, high] }) => {
    const from = to - addedUs;
    return { title: adds, group, from, to, middleHalf: [from + low, from + high] as const };
  });
  return [...steps, { title: "a city lookup", group: "whole", from: 0, to: times.at(-1)?.cpuUs ?? 0 }];
}

/** A line across the end of a bar. */
function whiskerAt(left: number, right: number, y: number): string {
  const path = `M${left.toFixed(1)} ${y - 4}v8M${left.toFixed(1)} ${y}H${right.toFixed(1)}M${right.toFixed(1)} ${y - 4}v8`;
  return `<path d="${path}" stroke="currentColor" fill="none"/>`;
}
