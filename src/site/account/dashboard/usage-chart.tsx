/** @jsxImportSource hono/jsx */
import { scaleBand, scaleLinear } from "d3-scale";
import { dayText } from "../../../base/window.ts";
import { PROBLEMS } from "../../../domain/problem.ts";
import { Figure } from "../../charts/chart.tsx";
import { Drawing, rounded, YAxis } from "../../charts/drawing.tsx";
import { spread, textWidth } from "../../charts/labels.ts";
import { counted, number } from "../../ui/number.ts";
import { Table } from "../../ui/table.tsx";
import { Day } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import type { KeySeries, UsageReport } from "./usage-report.ts";

const HEIGHT = 260;
const TOP = 12;
const LEFT = 52;
/** The most room for the names of keys on the right, in characters. */
const NAME_LENGTH = { wide: 20, narrow: 11 } as const;
const LINE = 18;
/** Below the bars: refused requests, if there are any, then the days. */
const REFUSED_HEIGHT = 36;
const DAYS_HEIGHT = 26;
/** A gap between stacked parts, so that they differ by more than color. */
const GAP = 1;
/** The style sheet has so many fills. With more keys, the last one is for all others. */
const MAX_SERIES = 4;

/** Requests per day as stacked bars, with refused requests below the line, and the same numbers in a table. */
export function UsageChart({ report }: { readonly report: UsageReport }) {
  const { days, refused } = report;
  const series = shownSeries(report);
  const title = usageFinding(report);
  return (
    <Figure
      id="chart"
      title={title}
      units={`Admitted requests per UTC day, by key. ${refused.some(Boolean) ? "Below the line: refused, and not counted. " : ""}Today is not complete.`}
      source="this service"
      files={
        <a href={URLS.usageCsv} download>
          CSV
        </a>
      }
      table={
        <Table
          columns={[
            { heading: "Day (UTC)", class: "nowrap", cell: (at: number) => dayText(days[at] ?? 0) },
            { heading: "All", class: "number key", cell: (at: number) => number(totalOf(series, at)) },
            ...series.map(({ title: heading, counts }) => ({
              heading,
              class: "number key-name",
              cell: (at: number) => number(counts[at] ?? 0),
            })),
            { heading: "Refused", class: "number", cell: (at: number) => number(refused[at] ?? 0) },
          ]}
          rows={[...days.keys()].toReversed()}
        />
      }
    >
      <Drawing
        label={`${title}. One bar per UTC day, stacked by key.`}
        size={[996, HEIGHT]}
        smaller={[
          [700, HEIGHT],
          [358, HEIGHT],
        ]}
        draw={(width) => <Bars width={width} report={report} series={series} />}
      />
    </Figure>
  );
}

/** The chart's title states what it shows. */
function usageFinding({ days, series, total }: UsageReport): string {
  const span = `in the last ${days.length} days`;
  if (total === 0) return `No requests ${span}`;
  const totals = days.map((_, at) => totalOf(series, at));
  const busiest = totals.indexOf(Math.max(...totals));
  const most = `most on ${dayText(days[busiest] ?? 0)} (${number(totals[busiest] ?? 0)})`;
  return `${counted(total, "request")} ${span}, ${most}`;
}

function shownSeries({ series }: UsageReport): readonly KeySeries[] {
  if (series.length <= MAX_SERIES) return series;
  const others = series.slice(MAX_SERIES - 1);
  const counts = (others[0]?.counts ?? []).map((_, at) => totalOf(others, at));
  const total = others.reduce((sum, one) => sum + one.total, 0);
  return [...series.slice(0, MAX_SERIES - 1), { title: `${others.length} others`, keyId: 0, counts, total }];
}

function totalOf(series: readonly KeySeries[], at: number): number {
  return series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0);
}

interface BarsProps {
  readonly width: number;
  readonly report: UsageReport;
  readonly series: readonly KeySeries[];
}

function Bars({ width, report: { days, refused }, series }: BarsProps) {
  const nameLength = width < 400 ? NAME_LENGTH.narrow : NAME_LENGTH.wide;
  const titles = series.map(({ title }) => shortName(title, nameLength));
  const right = width - Math.max(0, ...titles.map((title) => textWidth(inNarrow(title), "bold"))) - 8;
  const mostRefused = Math.max(...refused);
  const base = HEIGHT - DAYS_HEIGHT - (mostRefused > 0 ? REFUSED_HEIGHT : 0);
  const x = scaleBand([...days.keys()], [LEFT, right]).padding(0.15);
  const y = scaleLinear([0, Math.max(...days.keys().map((at) => totalOf(series, at)), 1)], [base, TOP]).nice(3);
  const refusedHeight = (count: number) => (REFUSED_HEIGHT * count) / Math.max(mostRefused, 1);
  const stacks = series.map((one, index) => ({
    ...one,
    below: days.map((_, at) => totalOf(series.slice(0, index), at)),
  }));
  const last = days.length - 1;
  // From the top of the last stack down.
  const names = stacks.toReversed().map(({ title, counts, below }) => ({
    text: shortName(title, nameLength),
    at: y((below[last] ?? 0) + (counts[last] ?? 0) / 2),
    size: LINE,
  }));
  const places = spread(names, [0, base + LINE]);
  return (
    <>
      <YAxis ticks={y.ticks(3).filter(Number.isInteger)} y={y} left={LEFT} right={right} label={number} />
      {stacks.map(({ counts, below }, index) =>
        counts.map((count, at) => {
          const bar = y(below[at] ?? 0) - y((below[at] ?? 0) + count);
          return count > 0 ? (
            <rect
              class={`series-${index}`}
              x={rounded(x(at) ?? 0)}
              y={rounded(y((below[at] ?? 0) + count))}
              width={rounded(x.bandwidth())}
              height={rounded(bar > 2 * GAP ? bar - GAP : bar)}
            />
          ) : null;
        }),
      )}
      {refused.map((count, at) =>
        count > 0 ? (
          <rect
            class="refused"
            x={rounded(x(at) ?? 0)}
            y={base + 3}
            width={rounded(x.bandwidth())}
            height={rounded(refusedHeight(count))}
          />
        ) : null,
      )}
      {mostRefused > 0 ? (
        <text x={LEFT - 8} y={base + REFUSED_HEIGHT} text-anchor="end">
          {number(mostRefused)}
        </text>
      ) : null}
      {(width < 600 ? [0, last] : [0, last >> 1, last]).map((at) => (
        <text
          class="day"
          x={rounded((x(at) ?? 0) + (at === 0 ? 0 : at === last ? x.bandwidth() : x.bandwidth() / 2))}
          y={HEIGHT - 6}
          text-anchor={at === 0 ? "start" : at === last ? "end" : "middle"}
        >
          {dayText(days[at] ?? 0)}
        </text>
      ))}
      {names.map((name, at) => (
        <text class="end-name" x={rounded(right + 8)} y={rounded((places[at] ?? 0) + 5)}>
          {name.text}
        </text>
      ))}
    </>
  );
}

/** The name of a key without its abbreviated value, cut to a length. */
function shortName(title: string, length: number): string {
  const letters = [...title.replace(/ \(svc_\S+\)$/, "")];
  const isCut = inNarrow(letters.join("")).length > length;
  while (isCut && inNarrow(`${letters.join("")}…`).length > length) letters.pop();
  return letters.join("") + (isCut ? "…" : "");
}

/** As wide as the text, in letters of usual width: W, M, and letters of other scripts take two. */
function inNarrow(text: string): string {
  return text.replaceAll(/[mw@]|[^\0-\u024f…]/giu, "xx");
}

export function Refused({ report: { days, refused, reasons } }: { readonly report: UsageReport }) {
  const total = refused.reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Refused</h2>
      <p class="muted">
        <b class="figure">{number(total)}</b> in the last {days.length} days, not counted
      </p>
      <ul class="rows">
        {reasons.map(({ code, requests, lastDayMs }) => (
          <li>
            <b>{number(requests)}</b> <a href={urlOf(URLS.error, { code })}>{PROBLEMS[code].title}</a>,{" "}
            {PROBLEMS[code].status}, last on <Day ms={lastDayMs} />
          </li>
        ))}
      </ul>
    </section>
  );
}
