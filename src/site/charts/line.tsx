/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { type Panel, rounded, XTicks, YAxis } from "./drawing.tsx";
import { linesOf, spread, textWidth } from "./labels.ts";

interface Series {
  readonly name: string;
  /** A value for each year; null is a gap. */
  readonly values: readonly (number | null)[];
}

interface LineParts {
  /** Above the picture. */
  readonly title: string;
  readonly units: string;
  /** What it shows, for screen readers. */
  readonly label: string;
  readonly from: number;
  readonly place: Series;
  readonly state: Series;
  /** The highest value of the axis; by default the highest of the series. */
  readonly top?: number;
  /** Years from which on a source or a definition differs. */
  readonly breaks: readonly number[];
  readonly format: (value: number) => string;
  /** The class of the dot at the end, if it is a score. */
  readonly dotClass?: string;
  /** The table with the same numbers, and its columns for the two series. */
  readonly table: { readonly id: string; readonly columns: readonly [place: number, state: number] };
}

const SIZE = [360, 216] as const;
/** Room for the names at the ends. */
const ENDS = 92;
const TOP = 22;
const BOTTOM = 26;
const LINE_HEIGHT = 17;
const NAME_LENGTH = 11;

/** A place and the state by year, with their names at the ends of the lines and a band over each gap. */
export function linePanel(parts: LineParts): Panel {
  const { title, units, label, from, place, state, table } = parts;
  const last = from + place.values.length - 1;
  const values = [...place.values, ...state.values].flatMap((value) => value ?? []);
  const y = scaleLinear([0, parts.top ?? Math.max(...values, 1)], [SIZE[1] - BOTTOM, TOP]);
  if (parts.top === undefined) y.nice(2);
  const ticks = parts.top === undefined ? y.ticks(2) : [0, parts.top / 2, parts.top];
  const left = 9 * String(ticks.at(-1)).length + 8;
  const x = scaleLinear([from, last], [left, SIZE[0] - ENDS]);
  return {
    title,
    units,
    label,
    size: SIZE,
    data: {
      "data-years": `${from} ${last}`,
      "data-ends": `${left} ${SIZE[0] - ENDS}`,
      "data-table": table.id,
      "data-columns": table.columns.join(" "),
    },
    draw: () => <Lines {...parts} {...{ x, y, ticks, left, last }} height={SIZE[1]} right={SIZE[0] - ENDS} />,
  };
}

interface LinesProps extends LineParts {
  readonly x: (year: number) => number;
  readonly y: (value: number) => number;
  readonly ticks: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly height: number;
  readonly last: number;
}

function Lines(props: LinesProps) {
  const { from, last, place, state, breaks, format, dotClass = "", x, y, ticks, left, right, height } = props;
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(from + index))
    .y((value) => y(value ?? 0))
    .digits(1);
  const end = place.values.findLastIndex((value) => value !== null);
  const dots = place.values.flatMap((value, index) =>
    value !== null && (index === end || isAlone(place.values, index)) ? [{ value, index }] : [],
  );
  return (
    <>
      {gapsOf(place.values).map(([first, until]) => (
        <Gap {...{ x, left }} first={from + first} last={from + until} bottom={height - BOTTOM} />
      ))}
      <YAxis {...{ ticks, y, left, right }} />
      {breaks.map((year) => (
        <line class="break" x1={rounded(x(year - 0.5))} x2={rounded(x(year - 0.5))} y1={TOP} y2={height - BOTTOM} />
      ))}
      <XTicks ticks={[from, Math.round((from + last) / 2), last]} x={x} y={height - 6} />
      <path class="line-state" d={path([...state.values]) ?? ""} />
      <path class="line-place" d={path([...place.values]) ?? ""} />
      {dots.map(({ value, index }) => (
        <circle
          class={index === end ? `dot ${dotClass}` : "dot"}
          cx={rounded(x(from + index))}
          cy={rounded(y(value))}
          r={index === end ? 5 : 2.5}
        />
      ))}
      <Ends {...{ place, state, format, y, height }} x={right} />
    </>
  );
}

interface GapProps extends Pick<LinesProps, "x" | "left"> {
  readonly first: number;
  readonly last: number;
  readonly bottom: number;
}

/** A wash over the years without complete figures, with their numbers above. */
function Gap({ x, left, first, last, bottom }: GapProps) {
  const name = first === last ? `no ${first}` : `no ${first}–${String(last).slice(2)}`;
  const half = textWidth(name) / 2;
  const middle = Math.max(left + half, (x(first) + x(last)) / 2);
  const start = Math.max(left, x(first - 0.5));
  return (
    <>
      <rect class="gap" x={rounded(start)} width={rounded(x(last + 0.5) - start)} y={TOP} height={bottom - TOP} />
      <text x={rounded(middle)} y={TOP - 8} text-anchor="middle">
        {name}
      </text>
    </>
  );
}

/** The runs of years without a value, as indexes of their first and last. */
function gapsOf(values: readonly (number | null)[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    const run = runs.at(-1);
    if (value !== null) continue;
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

/** A value between two gaps, which a line would not show. */
function isAlone(values: readonly (number | null)[], index: number): boolean {
  return (
    (values[index] ?? null) !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
  );
}

interface EndsProps extends Pick<LinesProps, "place" | "state" | "format" | "y" | "height"> {
  readonly x: number;
}

/** Name and last value of both series beside their ends, moved apart if they would overlap. */
function Ends({ place, state, format, x, y, height }: EndsProps) {
  const ends = [
    { ...place, kind: "place" },
    { ...state, kind: "state" },
  ]
    .flatMap(({ name, values, kind }) => {
      const value = values.findLast((one) => one !== null) ?? null;
      if (value === null) return [];
      const lines = [...linesOf(name, NAME_LENGTH), format(value)];
      return [{ lines, kind, at: y(value), size: lines.length * LINE_HEIGHT + 2 }];
    })
    .toSorted((a, b) => a.at - b.at);
  const places = spread(ends, [4, height - BOTTOM + 2]);
  return (
    <>
      {ends.map(({ lines, kind, size }, index) => (
        <text class={`end-${kind}`} x={x + 12}>
          {lines.map((text, row) => (
            <tspan
              class={row === lines.length - 1 ? undefined : "end-name"}
              x={x + 12}
              y={rounded((places[index] ?? 0) - size / 2 + 13 + row * LINE_HEIGHT)}
            >
              {text}
            </tspan>
          ))}
        </text>
      ))}
    </>
  );
}
