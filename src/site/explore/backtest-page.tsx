/** @jsxImportSource hono/jsx */
import result from "../../../data/backtest.json" with { type: "json" };
import backtest from "../../../docs/backtest.md" with { type: "text" };
import type { OffenseGroup } from "../../domain/offense.ts";
import { barPanel } from "../charts/bars.tsx";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import { column, tableFile } from "../columns.ts";
import { renderPage } from "../layout.tsx";
import { Markdown } from "../markdown.tsx";
import { type Address, datasetOf } from "../page.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { linked } from "./methodology-page.tsx";
import { TREND_SOURCE } from "./source-line.ts";

const SECTION = "\n## ";

/** `/methodology/back-test`: the repository's document, with charts of its tables. */
export function backtestPage(at: Address): string {
  const words = linked(backtest);
  const lead = words.slice(0, words.indexOf(SECTION));
  const [coverage, ...others] = BACKTEST_CHARTS.map((chart) => <ChartFigure chart={chart} dataset={datasetOf(at)} />);
  return renderPage(
    {
      title: "Back-test",
      description:
        "How often the next year's score was within its predicted range, how well one year predicts the next, and how much a grade depends on the choices of the method.",
      path: URLS.backtest,
    },
    <>
      <h1>Back-test</h1>
      {coverage}
      <Markdown text={lead} />
      <Markdown text={words.slice(lead.length)} />
      <h2 id="pictures">More pictures</h2>
      {others}
    </>,
  );
}

const { intervals, predictions, letters } = result;
const YEARS = `Predicting years: ${intervals.pairs[0]} to ${intervals.pairs.at(-1)}`;

export const BACKTEST_CHARTS: readonly Chart[] = [
  coverageChart(),
  gainChart("violent"),
  gainChart("property"),
  letterChart(),
];

function coverageChart(): Chart {
  const rows = intervals.cities.filter(({ size }) => size !== null);
  return sharesChart({
    id: "coverage",
    title: "The next year's score was within its range about 8 times in 10, in cities of every size",
    units: `Share of cities whose next score was within the predicted range, and within the range for chance alone, by residents. ${YEARS}; each prediction uses only data up to its year.`,
    sizes: rows.map(({ size }) => size),
    series: { "Range for next year": rows.map((row) => row.nextYear), "Chance alone": rows.map((row) => row.thisYear) },
  });
}

function gainChart(group: OffenseGroup): Chart {
  const rows = predictions.filter((row) => row.group === group && row.size !== null);
  const gain = (rival: "lastYear" | "threeYears" | "allCities") =>
    rows.map(({ logScore }) => Math.exp(logScore.method - logScore[rival]) - 1);
  return sharesChart({
    id: `gain-${group}`,
    title: `${group === "violent" ? "Violent" : "Property"} offenses: the method predicts the next year better than each simple rival in every size class`,
    units: `How much more probability the method gave to the next year's count than a simple rival (geometric mean), by residents. ${YEARS}.`,
    sizes: rows.map(({ size }) => size),
    series: {
      "Than last year's count": gain("lastYear"),
      "Than toward all cities": gain("allCities"),
      "Than three years": gain("threeYears"),
    },
  });
}

function letterChart(): Chart {
  const rows = letters.filter(({ size }) => size !== null);
  return sharesChart({
    id: "letters",
    title: "About one city in five gets a different letter in the next year",
    units: "Share of cities whose letter (A, B, C, D, F) differs in the next year, by residents.",
    sizes: rows.map(({ size }) => size),
    series: {
      "This method": rows.map(({ changed }) => changed.method),
      "Without smoothing": rows.map(({ changed }) => changed.raw),
    },
  });
}

interface SharesParts extends Pick<Chart, "id" | "title" | "units"> {
  readonly sizes: readonly (string | null)[];
  /** A share for each size, by the name of the series. */
  readonly series: Readonly<Record<string, readonly number[]>>;
}

/** Shares by size class: a picture for each series, all on one scale. */
function sharesChart({ sizes, series, ...parts }: SharesParts): Chart {
  const names = Object.keys(series);
  const most = Math.max(...Object.values(series).flat());
  const rows = sizes.map((size, at) => ({ size: size ?? "", shares: names.map((name) => series[name]?.[at] ?? 0) }));
  const columns = [
    column<(typeof rows)[number]>("residents", "Residents", ({ size }) => size),
    ...names.map((name, at) =>
      column<(typeof rows)[number]>(name, name, ({ shares }) => shares[at] ?? 0, {
        cell: ({ shares }) => percent(shares[at]),
      }),
    ),
  ];
  return {
    ...parts,
    page: URLS.backtest,
    path: `${URLS.backtest}/${parts.id}`,
    source: TREND_SOURCE,
    panels: names.map((name, at) =>
      barPanel({
        title: name,
        bars: rows.map(({ size, shares }) => ({ name: size, value: shares[at] ?? 0, shown: percent(shares[at]) })),
        most,
      }),
    ),
    table: <Table class="figures" caption={parts.title} columns={columns} rows={rows} />,
    file: (format) => tableFile(format, columns, rows),
  };
}

function percent(share = 0): string {
  return `${(100 * share).toFixed(1)}%`;
}
