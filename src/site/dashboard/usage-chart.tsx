/** @jsxImportSource hono/jsx */

import { max } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { type Canvas, Drawing, Legend, rounded, YAxis } from "../charts/drawing.tsx";
import { Figure } from "../charts/figure.tsx";
import { dayText } from "../moment.ts";
import { counted, number } from "../number.ts";
import { Table } from "../table.tsx";
import type { UsageDay, UsageSeries } from "./usage-series.ts";

const HEIGHT = 220;
const MARGIN = { top: 8, right: 8, bottom: 28, left: 56 } as const;
/** A gap between stacked parts, so that they differ by more than color. */
const GAP = 1;
/**
 * Minimum distance between two labels, in pixels. The last label ends at its bar, the others are centered on theirs.
 */
const LABEL_WIDTH = 156;

/** Requests per day as stacked bars, with the same numbers in a collapsed table. */
export function UsageChart({ series }: { readonly series: UsageSeries }) {
  return (
    <Figure
      id="chart"
      title={findingOf(series)}
      units="Admitted requests per UTC day, by key. Today is not complete."
      source="this service"
      table={<SeriesTable series={series} />}
    >
      <Legend series={series.names.map((name, index) => ({ name, class: `series-${index}` }))} />
      <Drawing
        label={`${findingOf(series)}. One bar per UTC day, stacked by key.`}
        sizes={{ wide: [960, HEIGHT], narrow: [358, HEIGHT] }}
        draw={(canvas) => <Bars canvas={canvas} series={series} />}
      />
    </Figure>
  );
}

/** The chart's title states what it shows. */
function findingOf({ days, total }: UsageSeries): string {
  const busiest = days.reduce<UsageDay | undefined>(
    (top, day) => (top && top.total >= day.total ? top : day),
    undefined,
  );
  const span = `in the last ${days.length} days`;
  if (!busiest || total === 0) return `No requests ${span}`;
  return `${counted(total, "request")} ${span}, most on ${dayText(busiest.dayMs)} (${number(busiest.total)})`;
}

interface BarsProps {
  readonly canvas: Canvas;
  readonly series: UsageSeries;
}

function Bars({ canvas: { width, height }, series }: BarsProps) {
  const { days, names } = series;
  const x = scaleBand<number>()
    .domain(days.map((day) => day.dayMs))
    .range([MARGIN.left, width - MARGIN.right])
    .padding(0.25);
  const y = scaleLinear()
    .domain([0, max(days, (day) => day.total) || 1])
    .nice(4)
    .range([height - MARGIN.bottom, MARGIN.top]);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const layers = stack<UsageDay, number>()
    .keys(names.keys())
    .value((day, index) => day.counts[index] ?? 0)([...days]);
  const labelEvery = Math.ceil(LABEL_WIDTH / x.step());
  return (
    <>
      <YAxis ticks={ticks} y={y} left={MARGIN.left} right={width - MARGIN.right} base={0} label={number} />
      {days.map((day, index) =>
        (days.length - 1 - index) % labelEvery === 0 ? (
          <text
            x={rounded((x(day.dayMs) ?? 0) + x.bandwidth() / 2)}
            y={height - 8}
            text-anchor={index === days.length - 1 ? "end" : "middle"}
          >
            {dayText(day.dayMs)}
          </text>
        ) : null,
      )}
      {layers.map((layer, index) =>
        layer.map((part) => {
          const bar = y(part[0]) - y(part[1]);
          return bar > 0 ? (
            <rect
              class={`series-${index}`}
              x={rounded(x(part.data.dayMs) ?? 0)}
              y={rounded(y(part[1]))}
              width={rounded(x.bandwidth())}
              height={rounded(bar > 2 * GAP ? bar - GAP : bar)}
            />
          ) : null;
        }),
      )}
    </>
  );
}

function SeriesTable({ series }: { readonly series: UsageSeries }) {
  return (
    <Table
      columns={[
        { heading: "Day (UTC)", class: "nowrap", cell: ({ dayMs }) => dayText(dayMs) },
        { heading: "All", class: "number key", cell: ({ total }) => number(total) },
        ...series.names.map((name, index) => ({
          heading: name,
          class: "number key-name",
          cell: ({ counts }: UsageDay) => number(counts[index] ?? 0),
        })),
      ]}
      rows={series.days.toReversed()}
    />
  );
}
