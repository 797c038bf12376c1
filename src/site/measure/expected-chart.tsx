/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import type { ByGroup, OffenseGroup } from "../../domain/offense.ts";
import type { ExpectedCount, PlaceTrend } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import type { Chart } from "../charts/chart.tsx";
import { type Panel, rounded, YAxis } from "../charts/drawing.tsx";
import { spread, textWidth } from "../charts/labels.ts";
import { column, csvFile } from "../ui/columns.ts";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import type { AbsenceView } from "../view/place-view.ts";

interface YearCount {
  readonly year: number;
  readonly reported: number | null;
  /** null in a complete year. */
  readonly expected: number | null;
  readonly isComplete: boolean;
}

/** What was reported each year beside what earlier years suggest; undefined if nothing was expected. */
export function expectedChart({ name, path: page, trend, expected, trendSource }: AbsenceView): Chart | undefined {
  if (trend === null) return undefined;
  const kind = kindOf(trend, expected);
  const rows = yearsOf(trend, expected, kind);
  const offenses = kind === "all" ? "offenses" : `${kind} offenses`;
  const last = rows.findLast((row) => row.expected !== null);
  if (last === undefined) return undefined;
  const base = rows.findLast(({ isComplete }) => isComplete)?.year ?? trend.from;
  return {
    id: "expected",
    path: `${page}/expected`,
    page,
    title: `About ${number(last.expected ?? 0)} ${offenses} were expected in ${last.year}; ${number(last.reported ?? 0)} were reported`,
    units: `${kind === "all" ? "Offenses" : kind === "violent" ? "Violent offenses" : "Property offenses"} reported a year, ${rows[0]?.year} to ${rows.at(-1)?.year}. Gray: complete years. Ink: reported; dashed: what its own past leads one to expect.`,
    source: `${trendSource}; expected: our estimate from the years to ${base}`,
    panels: [barsPanel(name, rows)],
    table: <Table class="figures" caption={`Offenses of ${name} by year`} columns={COLUMNS} rows={rows} />,
    csv: () => csvFile(COLUMNS, rows),
  };
}

const COLUMNS = [
  column<YearCount>("year", "Year", ({ year }) => year),
  column<YearCount>("reported", "Reported", ({ reported }) => reported, {
    cell: ({ reported }) => (reported === null ? "–" : number(reported)),
  }),
  column<YearCount>("expected", "Expected", (row) => row.expected, {
    cell: (row) => (row.expected === null ? "–" : `about ${number(row.expected)}`),
  }),
  column<YearCount>("complete", "Complete", ({ isComplete }) => String(isComplete), {
    cell: ({ isComplete }) => (isComplete ? "yes" : "no"),
  }),
];

type Kind = OffenseGroup | "all";

/** All offenses together, unless one kind broke off and the other rose: then the sum would say nothing. */
function kindOf(trend: PlaceTrend, expected: readonly ExpectedCount[]): Kind {
  const last = expected.at(-1);
  if (last === undefined) return "all";
  const { violent, property } = figuresOf(trend, last.year);
  if ((violent ?? 0) + (property ?? 0) < last.violent + last.property) return "all";
  return (violent ?? 0) < last.violent ? "violent" : "property";
}

function sumOf({ violent, property }: ByGroup<number>, kind: Kind): number {
  return kind === "all" ? violent + property : kind === "violent" ? violent : property;
}

function yearsOf(trend: PlaceTrend, expected: readonly ExpectedCount[], kind: Kind): readonly YearCount[] {
  const years = trend.score.map((score, index): YearCount => {
    const year = trend.from + index;
    const { violent, property } = figuresOf(trend, year);
    const isComplete = score !== null;
    const isKnown = isComplete || trend.partialYears.includes(year);
    const asked = isComplete ? undefined : expected.find((one) => one.year === year);
    return {
      year,
      reported: isKnown && violent !== null && property !== null ? sumOf({ violent, property }, kind) : null,
      expected: asked ? sumOf(asked, kind) : null,
      isComplete,
    };
  });
  return years.slice(years.findIndex((row) => !isGap(row)));
}

const PLOT = { top: 24, foot: 26 } as const;
const SIZES = [
  [1_200, 220],
  [700, 220],
  [358, 240],
] as const;

function barsPanel(name: string, rows: readonly YearCount[]): Panel {
  const [wide, medium, narrow] = SIZES;
  return {
    label: `Offenses of ${name} by year: reported, and expected where the year is not complete. The table has the numbers.`,
    size: wide,
    smaller: [medium, narrow],
    draw: (width) => <Bars rows={rows} width={width} height={width < 600 ? narrow[1] : wide[1]} />,
  };
}

/** Of the longest number: digits are of one width. */
function digitsWidth(counts: readonly number[]): number {
  return Math.max(...counts.map((count) => textWidth(number(count), "digits")));
}

function isGap({ reported, expected }: YearCount): boolean {
  return reported === null && expected === null;
}

interface BarsProps {
  readonly rows: readonly YearCount[];
  readonly width: number;
  readonly height: number;
}

function Bars({ rows, width, height }: BarsProps) {
  const isNarrow = width < 600;
  const right = width - (isNarrow ? 84 : 150);
  const most = Math.max(1, ...rows.map(({ reported, expected }) => Math.max(reported ?? 0, expected ?? 0)));
  const bottom = height - PLOT.foot;
  const y = scaleLinear([0, most], [bottom, PLOT.top]).nice(3);
  const ticks = y.ticks(3).filter(Number.isInteger);
  const left = digitsWidth(ticks) + 12;
  const step = (right - left) / rows.length;
  const bar = Math.min(58, step * 0.68);
  const hasNumbers = step > digitsWidth(rows.flatMap(({ reported, expected }) => [reported ?? 0, expected ?? 0]));
  return (
    <>
      <YAxis ticks={ticks} y={y} left={left} right={right} label={number} />
      {rows.map((row, index) => {
        const middle = rounded(left + step * (index + 0.5));
        const box = { x: rounded(middle - bar / 2), width: rounded(bar) };
        // On a phone a year is wider than its bar: every third has one, the newest first.
        const isNamed = !isNarrow || (rows.length - 1 - index) % 3 === 0;
        const before = rows[index - 1];
        const isFirstGap = before === undefined || !isGap(before);
        return (
          <>
            {isGap(row) ? (
              <>
                <rect class="gap" {...box} y={PLOT.top} height={bottom - PLOT.top} />
                {!isNarrow || isFirstGap ? (
                  <text x={middle} y={PLOT.top - 8} text-anchor="middle">
                    {step > 52 ? `no ${row.year}` : "none"}
                  </text>
                ) : null}
              </>
            ) : (
              <YearBar row={row} box={box} middle={middle} y={y} hasNumbers={hasNumbers} />
            )}
            {isNamed ? (
              <text x={middle} y={height - 6} text-anchor="middle">
                {row.year}
              </text>
            ) : null}
          </>
        );
      })}
      <EndNames rows={rows} y={y} x={right + 10} isNarrow={isNarrow} />
    </>
  );
}

interface YearBarProps {
  readonly row: YearCount;
  readonly box: { readonly x: number; readonly width: number };
  readonly middle: number;
  readonly y: (count: number) => number;
  readonly hasNumbers: boolean;
}

function YearBar({ row: { reported, expected, isComplete }, box, middle, y, hasNumbers }: YearBarProps) {
  const base = y(0);
  const [top, full] = [rounded(y(reported ?? 0)), rounded(y(expected ?? 0))];
  // A number needs its own line: above the higher bar, and above the lower one if it is far enough below.
  const isApart = expected !== null && top - full > 34;
  return (
    <>
      {expected === null ? null : <rect class="expected" {...box} y={full} height={rounded(base - full)} />}
      <rect class={isComplete ? "pale" : "ink"} {...box} y={top} height={rounded(base - top)} />
      {expected === null || !hasNumbers ? null : (
        <text x={middle} y={rounded(Math.min(full, top) - 6)} text-anchor="middle">
          {number(expected)}
        </text>
      )}
      {reported === null || !hasNumbers || (expected !== null && !isApart) ? null : (
        <text class={isComplete ? undefined : "bar-value"} x={middle} y={rounded(top - 6)} text-anchor="middle">
          {number(reported)}
        </text>
      )}
    </>
  );
}

interface EndNamesProps extends Pick<BarsProps, "rows"> {
  readonly y: (count: number) => number;
  readonly x: number;
  readonly isNarrow: boolean;
}

/** Expected and reported of the last year, beside their bars. */
function EndNames({ rows, y, x, isNarrow }: EndNamesProps) {
  const last = rows.findLast((row) => row.expected !== null);
  if (!last) return null;
  const names = [
    ["Expected", last.expected ?? 0],
    ["Reported", last.reported ?? 0],
  ] as const;
  const at = spread(
    names.map(([, count]) => ({ at: y(count), size: 38 })),
    [PLOT.top, y(0) + 8],
  );
  return (
    <>
      {names.map(([name, count], index) => (
        <>
          <text class="end-place end-name" x={x} y={rounded((at[index] ?? 0) - 2)}>
            {name}
          </text>
          <text x={x} y={rounded((at[index] ?? 0) + 14)}>
            {isNarrow ? number(count) : `${number(count)} in ${last.year}`}
          </text>
        </>
      ))}
    </>
  );
}
