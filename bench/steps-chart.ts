import { scaleLinear } from "d3-scale";
import { cpuUs } from "./figures.ts";
import type { Results } from "./results.ts";
import { STEPS, type Step, type StepResult } from "./steps.ts";

/** A step with its median CPU time per request. */
export interface StepTime extends Step {
  /** CPU time per request of its server, microseconds. */
  readonly cpuUs: number;
  /** The difference to the previous step. The differences add up to the time of the last step. */
  readonly addedUs: number;
}

interface Bar {
  readonly title: string;
  readonly group: Step["group"] | "whole";
  readonly from: number;
  readonly to: number;
}

const WIDTH = 720;
const ROW = 30;
const MARGIN = { top: 56, right: 72, bottom: 24, left: 330 } as const;
const FONT_SIZE = 13;
const COLORS = { runtime: "#8b95a1", service: "#2563eb", store: "#0f766e", whole: "#b4bcc6" } as const;

/** The CPU time of each step; empty if a step was not measured. */
export function stepTimes(results: readonly StepResult[] = []): readonly StepTime[] {
  let before = 0;
  const times = STEPS.flatMap((step) => {
    const us = cpuUs(results.find(({ id }) => id === step.id)?.rounds ?? []);
    if (us === undefined) return [];
    const addedUs = us - before;
    before = us;
    return [{ ...step, cpuUs: us, addedUs }];
  });
  return times.length === STEPS.length ? times : [];
}

/** A waterfall chart, a self-contained SVG: what each step adds, and the whole. */
export function stepsChartOf({ machine }: Results, times: readonly StepTime[]): string {
  const bars = barsOf(times);
  const height = MARGIN.top + bars.length * ROW + MARGIN.bottom;
  const x = scaleLinear()
    .domain([0, Math.max(...bars.map(({ to, from }) => Math.max(to, from)))])
    .range([MARGIN.left, WIDTH - MARGIN.right]);
  const rows = bars.map(({ title, group, from, to }, index) => {
    const middle = MARGIN.top + index * ROW + ROW / 2;
    const [left, right] = [x(Math.min(from, to)), x(Math.max(from, to))];
    const label = `<text x="${MARGIN.left - 8}" y="${middle}" text-anchor="end" dominant-baseline="central">${Bun.escapeHTML(title)}</text>`;
    const bar = `<rect x="${left.toFixed(1)}" y="${middle - 10}" width="${Math.max(1, right - left).toFixed(1)}" height="20" fill="${COLORS[group]}"/>`;
    return `${label}${bar}<text x="${(right + 6).toFixed(1)}" y="${middle}" dominant-baseline="central">${figureOf(to - from)} µs</text>`;
  });
  const title = "Where the time of a city lookup goes: CPU time per request";
  const source = `Each server does one thing more than the one above; median, 64 connections; ${machine.processor}`;
  const words = bars.map((bar) => `${bar.title}: ${figureOf(bar.to - bar.from)}`).join("; ");
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

/** Each step starts where the previous one ends; the last bar is the whole. */
function barsOf(times: readonly StepTime[]): readonly Bar[] {
  const steps = times.map(({ adds, group, cpuUs: to, addedUs }) => ({ title: adds, group, from: to - addedUs, to }));
  return [...steps, { title: "a city lookup", group: "whole", from: 0, to: times.at(-1)?.cpuUs ?? 0 }];
}

function figureOf(us: number): string {
  return us.toFixed(1).replace("-", "−");
}
