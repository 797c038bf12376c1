/** @jsxImportSource hono/jsx */

import { max, min } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";
import { type Canvas, Drawing, Legend, rounded, YAxis } from "../charts/drawing.tsx";
import { Figure } from "../charts/figure.tsx";
import { Table } from "../table.tsx";
import { TREND_SOURCE } from "./source-line.ts";

const HEIGHT = 280;
const MARGIN = { left: 52, right: 8, top: 12 } as const;
const LINE = 16;
/** A safe upper bound: the widest digit of the style sheet's font at its size. */
const CHARACTER = 8;

interface ColumnFigureProps {
  readonly id: string;
  /** The finding. */
  readonly title: string;
  readonly units: string;
  /** The name of the groups: the heading of the table's first column. */
  readonly heading: string;
  readonly groups: readonly string[];
  /** At most three: each has its own color. `values` has one share per group, which may be negative; null is a gap. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Shares as grouped columns around a zero line. */
export function ColumnFigure({ heading, groups, series, ...figure }: ColumnFigureProps) {
  return (
    <Figure
      {...figure}
      source={TREND_SOURCE}
      table={
        <Table
          class="figures"
          caption={figure.title}
          columns={[
            { heading, cell: (at) => groups[at] },
            ...series.map(({ name, values }) => ({ heading: name, cell: (at: number) => shown(values[at] ?? null) })),
          ]}
          rows={[...groups.keys()]}
        />
      }
    >
      <Legend series={series.map(({ name }, index) => ({ name, class: `series-${index}` }))} />
      <Drawing
        label={`Columns. ${figure.title}. ${figure.units}`}
        sizes={{ wide: [960, HEIGHT], narrow: [358, HEIGHT] }}
        draw={(canvas) => <Columns canvas={canvas} groups={groups} series={series} />}
      />
    </Figure>
  );
}

type ColumnsProps = Pick<ColumnFigureProps, "groups" | "series"> & { readonly canvas: Canvas };

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
  const bottom = 12 + LINE * (max(labels, ({ lines }) => lines.length) ?? 1);
  const y = scaleLinear([Math.min(0, min(all) ?? 0), Math.max(0, max(all) ?? 0)], [height - bottom, MARGIN.top]).nice(
    5,
  );
  return (
    <>
      <YAxis
        ticks={y.ticks(5)}
        y={y}
        left={MARGIN.left}
        right={width - MARGIN.right}
        base={0}
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
  const width = CHARACTER * (max(groups, ({ length }) => length) ?? 1);
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
