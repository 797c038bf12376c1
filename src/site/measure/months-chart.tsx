/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import type { Nation } from "../../domain/nation.ts";
import { isComparedMonths, type MonthsOfNation } from "../../domain/nation-months.ts";
import { OFFENSE_CLASSES, OFFENSES, offensesIn } from "../../domain/offense.ts";
import type { Chart } from "../charts/chart.tsx";
import { type Panel, rounded, YAxis } from "../charts/drawing.tsx";
import { textWidth } from "../charts/labels.ts";
import { column, csvFile } from "../ui/columns.ts";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import {
  type GroupMonths,
  groupsOf,
  MONTH_NAMES,
  type MonthsSubject,
  type MonthsView,
  monthsView,
  QUARTER,
  YEAR,
} from "./months-data.ts";
import { changesText, MonthsWords } from "./months-words.tsx";

/** The months of a place or an area: columns from zero, those after their first year outlined. undefined if none is known. */
export function monthsChart(subject: MonthsSubject, dataset: Nation): Chart | undefined {
  const view = monthsView(subject, dataset);
  if (view === undefined) return undefined;
  const { name, title, path: page, source, nation, months } = view;
  const rows = months.offenses.homicide.map((_, month) => ({ month, year: nation.year + Math.floor(month / YEAR) }));
  const columns = [
    column<(typeof rows)[number]>("month", "Month", ({ month, year }) => {
      return `${year}-${String((month % YEAR) + 1).padStart(2, "0")}`;
    }),
    ...OFFENSE_CLASSES.map((offense) => {
      const countOfMonth = ({ month }: (typeof rows)[number]) => months.offenses[offense][month] ?? null;
      return column(OFFENSES[offense].field, OFFENSES[offense].name, countOfMonth, {
        cell: (row) => countOfMonth(row)?.toLocaleString("en-US") ?? "–",
      });
    }),
  ];
  return {
    id: "months",
    path: `${page}/months`,
    page,
    title: isComparedMonths(nation)
      ? `${title}, ${nation.year} so far, provisional: ${changesText(view)}`
      : `${title}, offenses by month to ${lastMonth(nation)}, provisional`,
    units: `Offenses that the department reported to the FBI by month, through ${lastMonth(nation)}. They may still change.${view.provisional === null ? "" : " Percentages are changes per resident."}`,
    legend: <MonthsWords {...view} />,
    source,
    panels: groupsOf(view).map((group) => monthsPanel(name, group, view)),
    table: <Table class="figures" caption={`Offenses of ${name} by month`} columns={columns} rows={rows} />,
    csv: () => csvFile(columns, rows),
  };
}

function lastMonth({ year, months }: MonthsOfNation): string {
  return `${MONTH_NAMES[(months - 1) % YEAR]} ${year + Math.floor((months - 1) / YEAR)}`;
}

/** Half of the page's width, and for a phone. */
const SIZE = [568, 200] as const;
const NARROW = [360, 200] as const;
const PLOT = { tick: 12, top: 10, foot: 42, gap: 8 } as const;

function monthsPanel(name: string, own: GroupMonths, { nation, dataYear }: MonthsView): Panel {
  const { group, classes, size, usual, stretches } = own;
  const every = size === 1 ? "month" : "quarter";
  const kind = group === "violent" ? "Violent" : "Property";
  const lacking = offensesIn(group).filter((offense) => !classes.includes(offense));
  const without = lacking.map((offense) => `, without ${OFFENSES[offense].name.toLowerCase()}`).join("");
  const dashed = usual === null ? [] : [`Dashed: ${number(Math.round(usual))} a ${every} in ${dataYear}.`];
  const gaps = stretches.some(({ count }) => count === null) ? ["Gray: nothing reported."] : [];
  const later = nation.months > YEAR ? [`Outlined: ${nation.year + 1}.`] : [];
  const panel: Panel = {
    title: `${kind} offenses by ${every}${without}`,
    units: [...dashed, ...gaps, ...later].join(" "),
    label: `${kind} offenses of ${name} by ${every}${without}. The table has the numbers.`,
    size: SIZE,
    draw: (width) => <Columns width={width} own={own} firstYear={nation.year} />,
  };
  return { ...panel, onPhone: { ...panel, size: NARROW } };
}

/** One column for each month or quarter. A month that was not reported is a gap. */
function Columns({
  width,
  own: { stretches, size, usual },
  firstYear,
}: {
  readonly width: number;
  readonly own: GroupMonths;
  readonly firstYear: number;
}) {
  const [, height] = SIZE;
  const bottom = height - PLOT.foot;
  const y = scaleLinear([0, Math.max(1, usual ?? 0, ...stretches.map(({ count }) => count ?? 0))], [bottom, PLOT.top]);
  const ticks = y.nice(4).ticks(4).filter(Number.isInteger);
  const start = rounded(PLOT.tick + Math.max(...ticks.map((tick) => textWidth(number(tick), "digits"))));
  const years = [...new Set(stretches.map(({ year }) => year))];
  const step = (width - start - PLOT.gap * (years.length - 1)) / stretches.length;
  const left = (index: number) => start + step * index + PLOT.gap * ((stretches[index]?.year ?? firstYear) - firstYear);
  const bar = step * 0.72;
  return (
    <>
      <YAxis ticks={ticks} y={y} left={start} right={width} label={number} />
      {stretches.map(({ count, year }, index) => {
        const box = { x: rounded(left(index) + (step - bar) / 2), width: rounded(bar) };
        const top = rounded(y(count ?? 0));
        return count === null ? (
          <rect class="gap" {...box} y={PLOT.top} height={bottom - PLOT.top} />
        ) : (
          <rect class={year === firstYear ? "ink" : "series-3"} {...box} y={top} height={rounded(bottom - top)} />
        );
      })}
      {usual === null ? null : (
        <line class="expected" x1={start} x2={width} y1={rounded(y(usual))} y2={rounded(y(usual))} />
      )}
      {years.map((year) => {
        const own = stretches.flatMap((stretch, index) => (stretch.year === year ? [index] : []));
        const [first = 0, last = 0] = [own[0], own.at(-1)];
        const middle = rounded((left(first) + left(last) + step) / 2);
        const [from, to] = [stretches[first]?.from, stretches[last]?.to];
        return (
          <>
            {own.length * size < YEAR ? (
              <text x={middle} y={bottom + 18} text-anchor="middle">
                {from === to ? from : `${from}–${to}`}
              </text>
            ) : (
              own
                .filter((_, index) => (index * size) % QUARTER === 0)
                .map((index) => (
                  <text x={rounded(left(index) + step / 2)} y={bottom + 18} text-anchor="middle">
                    {stretches[index]?.from}
                  </text>
                ))
            )}
            <text class="end-name" x={middle} y={bottom + 36} text-anchor="middle">
              {year}
            </text>
          </>
        );
      })}
    </>
  );
}
