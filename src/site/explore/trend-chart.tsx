/** @jsxImportSource hono/jsx */

import { extent, max } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { seriesBreaksBetween } from "../../domain/caution.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import type { Trend } from "../../domain/snapshot.ts";
import { type Canvas, rounded, YAxis } from "../drawing.tsx";
import { Figure } from "../figure.tsx";
import { number } from "../number.ts";
import { SeriesBreaks } from "../series-breaks.tsx";
import { Table } from "../table.tsx";
import { TREND_SOURCE } from "./source-line.ts";
import { RATE_OF, type TrendYear, trendYears } from "./trend.ts";

/** One panel for each group of offenses. */
const PANEL = { height: 200, left: 40, right: 44, top: 28, bottom: 28 } as const;
/** Minimum vertical distance between two labels. */
const LABEL_GAP = 15;

interface TrendFigureProps {
  readonly name: string;
  readonly trend: Trend;
  readonly state: Trend;
}

/** Violent and property rates of a place and of the state over the years, one panel each, with gaps. */
export function TrendFigure({ name, trend, state }: TrendFigureProps) {
  const years = trendYears(trend);
  const stateYears = trendYears(state);
  const [first, last] = extent(years, ({ year }) => year);
  const units = `Reported offenses per 1,000 residents, ${first} to ${last}. A gap is a year without a published count or population. A ring marks a year whose count is known or suspected to be incomplete. A dashed line marks a year in which the source or definition changed.`;
  return (
    <Figure
      id="trend"
      title={findingOf(years)}
      units={units}
      source={TREND_SOURCE}
      description={`Two line charts of ${name} and of California. ${units}`}
      height={2 * PANEL.height}
      legend={[
        { name, class: "key key-place" },
        { name: "California", class: "key key-state" },
      ]}
      draw={(canvas) => (
        <>
          <Panel canvas={canvas} years={years} stateYears={stateYears} group="violent" />
          <g transform={`translate(0 ${PANEL.height})`}>
            <Panel canvas={canvas} years={years} stateYears={stateYears} group="property" />
          </g>
        </>
      )}
      table={<TrendTable name={name} years={years} stateYears={stateYears} />}
    >
      <SeriesBreaks breaks={breaksIn(years)} />
    </Figure>
  );
}

/** Breaks in the series within the years shown. */
function breaksIn(years: readonly TrendYear[]) {
  const [first = 0, last = 0] = extent(years, ({ year }) => year);
  return seriesBreaksBetween(first, last);
}

interface YearsProps {
  readonly years: readonly TrendYear[];
  readonly stateYears: readonly TrendYear[];
}

interface PanelProps extends YearsProps {
  readonly canvas: Canvas;
  readonly group: OffenseGroup;
}

function Panel({ canvas: { width, isNarrow }, years, stateYears, group }: PanelProps) {
  const rateOf = RATE_OF[group];
  const highest = max([...years, ...stateYears], rateOf) ?? 1;
  const x = scaleLinear(
    extent([...years, ...stateYears], ({ year }) => year).map((year) => year ?? 0),
    [PANEL.left, width - PANEL.right],
  );
  const y = scaleLinear([0, highest], [PANEL.height - PANEL.bottom, PANEL.top]).nice(4);
  const path = line<TrendYear>()
    .defined((year) => rateOf(year) !== null)
    .x(({ year }) => x(year))
    .y((year) => y(rateOf(year) ?? 0))
    .digits(1);
  const ends = endLabels(years, stateYears, rateOf, y);
  return (
    <>
      <text x={0} y={14} class="chart-title">
        {group === "violent" ? "Violent" : "Property"}
      </text>
      <YAxis ticks={y.ticks(4)} y={y} left={PANEL.left} right={width - PANEL.right} label={number} />
      {years
        .filter(({ year }) => ((years.at(-1)?.year ?? 0) - year) % (isNarrow ? 5 : 2) === 0)
        .map(({ year }) => (
          <text x={x(year)} y={PANEL.height - 8} text-anchor="middle">
            {year}
          </text>
        ))}
      {breaksIn(years).map(({ year }) => (
        <line
          class="axis"
          stroke-dasharray="2 4"
          x1={rounded(x(year - 0.5))}
          x2={rounded(x(year - 0.5))}
          y1={PANEL.top}
          y2={PANEL.height - PANEL.bottom}
        />
      ))}
      <path class="line line-state" d={path(stateYears) ?? ""} />
      <path class="line line-place" d={path(years) ?? ""} />
      {years.map((year) => (
        <Point year={year} rate={rateOf(year)} x={x(year.year)} y={y} />
      ))}
      {ends.map(({ text, at, kind }) => (
        <text x={width - PANEL.right + 8} y={at} class={`label-${kind}`}>
          {text}
        </text>
      ))}
    </>
  );
}

interface PointProps {
  readonly year: TrendYear;
  readonly rate: number | null;
  readonly x: number;
  readonly y: ScaleLinear<number, number>;
}

function Point({ year, rate, x, y }: PointProps) {
  if (rate === null) return null;
  return (
    <circle
      class={year.isPartial ? "dot dot-partial" : "dot"}
      cx={rounded(x)}
      cy={rounded(y(rate))}
      r={year.isPartial ? 5 : 3}
    >
      <title>
        {year.year}: {rate.toFixed(1)}
        {year.isPartial ? ", incomplete" : ""}
      </title>
    </circle>
  );
}

/** The last values at the ends of the lines, moved apart if they would overlap. */
function endLabels(
  years: readonly TrendYear[],
  stateYears: readonly TrendYear[],
  rateOf: (year: TrendYear) => number | null,
  y: ScaleLinear<number, number>,
) {
  const lastOf = (all: readonly TrendYear[]) => all.findLast((year) => rateOf(year) !== null);
  const ends = [
    { kind: "place", end: lastOf(years) },
    { kind: "state", end: lastOf(stateYears) },
  ].flatMap(({ kind, end }) => (end ? [{ text: rate(rateOf(end)), kind, at: y(rateOf(end) ?? 0) + 4 }] : []));
  const [upper, lower] = ends.toSorted((a, b) => a.at - b.at);
  if (!upper || !lower || lower.at - upper.at >= LABEL_GAP) return ends;
  const middle = (upper.at + lower.at) / 2;
  return [
    { ...upper, at: middle - LABEL_GAP / 2 },
    { ...lower, at: middle + LABEL_GAP / 2 },
  ];
}

function TrendTable({ name, years, stateYears }: YearsProps & { readonly name: string }) {
  const stateBy = new Map(stateYears.map((year) => [year.year, year]));
  return (
    <Table
      class="figures"
      caption={`Offenses and rates of ${name} by year`}
      columns={[
        { heading: "Year", cell: ({ year, isPartial }) => `${year}${isPartial ? " (incomplete)" : ""}` },
        { heading: "Residents", cell: ({ population }) => figure(population) },
        { heading: "Violent", cell: ({ violent }) => figure(violent) },
        { heading: "per 1,000", cell: ({ violentRate }) => rate(violentRate) },
        { heading: "California", cell: ({ year }) => rate(stateBy.get(year)?.violentRate ?? null) },
        { heading: "Property", cell: ({ property }) => figure(property) },
        { heading: "per 1,000", cell: ({ propertyRate }) => rate(propertyRate) },
        { heading: "California", cell: ({ year }) => rate(stateBy.get(year)?.propertyRate ?? null) },
      ]}
      rows={years}
    />
  );
}

/** The first and last complete years in words. */
function findingOf(years: readonly TrendYear[]): string {
  const whole = years.filter((year) => year.violentRate !== null && !year.isPartial);
  const first = whole[0];
  const last = whole.at(-1);
  if (!first || !last || first === last) return "Too few complete years for a trend";
  const part = (group: OffenseGroup) =>
    `${group} offenses from ${rate(RATE_OF[group](first))} to ${rate(RATE_OF[group](last))}`;
  return `From ${first.year} to ${last.year}: ${part("violent")}, ${part("property")} per 1,000 residents`;
}

function figure(value: number | null): string {
  return value === null ? "not published" : number(value);
}

function rate(value: number | null): string {
  return value === null ? "gap" : value.toFixed(1);
}
