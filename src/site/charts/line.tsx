/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { type Panel, rounded, type Size, XTicks, YAxis } from "./drawing.tsx";
import { linesOf, spread, textWidth } from "./labels.ts";

interface Series {
  readonly name: string;
  /** A value for each year; null is a gap. */
  readonly values: readonly (number | null)[];
  /** Of a yardstick: thin and solid instead of dashed. */
  readonly isSolid?: boolean;
}

export interface LineParts {
  readonly title: string;
  readonly units: string;
  readonly href?: string;
  /** What it shows, for screen readers. */
  readonly label: string;
  readonly from: number;
  /** The subject and at most three others. */
  readonly places: readonly Series[];
  /** What the places are compared with; null if that says nothing. */
  readonly yardstick: Series | null;
  /** The highest value of the axis; by default the highest of the series. */
  readonly top?: number;
  /** Years from which on a source or a definition differs. */
  readonly breaks: readonly number[];
  readonly format: (value: number) => string;
  /** The class of the dot at the end, if it is a score. */
  readonly dotClass?: string;
  /** As wide as the page, with a picture for tablets and one for phones. */
  readonly isWide?: boolean;
}

const SMALL: Size = [360, 216];
const WIDE: readonly [Size, Size, Size] = [
  [1_200, 420],
  [700, 380],
  [358, 340],
];
const TOP = 22;
const BOTTOM = 26;
const LINE_HEIGHT = 17;
/** From this width on there is more room for names, years, and values. */
const ROOMY = 600;

/** Places and their yardstick by year, with their names at the ends of the lines and a band over each gap. */
export function linePanel(parts: LineParts): Panel {
  const { title, units, href, label, from, places, yardstick, format } = parts;
  const [wide, ...smaller] = WIDE;
  const sizes = parts.isWide ? [...WIDE] : [SMALL];
  const layouts = new Map(sizes.map((size) => [size[0], layoutOf(parts, size)]));
  const layoutAt = (width: number) => layouts.get(width) ?? layoutOf(parts, [width, SMALL[1]]);
  const series = [...places, ...(yardstick ? [yardstick] : [])].map(({ name, values }) => [
    name,
    values.map((value) => (value === null ? "no figures" : format(value))),
  ]);
  return {
    title,
    units,
    ...(href === undefined ? {} : { href }),
    label,
    ...(parts.isWide ? { size: wide, smaller } : { size: SMALL }),
    data(width) {
      const { left, right, height } = layoutAt(width);
      return {
        "data-from": String(from),
        "data-plot": `${left} ${right} ${TOP} ${height - BOTTOM}`,
        "data-series": JSON.stringify(series),
      };
    },
    draw: (width) => <Lines {...parts} layout={layoutAt(width)} />,
  };
}

type Layout = ReturnType<typeof layoutOf>;

function layoutOf({ from, places, yardstick, top }: LineParts, [width, height]: Size) {
  const shown = [...places, ...(yardstick ? [yardstick] : [])];
  const last = from + Math.max(...shown.map(({ values }) => values.length)) - 1;
  const isRoomy = width >= ROOMY;
  const highest = Math.max(...shown.flatMap(({ values }) => values.flatMap((value) => value ?? [])), 0) || 1;
  const count = Math.max(2, Math.round((height - TOP - BOTTOM) / 80));
  const y = scaleLinear([0, top ?? highest], [height - BOTTOM, TOP]).nice(count);
  const ticks = y.ticks(count);
  const left = 9 * Math.max(...ticks.map((tick) => tickText(tick).length)) + 8;
  const right = width - (isRoomy ? 172 : 92);
  const parts = isRoomy ? 3 : 2;
  const years = Array.from({ length: parts + 1 }, (_, part) => Math.round(from + ((last - from) * part) / parts));
  return {
    x: scaleLinear([from, last], [left, right]),
    y,
    ticks,
    years: [...new Set(years)],
    left,
    right,
    height,
    isRoomy,
  };
}

function tickText(tick: number): string {
  return tick.toLocaleString("en-US");
}

interface LinesProps extends LineParts {
  readonly layout: Layout;
}

function Lines({ from, places, yardstick, breaks, format, dotClass = "", layout }: LinesProps) {
  const { x, y, ticks, years, left, right, height } = layout;
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(from + index))
    .y((value) => y(value ?? 0))
    .digits(1);
  const classes = new Map(places.map((series, index) => [series, index === 0 ? "line-place" : `line-${index + 1}`]));
  const [subject] = places;
  return (
    <>
      <Gaps {...{ from, places, layout }} />
      <YAxis {...{ ticks, y, left, right }} label={tickText} />
      {breaks.map((year) => (
        <line class="break" x1={rounded(x(year - 0.5))} x2={rounded(x(year - 0.5))} y1={TOP} y2={height - BOTTOM} />
      ))}
      <XTicks ticks={years} x={x} y={height - 6} />
      {yardstick ? (
        <path class={yardstick.isSolid ? "line-state solid" : "line-state"} d={path([...yardstick.values]) ?? ""} />
      ) : null}
      {places.toReversed().map((series) => {
        const { values } = series;
        const end = values.findLastIndex((value) => value !== null);
        const dots = values.flatMap((value, index) =>
          value !== null && (index === end || isAlone(values, index)) ? [{ value, index }] : [],
        );
        return (
          <>
            <path class={classes.get(series)} d={path([...values]) ?? ""} />
            {dots.map(({ value, index }) => (
              <circle
                class={index === end && series === subject ? `dot ${dotClass}` : "dot"}
                cx={rounded(x(from + index))}
                cy={rounded(y(value))}
                r={index === end ? 5 : 2.5}
              />
            ))}
          </>
        );
      })}
      <Ends {...{ from, places, yardstick, format, layout }} />
    </>
  );
}

/** A wash over the years in which no place has complete figures, with their numbers above. */
function Gaps({ from, places, layout: { x, left, right, height } }: Pick<LinesProps, "from" | "places" | "layout">) {
  const [subject] = places;
  if (!subject) return null;
  const missing = subject.values.map((_, index) => places.every(({ values }) => (values[index] ?? null) === null));
  const gaps = runsOf(missing).map(([first, last]) => {
    const years =
      from + first === from + last ? String(from + first) : `${from + first}–${String(from + last).slice(2)}`;
    const start = Math.max(left, x(from + first - 0.5));
    const end = Math.min(right, x(from + last + 0.5));
    return { years, start, end, at: (start + end) / 2, size: textWidth(`no ${years}`, "bold") + 14 };
  });
  const room = right - left;
  const joined = `no ${gaps.map(({ years }) => years).join(", ")}`;
  const fits = gaps.reduce((sum, { size }) => sum + size, 0) <= room;
  const middles = fits ? spread(gaps, [left, right]) : [];
  const text = textWidth(joined) <= room + 90 ? joined : `no figures in ${missing.filter(Boolean).length} years`;
  return (
    <>
      {gaps.map(({ start, end }) => (
        <rect class="gap" x={rounded(start)} width={rounded(end - start)} y={TOP} height={height - BOTTOM - TOP} />
      ))}
      {gaps.map(({ years }, index) =>
        fits ? (
          <text x={rounded(middles[index] ?? 0)} y={TOP - 8} text-anchor="middle">
            no {years}
          </text>
        ) : null,
      )}
      {fits ? null : (
        <text x={left} y={TOP - 8}>
          {text}
        </text>
      )}
    </>
  );
}

/** The runs of true values, as indexes of their first and last. */
function runsOf(values: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    const run = runs.at(-1);
    if (!value) continue;
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

type EndsProps = Pick<LinesProps, "from" | "places" | "yardstick" | "format" | "layout">;

/** Name and last value of each series, with its year if it is older, beside its end, moved apart if they would overlap, with a line to it if far. */
function Ends({ from, places, yardstick, format, layout: { y, right, height, isRoomy } }: EndsProps) {
  const ends = [
    ...places.map((series) => ({ ...series, kind: "place" })),
    ...(yardstick ? [{ ...yardstick, kind: "state" }] : []),
  ]
    .flatMap(({ name, values, kind }) => {
      const last = values.findLastIndex((one) => one !== null);
      const value = values[last] ?? null;
      if (value === null) return [];
      const year = last === values.length - 1 ? "" : ` (${from + last})`;
      const names = linesOf(name, isRoomy ? 21 : 11);
      const lines = [...names, format(value) + year];
      return [{ lines, named: names.length, kind, at: y(value), size: lines.length * LINE_HEIGHT + 2 }];
    })
    .toSorted((a, b) => a.at - b.at);
  const middles = spread(ends, [4, height - BOTTOM + 2]);
  return (
    <>
      {ends.map(({ lines, named, kind, at, size }, index) => {
        const middle = middles[index] ?? at;
        const isMoved = Math.abs(middle - at) > size / 2;
        return (
          <>
            {isMoved ? (
              <path class="leader" d={`M${right + 6} ${rounded(at)}L${right + 10} ${rounded(middle)}`} />
            ) : null}
            <text class={`end-${kind}`}>
              {lines.map((text, row) => (
                <tspan
                  class={row < named ? "end-name" : undefined}
                  x={right + 12}
                  y={rounded(middle - size / 2 + 13 + row * LINE_HEIGHT)}
                >
                  {text}
                </tspan>
              ))}
            </text>
          </>
        );
      })}
    </>
  );
}
