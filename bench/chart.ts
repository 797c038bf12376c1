import { type ScaleLinear, scaleBand, scaleLinear } from "d3-scale";
import { CASES } from "./comparison.ts";
import { medianOf } from "./figures.ts";
import type { Results } from "./results.ts";

/** The bars: the most that a machine can do, the service, and comparable implementations. */
const SHOWN = ["bun", "node", "city", "cityPostgres", "fastify", "honoFlexible", "expressPg", "betterAuth"];

const WIDTH = 720;
const ROW = 30;
const MARGIN = { top: 56, right: 72, bottom: 40, left: 284 } as const;
const FONT_SIZE = 13;
/** The width of a digit in ems: 0.64 in the widest of the common system fonts. */
const DIGIT = 0.65;
const MAX_TICKS = 5;
const TICK_GAP = 12;
/** Muted for the limits and peers, accent for the service. Both are readable on light and dark backgrounds. */
const COLORS = { limit: "#8b95a1", service: "#2563eb", peer: "#b4bcc6" } as const;

/** A bar chart of the requests per second of the cases, as a self-contained SVG. */
export function chartOf({ cases, machine }: Results): string {
  const bars = CASES.filter(({ id }) => SHOWN.includes(id)).flatMap(({ id, title, group }) => {
    const value = medianOf(cases, id, "requestsPerSecond");
    return value === undefined ? [] : [{ title, group, value, rounds: cases?.[id]?.length ?? 0 }];
  });
  const sorted = bars.toSorted((a, b) => b.value - a.value);
  const height = MARGIN.top + sorted.length * ROW + MARGIN.bottom;
  const x = scaleLinear()
    .domain([0, Math.max(...sorted.map(({ value }) => value))])
    .nice()
    .range([MARGIN.left, WIDTH - MARGIN.right]);
  const y = scaleBand<number>()
    .domain(sorted.map((_, index) => index))
    .range([MARGIN.top, height - MARGIN.bottom])
    .padding(0.3);
  const middle = (index: number) => (y(index) ?? 0) + y.bandwidth() / 2;
  const rows = sorted.map(({ title, group, value }, index) => {
    const label = `<text x="${MARGIN.left - 8}" y="${middle(index)}" text-anchor="end" dominant-baseline="central">${Bun.escapeHTML(title)}</text>`;
    const bar = `<rect x="${MARGIN.left}" y="${y(index)}" width="${(x(value) - MARGIN.left).toFixed(1)}" height="${y.bandwidth().toFixed(1)}" fill="${COLORS[group]}"/>`;
    const figure = `<text x="${(x(value) + 6).toFixed(1)}" y="${middle(index)}" dominant-baseline="central">${figureOf(Math.round(value))}</text>`;
    return `${label}${bar}${figure}`;
  });
  const ticks = ticksOf(x).map((tick) => {
    const line = `<line x1="${x(tick)}" x2="${x(tick)}" y1="${MARGIN.top - 4}" y2="${height - MARGIN.bottom}" stroke="currentColor" stroke-opacity="0.15"/>`;
    return `${line}<text x="${x(tick)}" y="${height - MARGIN.bottom + 16}" text-anchor="middle" fill-opacity="0.7">${figureOf(tick)}</text>`;
  });
  const title = "Requests a second on one core, each counted in its store; constants for scale";
  const rounds = [...new Set(bars.map((bar) => bar.rounds))].toSorted((a, b) => a - b);
  const source = `Median of ${rounds.join(" or ")} rounds, 64 connections, server on one core of ${machine.processor}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="${FONT_SIZE}">
<title id="title">${Bun.escapeHTML(title)}</title>
<desc id="desc">${Bun.escapeHTML(sorted.map(({ title: name, value }) => `${name}: ${Math.round(value)}`).join("; "))}</desc>
<style>text{fill:#16191d}svg{color:#16191d}@media(prefers-color-scheme:dark){text{fill:#e8eaed}svg{color:#e8eaed}}</style>
<text x="8" y="22" font-size="15" font-weight="600">${Bun.escapeHTML(title)}</text>
<text x="8" y="40" fill-opacity="0.7">${Bun.escapeHTML(source)}</text>
${ticks.join("\n")}
${rows.join("\n")}
</svg>
`;
}

/**
 * As many ticks as fit. d3 rounds to round numbers and may return a few more than requested, so this requests fewer
 * until they fit.
 */
function ticksOf(x: ScaleLinear<number, number>): readonly number[] {
  for (let count = MAX_TICKS; count > 1; count--) {
    const ticks = x.ticks(count);
    const widest = Math.max(...ticks.map((tick) => figureOf(tick).length)) * DIGIT * FONT_SIZE;
    const [first = 0, second = Number.POSITIVE_INFINITY] = ticks;
    if (x(second) - x(first) >= widest + TICK_GAP) return ticks;
  }
  return x.ticks(1);
}

function figureOf(value: number): string {
  return value.toLocaleString("en-US");
}
