/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { rounded, Svg } from "./drawing.tsx";
import { linesOf, spread, textWidth } from "./labels.ts";

interface Series {
  readonly name: string;
  /** A value for each year; null is a gap. */
  readonly values: readonly (number | null)[];
}

interface LineChartProps {
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
  /** For small charts side by side: without names at the ends. */
  readonly isSmall?: boolean;
  /** The table with the same numbers, and its columns for the two series. */
  readonly table?: { readonly id: string; readonly columns: readonly [place: number, state: number] };
}

const SIZES = { plain: { width: 360, height: 216, right: 92 }, small: { width: 280, height: 130, right: 40 } } as const;
const TOP = 22;
const BOTTOM = 26;
const LINE_HEIGHT = 17;
const NAME_LENGTH = 11;

/** A place and the state by year, with their names at the ends of the lines and a band over each gap. */
export function LineChart(props: LineChartProps) {
  const { label, from, place, state, breaks, format, dotClass, isSmall = false, table } = props;
  const { width, height, right } = isSmall ? SIZES.small : SIZES.plain;
  const last = from + place.values.length - 1;
  const known = [...place.values, ...state.values].flatMap((value) => value ?? []);
  const x = scaleLinear([from, last], [0, width - right]);
  const y = scaleLinear([0, props.top ?? Math.max(...known, 1)], [height - BOTTOM, TOP]);
  if (props.top === undefined) y.nice(2);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(from + index))
    .y((value) => y(value ?? 0))
    .digits(1);
  const ticks = props.top === undefined ? y.ticks(2) : [0, props.top / 2, props.top];
  const end = place.values.findLastIndex((value) => value !== null);
  return (
    <Svg
      label={label}
      width={width}
      height={height}
      data={{
        "data-years": `${from} ${last}`,
        "data-right": String(width - right),
        ...(table ? { "data-table": table.id, "data-columns": table.columns.join(" ") } : {}),
      }}
    >
      {gapsOf(place.values).map(([first, end]) => (
        <Gap x={x} first={from + first} last={from + end} bottom={height - BOTTOM} isNamed={!isSmall} />
      ))}
      {ticks.map((tick) => (
        <>
          <line
            class={tick === 0 ? "base" : "axis"}
            x1={0}
            x2={width - right}
            y1={rounded(y(tick))}
            y2={rounded(y(tick))}
          />
          <text x={0} y={rounded(y(tick) - 4)}>
            {tick}
          </text>
        </>
      ))}
      {breaks.map((year) => (
        <line class="break" x1={rounded(x(year - 0.5))} x2={rounded(x(year - 0.5))} y1={TOP} y2={height - BOTTOM} />
      ))}
      {[from, Math.round((from + last) / 2), last].map((year, index) => (
        <text x={rounded(x(year))} y={height - 6} text-anchor={(["start", "middle", "middle"] as const)[index]}>
          {year}
        </text>
      ))}
      <path class="line-state" d={path([...state.values]) ?? ""} />
      <path class="line-place" d={path([...place.values]) ?? ""} />
      {place.values.map((value, index) =>
        isAlone(place.values, index) ? (
          <circle class="lone" cx={rounded(x(from + index))} cy={rounded(y(value ?? 0))} r={2.5} />
        ) : null,
      )}
      {end < 0 ? null : (
        <circle
          class={`dot ${dotClass ?? ""}`}
          cx={rounded(x(from + end))}
          cy={rounded(y(place.values[end] ?? 0))}
          r={5}
        />
      )}
      {isSmall ? (
        <SmallEnd place={place} at={[x(from + end), y(place.values[end] ?? 0)]} format={format} />
      ) : (
        <Ends {...{ place, state, format }} x={width - right} y={y} height={height} />
      )}
    </Svg>
  );
}

interface GapProps {
  readonly x: (year: number) => number;
  readonly first: number;
  readonly last: number;
  readonly bottom: number;
  readonly isNamed: boolean;
}

/** A wash over the years without complete figures, with their numbers above. */
function Gap({ x, first, last, bottom, isNamed }: GapProps) {
  const name = first === last ? `no ${first}` : `no ${first}–${String(last).slice(2)}`;
  const half = textWidth(name) / 2;
  const middle = Math.max(half, (x(first) + x(last)) / 2);
  return (
    <>
      <rect
        class="gap"
        x={rounded(Math.max(0, x(first - 0.5)))}
        width={rounded(x(last + 0.5) - Math.max(0, x(first - 0.5)))}
        y={TOP}
        height={bottom - TOP}
      />
      {isNamed ? (
        <text class="gap-name" x={rounded(middle)} y={TOP - 8} text-anchor="middle">
          {name}
        </text>
      ) : null}
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

interface EndsProps extends Pick<LineChartProps, "place" | "state" | "format"> {
  readonly x: number;
  readonly y: (value: number) => number;
  readonly height: number;
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
  const places = spread(ends, [4, height - 4]);
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

interface SmallEndProps extends Pick<LineChartProps, "place" | "format"> {
  readonly at: readonly [x: number, y: number];
}

function SmallEnd({ place, at: [x, y], format }: SmallEndProps) {
  const value = place.values.findLast((one) => one !== null) ?? null;
  if (value === null) return null;
  return (
    <text class="end-place" x={rounded(x + 10)} y={rounded(Math.max(14, y + 5))}>
      <tspan class="end-name">{format(value)}</tspan>
    </text>
  );
}
