/** @jsxImportSource hono/jsx */
import { scaleBand, scaleLinear } from "d3-scale";
import { column, tableFile } from "../columns.ts";
import { Table } from "../table.tsx";
import type { Chart } from "./chart.tsx";
import { type Canvas, rounded, seriesLegend, YAxis } from "./drawing.tsx";
import { textWidth } from "./labels.ts";

const HEIGHT = 280;
const MARGIN = { left: 52, right: 8, top: 12 } as const;
const LINE = 16;

interface ColumnParts extends Pick<Chart, "id" | "title" | "units" | "page" | "source"> {
  readonly heading: string;
  readonly groups: readonly string[];
  /** At most three: each has its own color. `values` has one share per group, which may be negative; null is a gap. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Shares as grouped columns around a zero line. */
export function columnChart({ heading, groups, series, ...parts }: ColumnParts): Chart {
  const rows = [...groups.keys()];
  const columns = series.map(({ name, values }) =>
    column(name, name, (at: number) => values[at] ?? null, { cell: (at) => shown(values[at] ?? null) }),
  );
  return {
    ...parts,
    path: `${parts.page}/${parts.id}`,
    legend: seriesLegend(series.map(({ name }) => name)),
    panels: [
      {
        label: `Columns. ${parts.title}. ${parts.units}`,
        size: [960, HEIGHT],
        narrow: [358, HEIGHT],
        draw: (canvas) => <Columns canvas={canvas} groups={groups} series={series} />,
      },
    ],
    table: (
      <Table
        class="figures"
        caption={parts.title}
        columns={[{ heading, cell: (at) => groups[at] }, ...columns]}
        rows={rows}
      />
    ),
    file: (format) =>
      tableFile(format, [column(heading.toLowerCase(), heading, (at: number) => groups[at] ?? ""), ...columns], rows),
  };
}

type ColumnsProps = Pick<ColumnParts, "groups" | "series"> & { readonly canvas: Canvas };

function Columns({ canvas: { width, height }, groups, series }: ColumnsProps) {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const x = scaleBand([...groups], [MARGIN.left, width - MARGIN.right])
    .paddingInner(0.25)
    .paddingOuter(0.1);
  const inner = scaleBand(
    series.map(({ name }) => name),
    [0, x.bandwidth()],
  );
  const labels = labelsFor(groups, x.step());
  const bottom = 12 + LINE * Math.max(...labels.map(({ lines }) => lines.length));
  const y = scaleLinear([Math.min(0, ...all), Math.max(0, ...all)], [height - bottom, MARGIN.top]).nice(5);
  return (
    <>
      <YAxis
        ticks={y.ticks(5)}
        y={y}
        left={MARGIN.left}
        right={width - MARGIN.right}
        label={(tick) => percent(tick, 0)}
      />
      {groups.map((group, at) => (
        <g>
          {series.map(({ name, values }, index) => {
            const value = values[at] ?? null;
            return value === null ? null : (
              <rect
                class={`series-${index}`}
                x={rounded((x(group) ?? 0) + (inner(name) ?? 0))}
                width={rounded(inner.bandwidth() - 1)}
                y={rounded(y(Math.max(0, value)))}
                height={rounded(Math.abs(y(value) - y(0)))}
              >
                <title>
                  {group}, {name}: {percent(value)}
                </title>
              </rect>
            );
          })}
        </g>
      ))}
      {labels.map(({ group, lines }) =>
        lines.map((line, at) => (
          <text
            x={rounded((x(group) ?? 0) + x.bandwidth() / 2)}
            y={height - bottom + LINE * (at + 1)}
            text-anchor="middle"
          >
            {line}
          </text>
        )),
      )}
    </>
  );
}

/** The names of the groups if they fit: one word per line, or, if they are single words, every second, third … name. */
function labelsFor(groups: readonly string[], step: number) {
  const width = Math.max(...groups.map((group) => textWidth(group)));
  const isWords = groups.some((group) => group.includes(" "));
  const every = isWords ? 1 : Math.ceil(width / step);
  return groups
    .filter((_, at) => (groups.length - 1 - at) % every === 0)
    .map((group) => ({ group, lines: isWords && width > step ? group.split(" ") : [group] }));
}

function shown(share: number | null): string {
  return share === null ? "gap" : percent(share);
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}%`;
}
