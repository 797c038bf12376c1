/** @jsxImportSource hono/jsx */
import { max } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { dayText } from "../moment.ts";
import { counted, number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import type { UsageDay, UsageSeries } from "./usage-series.ts";

const WIDTH = 860;
const HEIGHT = 240;
const MARGIN = { top: 8, right: 8, bottom: 28, left: 56 } as const;
/** A gap between stacked parts, so that they differ by more than color. */
const GAP = 1;
const LABEL_EVERY_DAYS = 7;

/** Requests per day as stacked bars, with the same numbers in a collapsed table. */
export function UsageChart({ series }: { readonly series: UsageSeries }) {
  const title = findingOf(series);
  return (
    <figure>
      <figcaption>
        <strong>{title}</strong>
        <br />
        <span class="small muted">
          Admitted requests per UTC day, by key. Today is not complete. Source: this service.
        </span>
      </figcaption>
      <ul class="legend">
        {series.names.map((name, index) => (
          <li>
            <span class={`series-${index}`} />
            {name}
          </li>
        ))}
      </ul>
      <ScrollBox label="Chart of requests per day" fromEnd>
        <Bars series={series} title={title} />
      </ScrollBox>
      <details>
        <summary>The same numbers as a table</summary>
        <SeriesTable series={series} />
      </details>
    </figure>
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

function Bars({ series, title }: { readonly series: UsageSeries; readonly title: string }) {
  const { days, names } = series;
  const x = scaleBand<number>()
    .domain(days.map((day) => day.dayMs))
    .range([MARGIN.left, WIDTH - MARGIN.right])
    .padding(0.25);
  const y = scaleLinear()
    .domain([0, max(days, (day) => day.total) || 1])
    .nice(4)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const layers = stack<UsageDay, number>()
    .keys(names.keys())
    .value((day, index) => day.counts[index] ?? 0)([...days]);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="chart-title chart-text">
      <title id="chart-title">{title}</title>
      <desc id="chart-text">One bar per UTC day, stacked by key. The table below has the numbers.</desc>
      {ticks.map((tick) => (
        <g>
          <line
            class={tick === 0 ? "base" : "axis"}
            x1={MARGIN.left}
            x2={WIDTH - MARGIN.right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text x={MARGIN.left - 8} y={y(tick) + 4} text-anchor="end">
            {number(tick)}
          </text>
        </g>
      ))}
      {days.map((day, index) =>
        (days.length - 1 - index) % LABEL_EVERY_DAYS === 0 ? (
          <text
            x={(x(day.dayMs) ?? 0) + x.bandwidth() / 2}
            y={HEIGHT - 8}
            text-anchor={index === days.length - 1 ? "end" : "middle"}
          >
            {dayText(day.dayMs)}
          </text>
        ) : null,
      )}
      {layers.map((layer, index) =>
        layer.map((part) => {
          const height = y(part[0]) - y(part[1]);
          return height > 0 ? (
            <rect
              class={`series-${index}`}
              x={x(part.data.dayMs)}
              y={y(part[1])}
              width={x.bandwidth()}
              height={height > 2 * GAP ? height - GAP : height}
            />
          ) : null;
        }),
      )}
    </svg>
  );
}

function SeriesTable({ series }: { readonly series: UsageSeries }) {
  return (
    <ScrollBox label="Requests per day">
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {series.names.map((name) => (
              <th scope="col" class="number">
                {name}
              </th>
            ))}
            <th scope="col" class="number">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {series.days.toReversed().map((day) => (
            <tr>
              <th scope="row">{dayText(day.dayMs)}</th>
              {day.counts.map((count) => (
                <td class="number">{number(count)}</td>
              ))}
              <td class="number">{number(day.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
