/** @jsxImportSource hono/jsx */
import { max, min } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";
import { Drawing, Figure } from "./figure.tsx";

const SIZE = { width: 720, height: 260, left: 56, right: 8, top: 12, bottom: 28 } as const;

interface ColumnFigureProps {
  readonly id: string;
  /** The finding. */
  readonly title: string;
  readonly units: string;
  readonly source: string;
  /** What the groups are: the heading of the table's first column. */
  readonly heading: string;
  readonly groups: readonly string[];
  /** Three at most: each has its own color. `values` has one share a group, which may be negative; null is a gap. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Shares as columns in groups, around a line of zero. */
export function ColumnFigure({ id, title, units, source, heading, groups, series }: ColumnFigureProps) {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const x = scaleBand([...groups], [SIZE.left, SIZE.width - SIZE.right])
    .paddingInner(0.25)
    .paddingOuter(0.1);
  const inner = scaleBand(
    series.map(({ name }) => name),
    [0, x.bandwidth()],
  );
  const y = scaleLinear(
    [Math.min(0, min(all) ?? 0), Math.max(0, max(all) ?? 0)],
    [SIZE.height - SIZE.bottom, SIZE.top],
  ).nice(5);
  return (
    <Figure
      id={id}
      title={title}
      units={units}
      source={source}
      table={<Numbers title={title} heading={heading} groups={groups} series={series} />}
    >
      <ul class="legend">
        {series.map(({ name }, index) => (
          <li>
            <span class={`series-${index}`} />
            {name}
          </li>
        ))}
      </ul>
      <Drawing
        id={`${id}-drawing`}
        title={title}
        description={`Columns. ${units} The same numbers are in the table below.`}
        width={SIZE.width}
        height={SIZE.height}
      >
        {y.ticks(5).map((tick) => (
          <g>
            <line
              class={tick === 0 ? "base" : "axis"}
              x1={SIZE.left}
              x2={SIZE.width - SIZE.right}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text x={SIZE.left - 8} y={y(tick) + 4} text-anchor="end">
              {percent(tick, 0)}
            </text>
          </g>
        ))}
        {groups.map((group, at) => (
          <g>
            {series.map(({ name, values }, index) => {
              const value = values[at] ?? null;
              return value === null ? null : (
                <rect
                  class={`series-${index}`}
                  x={round((x(group) ?? 0) + (inner(name) ?? 0))}
                  width={round(inner.bandwidth() - 1)}
                  y={round(y(Math.max(0, value)))}
                  height={round(Math.abs(y(value) - y(0)))}
                >
                  <title>
                    {group}, {name}: {percent(value)}
                  </title>
                </rect>
              );
            })}
            <text x={round((x(group) ?? 0) + x.bandwidth() / 2)} y={SIZE.height - 8} text-anchor="middle">
              {group}
            </text>
          </g>
        ))}
      </Drawing>
    </Figure>
  );
}

type NumbersProps = Pick<ColumnFigureProps, "title" | "heading" | "groups" | "series">;

function Numbers({ title, heading, groups, series }: NumbersProps) {
  return (
    <table class="figures">
      <caption class="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {series.map(({ name }) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group, at) => (
          <tr>
            <th scope="row">{group}</th>
            {series.map(({ values }) => (
              <td>{shown(values[at] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(share: number | null): string {
  return share === null ? "gap" : percent(share);
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
